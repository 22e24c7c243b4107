import { join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { FILE_SYSTEM, type FileSystem, hasCode, statusOf } from "./file-system.js";
import { isMaildir, MAILDIR_PARTS } from "./maildir.js";
import { isJournalFolder } from "./open-journal.js";

/** The folders below the one that is filed into. A link in place of one is never followed. */
export class TargetFolders {
  readonly #files: FileSystem;
  readonly #into: string;
  readonly #onMake: (path: string) => void;

  /**
   * @param into a real path
   * @param onMake called with the path, below `into`, of what is about to be made
   */
  constructor(files: FileSystem, into: string, onMake: (path: string) => void) {
    this.#files = files;
    this.#into = into;
    this.#onMake = onMake;
  }

  /**
   * Looks at each folder on a path, and makes it if it is to be there.
   *
   * @param path below `into`, with `/`
   * @returns the whole path
   * @throws DataError if one is no folder.
   */
  folder(path: string, make: boolean): string {
    const parts = path.split("/");
    for (let n = 1; n <= parts.length; n++) {
      const below = parts.slice(0, n).join("/");
      const whole = join(this.#into, below);
      const status = statusOf(this.#files, whole);
      if (status === undefined && make) this.#make(below, whole);
      else requireFolderAt(this.#files, whole);
    }
    return join(this.#into, path);
  }

  /** As `folder`, and the folders of a Maildir in it; of a Maildir++, the file that marks it as a part of one, too. */
  maildir(path: string, make: boolean): string {
    const folder = this.folder(path, make);
    for (const part of MAILDIR_PARTS) this.folder(path === "" ? part : `${path}/${part}`, make);
    const marker = join(folder, "maildirfolder");
    if (make && path.startsWith(".") && statusOf(this.#files, marker) === undefined) {
      this.#onMake(`${path}/maildirfolder`);
      this.#files.closeSync(this.#files.openSync(marker, "a", 0o600));
    }
    return folder;
  }

  /** Whether there is a Maildir already. */
  isMaildir(path: string): boolean {
    return isMaildir(this.#files, join(this.#into, path));
  }

  #make(below: string, whole: string): void {
    this.#onMake(below);
    try {
      // What is in a journal is obeyed: nobody else may write there, whatever is usual for this user.
      this.#files.mkdirSync(whole, isJournalFolder(below) ? { mode: 0o700 } : undefined);
    } catch (error) {
      // Another run may have been faster.
      if (!hasCode(error, "EEXIST")) throw error;
      requireFolderAt(this.#files, whole);
    }
  }
}

/** Nothing is fine, too: it is asked for where something is to be put. */
function requireFolderAt(files: FileSystem, path: string): void {
  const status = statusOf(files, path);
  if (status === undefined || status.isDirectory()) return;
  const what = status.isSymbolicLink() ? "a symbolic link, which is not followed" : "not a folder";
  throw new DataError(`${path} is ${what}: remove it, or sort into another folder`);
}

/**
 * The real path of the folder that is filed into.
 *
 * @param make whether it is to be there afterwards
 * @throws DataError if something else is there, or it cannot be made.
 */
export function realInto(path: string, make: boolean, files: FileSystem = FILE_SYSTEM): string {
  try {
    if (make) files.mkdirSync(path, { recursive: true });
    const real = realOf(files, path);
    const status = statusOf(files, real);
    if (status !== undefined && !status.isDirectory()) throw new Error("it is not a folder");
    return real;
  } catch (error) {
    const why = hasCode(error, "EEXIST", "ENOTDIR") ? "it is not a folder" : reason(error);
    throw new DataError(`cannot sort into ${path}: ${why}`);
  }
}

/** Of what is not there yet, that of the folder that it would be in. */
function realOf(files: FileSystem, path: string): string {
  try {
    return files.realpathSync(path);
  } catch (error) {
    const above = join(path, "..");
    if (!hasCode(error, "ENOENT") || above === path) throw error;
    return join(realOf(files, above), path.slice(join(above, "/").length));
  }
}
