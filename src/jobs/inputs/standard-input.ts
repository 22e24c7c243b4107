import { closeSync, fstatSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { type ArchiveForm, formOf } from "../../documents/archives/archives.js";
import type { SingleFile } from "../../documents/archives/single-file.js";
import { limited, MAX_DOCUMENT_BYTES } from "../../documents/document.js";
import { newTemporaryFolder } from "../../documents/files/temporary-files.js";
import {
  copyOfInput,
  readStandardInput,
  standardInputChunks,
  tellIfTerminal,
  writeWaiting,
} from "./standard-streams.js";

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

/** Returns the path of an archive. For `-`, this is the file with the copy of standard input. */
export function fileAt(path: string, form: ArchiveForm): string {
  return path === "-" ? standardInputFile(form) : path;
}

/** Reads standard input as one document. Longer input is cut off at the limit for files; the rest is not waited for. */
export function standardInput(): SingleFile {
  tellIfTerminal();
  return { ...limited(readStandardInput(MAX_DOCUMENT_BYTES + 1)), isMailbox: false, problem: undefined };
}

/** Does the work of `standardInputFile` once. */
function copyInput(): string {
  tellIfTerminal();
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
