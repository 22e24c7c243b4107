import { join, relative, sep } from "node:path";
import { UsageError } from "../errors.js";
import { type FileSystem, statusOf } from "./file-system.js";
import { isMaildir } from "./maildir.js";

/**
 * What is sorted and where it goes may not be the same, or the next run would sort what this
 * one has. The messages of a Maildir can be sorted into folders of its own, and a folder
 * beside those of the labels, such as that of the unsure, into those.
 *
 * @param sources files and folders, as they were given
 * @param into a real path
 * @param folders the names below `into` that are filed into
 * @throws UsageError if the folder lies in a source, or a source in one of its folders.
 */
export function requireApart(
  files: FileSystem,
  sources: readonly string[],
  into: string,
  folders: Iterable<string>,
): void {
  const names = new Set(folders);
  const dotted = isMaildir(files, into);
  for (const source of sources) {
    const status = statusOf(files, source);
    if (status === undefined) continue;
    const real = files.realpathSync(source);
    if (isWithin(into, real) && !(into === real && dotted)) throw overlapping(source, "which it lies in");
    const [name] = relative(real === into ? join(into, "cur") : into, real).split(sep);
    if (isWithin(real, into) && names.has(dotted ? name.slice(1) : name)) {
      throw overlapping(source, "which it sorts into");
    }
  }
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function overlapping(source: string, how: string): UsageError {
  return new UsageError(
    `into: required a folder apart from what is sorted, got one that overlaps with ${JSON.stringify(source)}, ${how}: its own output would be sorted`,
  );
}
