import fs from "node:fs";
import { join, relative, sep } from "node:path";
import { UsageError } from "../../base/errors.js";
import { isMaildir } from "../../documents/files/maildir.js";
import { statusOf } from "./file-system.js";

/**
 * Checks that the sources and the target folders do not overlap, because the next session would then sort the
 * output of this one. Two cases are allowed: sorting a Maildir into its own folders, and sorting
 * a folder beside those of the labels, such as the one for unsure messages.
 *
 * @param sources files and folders, as given
 * @param into a real path
 * @param folders the names of the target folders below `into`
 * @throws UsageError if `into` lies in a source, or a source in a target folder.
 */
export function requireApart(sources: readonly string[], into: string, folders: Iterable<string>): void {
  const names = new Set(folders);
  // In a Maildir, the names of target folders begin with a dot on disk.
  const dotted = isMaildir(into);
  for (const source of sources) {
    const status = statusOf(source);
    if (status === undefined) continue;
    const real = fs.realpathSync(source);
    if (isWithin(into, real) && !(into === real && dotted))
      throw overlapping(`the folder to sort into lies in ${JSON.stringify(source)}`);
    // The folder of `into` in which the source lies. If the source is `into` itself, this is `..`, which is no target.
    const [name] = relative(real === into ? join(into, "cur") : into, real).split(sep);
    if (isWithin(real, into) && names.has(dotted ? name.slice(1) : name)) {
      throw overlapping(`${JSON.stringify(source)} lies in a folder that is sorted into`);
    }
  }
}

/** Whether a path is a folder or lies in it. */
function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

/** Makes the error for sources and targets that overlap. */
function overlapping(where: string): UsageError {
  return new UsageError(`${where}, so the next run would sort its own output: choose another folder`);
}
