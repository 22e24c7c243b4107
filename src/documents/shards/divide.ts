import { dirname, join, relative, resolve, sep } from "node:path";
import { orElse, UsageError } from "../../base/errors.js";
import { groupedBy, sumOf } from "../../base/lists.js";
import type { ArchiveFormat } from "../archives/archive.js";
import { ARCHIVE_FORMATS } from "../archives/archives.js";
import type { ArchivePart } from "../corpora/archive-part.js";
import type { CorpusShare } from "../corpora/corpus.js";
import type { FilesPart } from "../corpora/files-part.js";
import { requireBelow } from "../files/guarded-files.js";
import { PathList } from "../files/list-files.js";
import { statusOf } from "../files/open-file.js";
import { type ArchivePiece, type FilePiece, fileWeight, type Shard, weightOf } from "./shard.js";

/**
 * Divides a corpus into shards that take about the same time to read. Together they have the same documents in the same
 * order. A large archive is cut where its format allows it. Each file, archive and range belongs to the shard in which the
 * middle of its weight lies.
 *
 * @param share the whole corpus
 * @param most the number of shards; the result has fewer if there are fewer files, or some are large. Default: as many as
 *   take some seconds each
 * @returns the folder that all paths are below (`root`), the shards in the order of the corpus, none of them empty, and
 *   about how many bytes each has to read (`weights`)
 * @throws DataError if a symbolic link leads out of the corpus.
 */
export function divideCorpus({ parts, names }: Pick<CorpusShare, "parts" | "names">, most?: number) {
  if (names !== undefined)
    throw new UsageError("a plan keeps the names of the folders: rename the folders", { options: ["renameClass"] });
  const root = commonFolder(parts);
  for (const part of parts) requireBelow(root, resolve(part.root));
  const wholes: Shard = parts.map((part) => (part.kind === "files" ? filesOf(part, root) : archiveOf(part, root)));
  const total = sumOf(wholes.map(weightOf));
  const count = most ?? Math.min(MAX_USUAL, Math.ceil(total / SHARD_BYTES));
  const shards = Array.from({ length: count }, () => ({ pieces: [] as Shard[number][], weight: 0 }));
  let before = 0;
  // Returns the number of the shard of the next file or range, and adds its weight.
  const nextShard = (weight: number) => {
    const shard = Math.floor((count * (before + weight / 2)) / total);
    before += weight;
    shards[shard].weight += weight;
    return shard;
  };
  for (const whole of wholes) {
    if (whole.kind === "archive") {
      const pieces = rangesOf(whole, join(root, whole.file), total / count);
      for (const piece of pieces) shards[nextShard(weightOf(whole) / pieces.length)].pieces.push(piece);
      continue;
    }
    const { ids, sizes } = whole;
    for (const [shard, files] of groupedBy(ids.keys(), (i) => nextShard(fileWeight(sizes[i])))) {
      shards[shard].pieces.push({ ...whole, ids: files.map((i) => ids[i]), sizes: files.map((i) => sizes[i]) });
    }
  }
  const filled = shards.filter(({ pieces }) => pieces.length > 0);
  return { root, shards: filled.map(({ pieces }) => pieces), weights: filled.map(({ weight }) => weight) };
}

/** In bytes: what is classified in some seconds. */
const SHARD_BYTES = 1 << 23;
/** The most shards by default. */
const MAX_USUAL = 10_000;

/** Returns the ranges of an archive of about this many bytes, or the whole archive if it is small or cannot be cut. */
function rangesOf(whole: ArchivePiece, path: string, bytes: number): ArchivePiece[] {
  const { ranges }: ArchiveFormat = ARCHIVE_FORMATS[whole.form];
  if (ranges === undefined || weightOf(whole) <= bytes) return [whole];
  // Reading the file reports that it cannot be read.
  const found = orElse(() => ranges(path, bytes), []);
  return found.length < 2 ? [whole] : found.map((range) => ({ ...whole, range }));
}

/** Returns the files of a part of a corpus as a piece of a shard. */
function filesOf({ root: folder, paths, layout, shown }: FilesPart, root: string): FilePiece {
  const ids = [...new PathList(paths)];
  const sizes = ids.map((id) => statusOf(join(folder, id))?.size ?? null);
  return { kind: "files", folder: pathBelow(root, folder), layout, ids, sizes, shown };
}

/** Returns an archive of a corpus as a piece of a shard. */
function archiveOf({ root: path, form, name, label, columns, layout }: ArchivePart, root: string): ArchivePiece {
  const size = statusOf(path)?.size ?? null;
  return { kind: "archive", file: pathBelow(root, path), size, form, name, columns, label, layout };
}

/** Returns a path relative to a folder, with `/`. */
function pathBelow(root: string, path: string): string {
  return relative(root, resolve(path)).split(sep).join("/");
}

/** Returns the innermost folder that contains all of these. */
function commonFolder(corpus: CorpusShare["parts"]): string {
  const folders = corpus.map(({ kind, root }) => resolve(kind === "archive" ? dirname(root) : root));
  let [shared] = folders;
  const isInside = (folder: string) => `${folder}${sep}`.startsWith(shared.endsWith(sep) ? shared : `${shared}${sep}`);
  while (!folders.every(isInside)) shared = dirname(shared);
  return shared;
}
