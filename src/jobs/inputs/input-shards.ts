import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import type { CorpusShare } from "../../documents/corpora/corpus.js";
import { statusOf } from "../../documents/files/open-file.js";
import type { Shard } from "../../documents/shards/shard.js";
import type { GivenFile } from "./input-documents.js";
import { tableColumns } from "./input-tables.js";
import type { InputOptions, Inputs } from "./inputs.js";

/** Returns the files of a shard. @param root the place of the documents on this machine */
export function filesOfShard(shard: Shard, root: string): GivenFile[] {
  return shard.flatMap((piece): GivenFile[] => {
    if (piece.kind === "archive") return [{ ...piece, path: join(root, piece.file) }];
    const { folder, ids, shown = "" } = piece;
    return ids.map((id) => ({ path: join(root, folder, id), name: shown + id }));
  });
}

/**
 * Returns documents without classes as the parts of a corpus, which can be divided.
 *
 * @throws UsageError for standard input and single documents of archives; DataError if a column is missing
 */
export function partsOfInputs(inputs: Inputs, options: InputOptions): CorpusShare["parts"] {
  const parts: CorpusShare["parts"][number][] = [];
  let names: string[] = [];
  let folder: string | undefined;
  for (const { path: file, form, places } of inputs.files) {
    if (file === "-") throw new UsageError("standard input cannot be read again: write it to a file");
    if (places !== undefined) throw new UsageError(`${file}#…: only whole files can be divided: name the file`);
    if (form !== undefined) {
      const columns = tableColumns(file, form, options);
      folder = undefined;
      parts.push({ kind: "archive", root: realpathSync(file), form, name: file, columns });
      continue;
    }
    const shown = file.slice(0, file.lastIndexOf("/") + 1);
    if (shown !== folder) {
      [folder, names] = [shown, []];
      const paths = [{ folder: "", names }];
      parts.push({ kind: "files", root: realpathSync(shown === "" ? "." : shown), paths, layout: {}, shown });
    }
    names.push(file.slice(shown.length));
  }
  if (parts.length === 0) throw new DataError("there are no documents to classify");
  return parts;
}

/** Returns a digest of the names, sizes and times of files and how they are read, by which a change is noticed. */
export function stampOfFiles({ files }: Inputs, reading: object): string {
  const hash = createHash("sha256").update(JSON.stringify(reading));
  for (const { path } of files) {
    const { size, mtimeMs } = statusOf(path) ?? {};
    hash.update(`${JSON.stringify([path, size, mtimeMs])}\n`);
  }
  return hash.digest("hex");
}
