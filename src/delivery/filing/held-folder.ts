import fs, { constants } from "node:fs";
import { hasCode } from "./file-system.js";

/** `O_PATH` of Linux, which Node.js does not name. It also opens a folder that the user may enter but not list. */
const O_PATH = 0o10000000;

/** An open folder. It stays the same folder even if another one takes its name. */
export interface HeldFolder {
  /** A path that leads to the folder. */
  readonly path: string;
  /** Its real path, without links. */
  readonly real: string;
  readonly close: () => void;
}

/**
 * Holds a folder open, because the owner of a folder on the path may replace that folder by a link at
 * any moment. Paths below `HeldFolder.path` lead to the folder that was checked. This needs the `/proc` of Linux;
 * elsewhere the path is the given one.
 *
 * @throws Error with the system's code if the folder does not exist or is not a folder
 */
export function holdFolder(folder: string): HeldFolder {
  if (process.platform !== "linux") return { path: folder, real: fs.realpathSync(folder), close: () => undefined };
  const file = fs.openSync(folder, O_PATH | constants.O_DIRECTORY);
  const close = () => fs.closeSync(file);
  try {
    const path = `/proc/self/fd/${file}`;
    const real = targetOf(path);
    return real === undefined ? { path: folder, real: fs.realpathSync(folder), close } : { path, real, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** Calls `use` with a held folder. @throws as `holdFolder`, and what `use` throws */
export function withHeldFolder<T>(folder: string, use: (held: HeldFolder) => T): T {
  const held = holdFolder(folder);
  try {
    return use(held);
  } finally {
    held.close();
  }
}

/** Returns the real path of a folder. @throws Error with the system's code */
export function realFolder(folder: string): string {
  return withHeldFolder(folder, ({ real }) => real);
}

/** Returns the target of a link; undefined if `/proc` is not mounted. */
function targetOf(link: string): string | undefined {
  try {
    return fs.readlinkSync(link);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
