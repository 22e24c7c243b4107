import { dirname, join, relative, resolve, sep } from "node:path";
import { UsageError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import type { ArchivePart } from "../corpora/archive-part.js";
import type { CorpusShare } from "../corpora/corpus.js";
import type { FilesPart } from "../corpora/files-part.js";
import { requireBelow } from "../files/guarded-files.js";
import { PathList } from "../files/list-files.js";
import { statusOf } from "../files/open-file.js";
import { type ArchivePiece, archiveWeight, type FilePiece, fileWeight, type Shard, weightOf } from "./shard.js";

/**
 * Divides a corpus into shards that take about the same time to read. Together they have the same documents in the same
 * order. An archive is not divided: it belongs to the shard in which the middle of its weight lies, as does a file.
 *
 * @param share the whole corpus
 * @param count the number of shards; the result has fewer if there are fewer files, or some are large
 * @returns the folder that all paths are below (`root`), the shards in the order of the corpus, none of them empty, and
 *   about how many bytes each has to read (`weights`)
 * @throws DataError if a symbolic link leads out of the corpus.
 */
export function divideCorpus({ parts, names }: CorpusShare, count: number) {
  if (names !== undefined)
    throw new UsageError("a plan keeps the names of the folders: rename the folders", { options: ["renameClass"] });
  const root = commonFolder(parts);
  for (const part of parts) requireBelow(root, resolve(part.root));
  const wholes: Shard = parts.map((part) => (part.kind === "files" ? filesOf(part, root) : archiveOf(part, root)));
  const total = weightOf(wholes);
  let before = 0;
  // Returns the shard of the next file or archive, and adds its weight to `before`.
  const nextShard = (weight: number) => {
    const middle = before + weight / 2;
    before += weight;
    return Math.floor((count * middle) / total);
  };
  const shards: Shard[number][][] = Array.from({ length: count }, () => []);
  for (const whole of wholes) {
    if (whole.kind === "archive") {
      shards[nextShard(archiveWeight(whole))].push(whole);
      continue;
    }
    const { ids, sizes } = whole;
    for (const [shard, files] of groupedBy(ids.keys(), (i) => nextShard(fileWeight(sizes[i] ?? 0)))) {
      shards[shard].push({ ...whole, ids: files.map((i) => ids[i]), sizes: files.map((i) => sizes[i]) });
    }
  }
  const filled = shards.filter((shard) => shard.length > 0);
  return { root, shards: filled, weights: filled.map(weightOf) };
}

/** Returns the files of a part of a corpus as a piece of a shard. */
function filesOf({ root: folder, paths, layout }: FilesPart, root: string): FilePiece {
  const ids = [...new PathList(paths)];
  const sizes = ids.map((id) => sizeOf(join(folder, id)));
  return { kind: "files", folder: pathBelow(root, folder), layout, ids, sizes };
}

/** Returns an archive of a corpus as a piece of a shard. */
function archiveOf({ root: path, form, name, label, columns, layout }: ArchivePart, root: string): ArchivePiece {
  return { kind: "archive", file: pathBelow(root, path), size: sizeOf(path), form, name, columns, label, layout };
}

/** Returns the size of a file in bytes; null if it is not known. */
function sizeOf(path: string): number | null {
  return statusOf(path)?.size ?? null;
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
