import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { type ArchiveForm, formOf } from "../../documents/archives/archives.js";
import { newTemporaryFolder } from "../../documents/files/temporary-folders.js";
import { copyOfInput, standardInputChunks, tellTyped, writeWaiting } from "../output/standard-streams.js";

/**
 * Copies standard input to a temporary file, because documents may be read several times. The file is removed when the
 * process ends. Later calls return the same file.
 *
 * @param form the format, if the user has named it
 * @returns the path of the file
 * @throws DataError if standard input is empty; UsageError if no format is named and the first bytes do not tell it.
 */
export function standardInputFile(form: ArchiveForm | undefined): string {
  const path = copyOfInput.path ?? copyInput();
  if (form === undefined && formOf(path) === undefined) {
    throw new UsageError("standard input: its first bytes do not tell its format: name it with --input-format");
  }
  return path;
}

function copyInput(): string {
  tellTyped();
  const folder = newTemporaryFolder();
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "standard-input");
  const file = openSync(path, "wx", 0o600);
  for (const chunk of standardInputChunks()) writeWaiting(file, chunk);
  const { size } = fstatSync(file);
  closeSync(file);
  if (size === 0) throw new DataError("standard input is empty: pipe the documents into it");
  copyOfInput.path = path;
  return path;
}
