import { isPacked } from "../archives/gunzip.js";
import { GZIP_RATIO } from "../corpora/archive-corpus.js";
import type { ArchivePiece, Shard } from "./shard.js";

/** In bytes. Opening a file takes as long as reading and counting this many bytes. */
const OF_A_FILE = 512;

/** The bytes of a file that count as work. The rest of a larger one is mostly attachments, which are skipped. */
const MAX_FILE_BYTES = 1 << 16;

/** Estimates the work for a shard, in bytes. */
export function weightOf(shard: Shard): number {
  const weights = shard.flatMap((piece) =>
    piece.kind === "files" ? piece.sizes.map((size) => fileWeight(size ?? 0)) : archiveWeight(piece),
  );
  return weights.reduce((sum, weight) => sum + weight, 0);
}

/** Estimates the work for an archive, or for a piece of one, in bytes. */
export function archiveWeight({ file, size, range }: Pick<ArchivePiece, "file" | "size" | "range">): number {
  if (range !== undefined) return range.to - range.from;
  return (size ?? OF_A_FILE) * (isPacked(file) ? GZIP_RATIO : 1);
}

/** Estimates the work for a file that is one document. @param size in bytes */
export function fileWeight(size: number): number {
  return OF_A_FILE + Math.min(size, MAX_FILE_BYTES);
}
