import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DataError, reason } from "../../base/errors.js";
import { isOnlyOurs } from "../../base/only-ours.js";
import { makePrivateFolder } from "../../documents/files/write-file.js";

/** A file that exists: its content, or why it is not used. */
export type OwnFile = { readonly content: Buffer; readonly refused?: undefined } | { readonly refused: string };

/** Reading a larger file is an error; no real configuration comes near this. */
const MAX_BYTES = 1 << 20;

/** Returns the path of one of the user's configuration files: below `$XDG_CONFIG_HOME`, otherwise below `~/.config`. */
export function userFile(name: string): string {
  const { XDG_CONFIG_HOME } = process.env;
  const folder = XDG_CONFIG_HOME?.startsWith("/") ? XDG_CONFIG_HOME : join(homeFolder(), ".config");
  return join(folder, "thresher", name);
}

/** Returns the home folder of the user: `HOME`, otherwise the one that the system has for the account. */
export function homeFolder(): string {
  return process.env.HOME || process.getBuiltinModule("node:os").homedir();
}

/**
 * Reads a file, unless another user may write to it or put another in its place.
 *
 * @returns undefined if there is no file
 * @throws DataError if it cannot be read, is too large or is not a regular file.
 */
export function readOwnFile(path: string): OwnFile | undefined {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EACCES: a program that runs as another user may be unable to read its HOME.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return undefined;
    throw new DataError(`${path} cannot be read: ${reason(error)}`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new DataError(`${path} is not a file`);
    if (!isOnlyOurs(status)) return { refused: "another user owns the file or may write to it" };
    if (!isOnlyOurs(statSync(dirname(path)))) return { refused: "another user owns its folder or may write to it" };
    if (status.size > MAX_BYTES) throw new DataError(`${path} is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    return { content: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

/** Returns the folder for the state of a mail account, which only the user may enter. @param make whether to make it */
export function accountState(name: string, make: boolean): string {
  const { XDG_STATE_HOME } = process.env;
  const state = XDG_STATE_HOME?.startsWith("/") ? XDG_STATE_HOME : join(homeFolder(), ".local/state");
  const folder = join(state, "thresher/mailbox", name);
  if (make) makePrivateFolder(folder);
  return folder;
}
