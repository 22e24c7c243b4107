import fs from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { DataError, reason, UsageError } from "../../base/errors.js";
import { isMaildir } from "../../documents/files/maildir.js";
import { attempt, hasCode, statusOf } from "./file-system.js";
import { MAILDIR_SUBFOLDERS } from "./maildir.js";

/** Called before a folder or file is made, with its path below the target folder. */
export type OnMake = (path: string) => void;

/**
 * Checks each folder on a path below the target folder, from the outermost on. A link in place of one is never
 * followed.
 *
 * @param into a real path
 * @param path below `into`, with `/`
 * @param onMake given if the folders that are missing are to be made
 * @returns the whole path
 * @throws DataError if something else, such as a link, is in the place of a folder.
 */
export function folderBelow(into: string, path: string, onMake?: OnMake): string {
  const parts = path.split("/");
  for (const n of parts.keys()) {
    const below = parts.slice(0, n + 1).join("/");
    const whole = join(into, below);
    if (onMake !== undefined && statusOf(whole) === undefined) {
      onMake(below);
      // Another process may be faster.
      attempt(() => fs.mkdirSync(whole), "EEXIST");
    }
    const status = statusOf(whole);
    if (status === undefined || status.isDirectory()) continue;
    const kind = status.isSymbolicLink() ? "a symbolic link, which is not followed" : "not a folder";
    throw new DataError(`${whole} is ${kind}: remove it, or sort into another folder`);
  }
  return join(into, path);
}

/** Makes a folder and those of a Maildir in it. In a Maildir++, a file marks the folder as part of the Maildir++. */
export function makeMaildirBelow(into: string, path: string, onMake: OnMake): void {
  for (const part of MAILDIR_SUBFOLDERS) folderBelow(into, path === "" ? part : `${path}/${part}`, onMake);
  const marker = join(into, path, "maildirfolder");
  if (!path.startsWith(".") || statusOf(marker) !== undefined) return;
  onMake(`${path}/maildirfolder`);
  fs.closeSync(fs.openSync(marker, "a", 0o600));
}

/**
 * Returns the real path of the target folder.
 *
 * @param make whether to make it if it is missing
 * @throws DataError if something else is there, or it cannot be made.
 */
export function realInto(path: string, make: boolean): string {
  try {
    if (make) fs.mkdirSync(path, { recursive: true });
    const real = realOf(path);
    const status = statusOf(real);
    if (status !== undefined && !status.isDirectory()) throw new Error("it is not a folder");
    return real;
  } catch (error) {
    const why = hasCode(error, "EEXIST", "ENOTDIR") ? "it is not a folder" : reason(error);
    throw new DataError(`cannot sort into ${path}: ${why}`);
  }
}

/** Returns the real path. If nothing is there yet, joins the real path of the nearest folder above and the rest. */
function realOf(path: string): string {
  try {
    return fs.realpathSync(path);
  } catch (error) {
    const above = dirname(path);
    if (!hasCode(error, "ENOENT") || above === path) throw error;
    return join(realOf(above), basename(path));
  }
}

/**
 * Checks that the sources and the target folders do not overlap, because the next session would then sort the
 * output of this one. Two cases are allowed: sorting a Maildir into its own folders, and sorting a folder beside those
 * of the labels, such as the one for unsure messages.
 *
 * @param sources files and folders, as given
 * @param into a real path
 * @param folders the names of the target folders below `into`
 * @throws UsageError if `into` lies in a source, or a source in a target folder.
 */
export function requireApart(sources: readonly string[], into: string, folders: Iterable<string>): void {
  const overlapping = (where: string) =>
    new UsageError(`${where}, so the next run would sort its own output: choose another folder`);
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
