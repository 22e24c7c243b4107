import { dirname, join, relative, resolve, sep } from "node:path";
import { firstWhere } from "../../base/binary-search.js";
import { append } from "../../base/lists.js";
import type { ArchiveRange, Boundary } from "../archives/archive.js";
import { isPacked } from "../archives/gunzip.js";
import { archiveBoundaries, isPlainFile } from "../archives/read-archive.js";
import { type ArchiveShare, GZIP_RATIO } from "../corpora/archive-corpus.js";
import type { CorpusShare, FolderShare } from "../corpora/corpus.js";
import type { JoinedShare } from "../corpora/joined-corpus.js";
import { statusOf } from "../files/file-status.js";
import { requireBelow } from "../files/guarded-files.js";
import { PathList } from "../files/path-list.js";
import { requirePlannable } from "./plan-limit.js";
import { checksumOfRange } from "./range-checksum.js";
import type { ArchivePiece, FilePiece, Shard } from "./shard.js";

/** A corpus that is divided into shards. */
export interface DividedCorpus {
  /** The folder that all paths of the shards are below. */
  readonly root: string;
  /** In the order of the corpus. No shard is empty. */
  readonly shards: readonly Shard[];
  /** The estimated number of bytes that each shard has to read. */
  readonly weights: readonly number[];
}

/**
 * Divides a corpus into shards that take about the same time to read. Together they have the same documents in the same
 * order. An archive that is not packed is divided between two documents; this requires reading it.
 *
 * @param share the whole corpus
 * @param count the number of shards; the result has fewer if there are fewer files and documents
 * @throws Error if an archive cannot be read, DataError if it lacks a column.
 */
export function divideCorpus(share: CorpusShare, count: number): DividedCorpus {
  const shares = sharesOf(share);
  const root = commonFolder(shares);
  for (const each of shares) requireBelow(root, resolve(each.root));
  const leaves = shares.map((each) => (each.reader === "folders" ? filesLeaf(each, root) : archiveLeaf(each, root)));
  const total = leaves.reduce((sum, { weight }) => sum + weight, 0);
  // Shard number `next` begins where `next / count` of the weight is passed. `before` is the weight of earlier leaves.
  let next = 1;
  const shards: (FilePiece | ArchivePiece)[][] = [[]];
  let before = 0;
  for (const { weight, divide } of leaves) {
    const places: number[] = [];
    for (; next < count && (next * total) / count <= before + weight; next++)
      places.push((next * total) / count - before);
    for (const [i, pieces] of divide(places).entries()) {
      if (i > 0) shards.push([]);
      append(shards[shards.length - 1], pieces);
    }
    before += weight;
  }
  const filled = shards.filter((shard) => shard.length > 0);
  return { root, shards: filled, weights: filled.map(weightOf) };
}

/** In bytes. Opening a file takes as long as reading and counting this many bytes. */
const OF_A_FILE = 512;

/** The rest of a larger file is mostly attachments, which are skipped. */
const MAX_FILE_BYTES = 1 << 16;

/** Estimates the work for a shard, in bytes. */
function weightOf(shard: Shard): number {
  const weights = shard.flatMap((piece) =>
    piece.kind === "files" ? piece.sizes.map((size) => fileWeight(size ?? 0)) : archiveWeight(piece),
  );
  return weights.reduce((sum, weight) => sum + weight, 0);
}

function archiveWeight({ file, size, range }: Pick<ArchivePiece, "file" | "size" | "range">): number {
  if (range !== undefined) return range.to - range.from;
  return (size ?? OF_A_FILE) * (isPacked(file) ? GZIP_RATIO : 1);
}

function fileWeight(size: number): number {
  return OF_A_FILE + Math.min(size, MAX_FILE_BYTES);
}

/** A folder or an archive of the corpus. */
interface Leaf {
  readonly weight: number;
  /** Divides it at places, which are given as weights. Returns the pieces between them: one list more than places. */
  readonly divide: (places: readonly number[]) => (FilePiece | ArchivePiece)[][];
}

/** Returns the folders and archives of a corpus. */
function sharesOf(share: CorpusShare): (FolderShare | ArchiveShare)[] {
  if (share.reader === "joined") return (share as JoinedShare).members.flatMap(sharesOf);
  return [share as FolderShare | ArchiveShare];
}

function filesLeaf({ root: folder, paths, layout }: FolderShare, root: string): Leaf {
  const list = new PathList(paths);
  requirePlannable(list);
  const sizes = Array.from(list, (id) => statusOf(join(folder, id))?.size ?? null);
  const sums = new Float64Array(list.length + 1);
  for (const [i, size] of sizes.entries()) sums[i + 1] = sums[i] + fileWeight(size ?? 0);
  const below = pathBelow(root, folder);
  const divide = (places: readonly number[]) => {
    const nearby = places.map((place) => nearest(sums, place));
    const cuts = [0, ...apart(nearby, list.length), list.length];
    return cuts.slice(1).map((to, i): FilePiece[] => {
      const from = cuts[i];
      if (to === from) return [];
      return [{ kind: "files", folder: below, layout, ids: [...list.slice(from, to)], sizes: sizes.slice(from, to) }];
    });
  };
  return { weight: sums[list.length], divide };
}

