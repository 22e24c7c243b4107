import { closeSync, constants, fstatSync, openSync, type Stats, statSync } from "node:fs";
import { codeOf } from "../../base/errors.js";

/** Opens a file for reading and returns its descriptor. Never waits. */
export type Opener = (path: string) => number;

/** Opens any file. */
export const openAny: Opener = (path) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

/**
 * Opens a regular file for reading. Checks the status first, because opening a device may have effects. If a pipe takes
 * its place after the check, opening does not wait, and the pipe has no bytes.
 *
 * @throws Error with the system's code, or with a message if the path is not a regular file
 */
export function openRegular(path: string): number {
  const status = statSync(path);
  if (!status.isFile()) throw new Error(status.isDirectory() ? "it is a folder" : "it is not a regular file");
  return openAny(path);
}

/**
 * Opens a file that was listed as a regular file. Somebody else may have replaced it by a symbolic link since then.
 *
 * @throws Error with the system's code, or with a message if it is now a link
 */
export const openListedFile: Opener = (path) => {
  try {
    return openUnfollowed(path);
  } catch (error) {
    if (codeOf(error) === "ELOOP") throw new Error("a symbolic link has taken its place");
    throw error;
  }
};

/** Opens a file for reading. Never waits or follows a link. @throws Error with the system's code */
export const openUnfollowed: Opener = (path) =>
  openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);

/**
 * Opens a file for reading if it passes a check.
 *
 * @param check gets the status of the open file. It throws an error if the file must not be read
 * @param open default: never waits or follows a link
 */
export function openChecked(path: string, check: (status: Stats) => void, open: Opener = openUnfollowed): number {
  const file = open(path);
  try {
    check(fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** Returns a check for `openChecked`: the open file must be the one that has this status. */
export function requireSame({ dev, ino }: Stats): (open: Stats) => void {
  return (open) => {
    if (dev !== open.dev || ino !== open.ino) throw new Error("another file took its place");
  };
}

/** Calls `use` with an open file, and closes the file afterwards. */
export function closing<T>(file: number, use: (file: number) => T): T {
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}
