import { relative, resolve, sep } from "node:path";
import type { ArchiveRange, Boundary } from "../archives/archive.js";
import { archiveBoundaries, isPlainFile } from "../archives/read-archive.js";
import type { ArchiveShare } from "../corpora/archive-corpus.js";
import { statusOf } from "../files/file-status.js";
import { type ArchivePiece, archiveWeight, checksumOfRange, type FilePiece } from "./shard.js";

/**
 * A folder or an archive of the corpus, which can be divided into shards. A weight is the work to read it, in bytes.
 */
export interface Leaf {
  readonly weight: number;
  /**
   * Divides it at places: the weight of what comes before each, in ascending order. Returns the pieces between them:
   * one list more than places.
   */
  readonly divide: (places: readonly number[]) => (FilePiece | ArchivePiece)[][];
}

/** Returns an archive as a part of a corpus that can be divided. @param root the folder that all paths are below */
export function archiveLeaf(share: ArchiveShare, root: string): Leaf {
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
    // The weight of such an archive is its size, so places are also offsets.
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

/** Returns the boundaries nearest to places, which are offsets in an unpacked archive; undefined without documents. */
function cutsOf({ root, form, columns }: ArchiveShare, places: readonly number[], size: number): Cuts | undefined {
  const cuts: Boundary[] = [];
  let first: Boundary | undefined;
  let last: Boundary | undefined;
  // Cuts at each place that `next` has reached: there, or at the boundary before if that is nearer.
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
  // The end of the file. Nothing follows, so the number before it does not matter.
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
    // Only the numbers of left-out entries that are in this piece.
    const isWithin = (number: number) => number >= before && (to === size || number < starts[i + 1].before);
    const own = layout && { layout: { inside: layout.inside, left: layout.left.filter(isWithin) } };
    return [{ ...whole, ...own, range: { ...range, crc32: checksumOfRange(path, range) } }];
  });
  // If one piece has everything, it is the whole archive.
  return pieces.flat().length === 1 ? pieces.map((piece) => (piece.length === 0 ? [] : [whole])) : pieces;
}

/** Returns a path relative to a folder, with `/`. */
export function pathBelow(root: string, path: string): string {
  return relative(root, resolve(path)).split(sep).join("/");
}
