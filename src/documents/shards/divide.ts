import { dirname, join, resolve, sep } from "node:path";
import { UsageError } from "../../base/errors.js";
import { append, firstWhere } from "../../base/lists.js";
import type { ArchiveShare } from "../corpora/archive-corpus.js";
import type { CorpusShare, FolderShare } from "../corpora/corpus.js";
import type { JoinedShare } from "../corpora/joined-corpus.js";
import { statusOf } from "../files/file-status.js";
import { requireBelow } from "../files/guarded-files.js";
import { PathList } from "../files/path-list.js";
import { archiveLeaf, type Leaf, pathBelow } from "./divide-archive.js";
import { type ArchivePiece, type FilePiece, fileWeight, requirePlannable, type Shard, weightOf } from "./shard.js";

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
 * @throws Error if an archive cannot be read, DataError if it lacks a column, a symbolic link leads out of the corpus,
 *   or a plan has no room for its paths.
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
    // The places in this leaf where shards begin, as weights from its beginning.
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

/** Returns the folders and archives of a corpus. */
function sharesOf(share: CorpusShare): (FolderShare | ArchiveShare)[] {
  if (share.reader === "joined") {
    const { members, names } = share as JoinedShare;
    if (names === undefined) return members.flatMap(sharesOf);
    throw new UsageError("a plan keeps the names of the folders: rename the folders", { options: ["renameClass"] });
  }
  return [share as FolderShare | ArchiveShare];
}

/** Returns a folder as a part of a corpus that can be divided. @throws DataError if its paths are too many for a plan */
function filesLeaf({ root: folder, paths, layout }: FolderShare, root: string): Leaf {
  const list = new PathList(paths);
  requirePlannable(list);
  const sizes = Array.from(list, (id) => statusOf(join(folder, id))?.size ?? null);
  // The weight of all files before each file.
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
