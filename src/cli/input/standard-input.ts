import { closeSync, openSync, rmSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../../base/errors.js";
import { type ArchiveForm, formOf } from "../../documents/archives/archives.js";
import { newTemporaryFolder } from "../../documents/files/temporary-folders.js";
import { readStandardInput, tellTyped, writeWaiting } from "../output/standard-streams.js";

let path: string | undefined;

/** Returns the name of a path for the user. */
export function shownPath(shown: string): string {
  return shown === path ? "standard input" : shown;
}

/**
 * Copies standard input to a temporary file, because documents may be read several times. The file goes when the
 * process ends.
 *
 * @returns the path of the file
 * @throws UsageError if neither the option nor the first bytes tell the format.
 */
export function standardInputFile(form: ArchiveForm | undefined): string {
  if (path === undefined) {
    tellTyped();
    const folder = newTemporaryFolder();
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    path = join(folder, "standard-input");
    const file = openSync(path, "wx", 0o600);
    writeWaiting(file, readStandardInput());
    closeSync(file);
  }
  if (form === undefined && formOf(path) === undefined) {
    throw new UsageError("standard input: its first bytes do not tell its format: name it with --input-format");
  }
  return path;
}