function archiveLeaf(share: ArchiveShare, root: string): Leaf {
  const { root: path, form, name, label, columns, layout } = share;
  const size = statusOf(path)?.size ?? null;
  const whole: ArchivePiece = {
    kind: "archive",
    file: pathBelow(root, path),
    size,
    form,
    name,
    columns,
    ...(label !== undefined && { label }),
    ...(layout !== undefined && { layout: { inside: layout.inside, left: [...layout.left] } }),
  };
  const weight = archiveWeight(whole);
  const canDivide = size !== null && isPlainFile(path);
  const divide = (places: readonly number[]): ArchivePiece[][] => {
    if (places.length === 0) return [[whole]];
    const cuts = canDivide ? cutsOf(share, places, size) : undefined;
    // An archive that cannot be divided goes to the shard that contains its middle.
    const middle = places.filter((place) => place <= weight / 2).length;
    if (cuts === undefined) return Array.from({ length: places.length + 1 }, (_, i) => (i === middle ? [whole] : []));
    return piecesOf(whole, path, cuts, size ?? 0);
  };
  return { weight, divide };
}

/** Where an archive is cut. */
interface Cuts {
  /** Where its documents begin. */
  readonly head: number;
  readonly cuts: readonly Boundary[];
}

/** Returns the boundaries nearest to places in an archive; undefined if it has no documents. */
function cutsOf({ root, form, columns }: ArchiveShare, places: readonly number[], size: number): Cuts | undefined {
  const cuts: Boundary[] = [];
  let first: Boundary | undefined;
  let last: Boundary | undefined;
  const cutUpTo = (next: Boundary) => {
    while (cuts.length < places.length && next.at >= places[cuts.length]) {
      const place = places[cuts.length];
      cuts.push(last !== undefined && place - last.at < next.at - place ? last : next);
    }
  };
  for (const boundary of archiveBoundaries(root, form, columns)) {
    first ??= boundary;
    cutUpTo(boundary);
    if (cuts.length === places.length) break;
    last = boundary;
  }
  cutUpTo({ at: size, before: 0 });
  return first === undefined ? undefined : { head: first.at, cuts };
}

/** Cuts an archive. Returns the pieces before, between and after the cuts. */
function piecesOf(whole: ArchivePiece, path: string, { head, cuts }: Cuts, size: number): ArchivePiece[][] {
  const ends = [...cuts, { at: size, before: 0 }];
  const starts = [{ at: head, before: 0 }, ...ends];
  const pieces = ends.map(({ at: to }, i): ArchivePiece[] => {
    const { at: from, before } = starts[i];
    if (to <= from) return [];
    const range: ArchiveRange = { from, to, head, before };
    const { layout } = whole;
    const isWithin = (number: number) => number >= before && (to === size || number < starts[i + 1].before);
    const own = layout && { layout: { inside: layout.inside, left: layout.left.filter(isWithin) } };
    return [{ ...whole, ...own, range: { ...range, crc32: checksumOfRange(path, range) } }];
  });
  // If one piece has everything, it is the whole archive.
  return pieces.flat().length === 1 ? pieces.map((piece) => (piece.length === 0 ? [] : [whole])) : pieces;
}

/** Returns the index of the sum that is nearest to a number. The sums are ascending. */
function nearest(sums: Float64Array, place: number): number {
  const after = firstWhere(0, sums.length - 1, (i) => sums[i] >= place);
  return after > 0 && place - sums[after - 1] < sums[after] - place ? after - 1 : after;
}

/** Moves ascending places to distinct places from 1 to `end` - 1, if there is room, so that no shard is empty. */
function apart(places: readonly number[], end: number): number[] {
  const count = places.length;
  if (end <= count) return [...places];
  let before = 0;
  return places.map((place, i) => {
    before = Math.min(Math.max(place, before + 1), end - count + i);
    return before;
  });
}

/** Returns the innermost folder that contains all of these. */
function commonFolder(shares: readonly (FolderShare | ArchiveShare)[]): string {
  const folders = shares.map(({ root, ...own }) => ("name" in own ? dirname(resolve(root)) : resolve(root)));
  const parts = folders.map((folder) => folder.split(sep));
  const [first] = parts;
  let shared = 0;
  while (shared < first.length && parts.every((part) => part[shared] === first[shared])) shared++;
  return first.slice(0, shared).join(sep) || sep;
}

/** Returns a path relative to a folder, with `/`. */
function pathBelow(root: string, path: string): string {
  return relative(root, resolve(path)).split(sep).join("/");
}
