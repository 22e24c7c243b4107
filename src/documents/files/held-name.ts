import fs, { constants } from "node:fs";

/** `O_PATH` of Linux, which Node.js does not name. It also opens what the user may not read. */
const O_PATH = 0o10000000;

/** A file or folder that is held open. It stays the same one even if another takes its name. */
export interface HeldName {
  /** A path that leads to it. */
  readonly path: string;
  readonly status: fs.Stats;
  readonly close: () => void;
}

/**
 * Holds a name open without reading it or following a link, because the owner of a folder on the path may replace it at
 * any moment. This needs the `/proc` of Linux; elsewhere the path is the given one.
 *
 * @param flags of `open`, besides `O_PATH`. Default: a link is not followed
 * @throws Error with the system's code
 */
export function holdName(name: string, flags: number = constants.O_NOFOLLOW): HeldName {
  if (process.platform !== "linux") {
    // With a slash at the end, the system finds only folders and links to folders.
    const status = fs.lstatSync(flags === constants.O_DIRECTORY ? `${name}/` : name);
    return { path: name, status, close: () => undefined };
  }
  const file = fs.openSync(name, O_PATH | flags);
  const path = `/proc/self/fd/${file}`;
  return { path: fs.existsSync(path) ? path : name, status: fs.fstatSync(file), close: () => fs.closeSync(file) };
}

/** A held folder. Paths below its path lead to the folder that was checked. */
export interface HeldFolder extends HeldName {
  /** Its real path, without links. */
  readonly real: string;
}

/** Holds a folder open. @throws Error with the system's code if the folder does not exist or is not a folder */
export function holdFolder(folder: string): HeldFolder {
  const held = holdName(folder, constants.O_DIRECTORY);
  try {
    const real = held.path === folder ? fs.realpathSync(folder) : fs.readlinkSync(held.path);
    return { ...held, real };
  } catch (error) {
    held.close();
    throw error;
  }
}

/** Calls `use` with a held file or folder, then closes it. @throws what `use` throws */
export function withHeld<H extends HeldName, T>(held: H, use: (held: H) => T): T {
  try {
    return use(held);
  } finally {
    held.close();
  }
}

/** Returns the real path of a folder. @throws as `holdFolder` */
export function realFolder(folder: string): string {
  return withHeld(holdFolder(folder), ({ real }) => real);
}
