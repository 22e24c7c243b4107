import fs from "node:fs";
import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { hasCode, statusOf } from "./file-system.js";
import { MAILDIR_SUBFOLDERS } from "./maildir.js";

/** The folders below the target folder. A link in place of one is never followed. */
export class TargetFolders {
  readonly #into: string;
  readonly #onMake: (path: string) => void;

  /**
   * @param into a real path
   * @param onMake is called before something is made, with its path below `into`
   */
  constructor(into: string, onMake: (path: string) => void = () => undefined) {
    this.#into = into;
    this.#onMake = onMake;
  }

  /**
   * Checks each folder on a path, from the outermost on.
   *
   * @param path below `into`, with `/`
   * @param make whether to make the folders that are missing
   * @returns the whole path
   * @throws DataError if something else, such as a link, is in the place of a folder.
   */
  folder(path: string, make: boolean): string {
    const parts = path.split("/");
    for (let n = 1; n <= parts.length; n++) {
      const below = parts.slice(0, n).join("/");
      const whole = join(this.#into, below);
      const status = statusOf(whole);
      if (status === undefined && make) this.#make(below, whole);
      else requireFolderAt(whole);
    }
    return join(this.#into, path);
  }

  /** Makes a folder and those of a Maildir in it. In a Maildir++, a file marks the folder as part of the Maildir++. */
  makeMaildir(path: string): void {
    const folder = this.folder(path, true);
    for (const part of MAILDIR_SUBFOLDERS) this.folder(path === "" ? part : `${path}/${part}`, true);
    const marker = join(folder, "maildirfolder");
    if (path.startsWith(".") && statusOf(marker) === undefined) {
      this.#onMake(`${path}/maildirfolder`);
      fs.closeSync(fs.openSync(marker, "a", 0o600));
    }
  }

  /** Makes a folder. @param whole its path @param below its path below `into` */
  #make(below: string, whole: string): void {
    this.#onMake(below);
    try {
      fs.mkdirSync(whole);
    } catch (error) {
      // Another process may have been faster.
      if (!hasCode(error, "EEXIST")) throw error;
      requireFolderAt(whole);
    }
  }
}

/** @throws DataError if the path exists and is not a folder. */
function requireFolderAt(path: string): void {
  const status = statusOf(path);
  if (status === undefined || status.isDirectory()) return;
  const kind = status.isSymbolicLink() ? "a symbolic link, which is not followed" : "not a folder";
  throw new DataError(`${path} is ${kind}: remove it, or sort into another folder`);
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
    const above = join(path, "..");
    if (!hasCode(error, "ENOENT") || above === path) throw error;
    return join(realOf(above), path.slice(join(above, "/").length));
  }
}
