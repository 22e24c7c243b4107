import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isOurs, WRITABLE_BY_OTHERS } from "../../documents/files/only-ours.js";

/** The files that the user trusts: for each real path, the digest of the content that is trusted. */
export type TrustedFiles = ReadonlyMap<string, string>;

/** Larger files are refused. */
const MAX_BYTES = 1 << 20;

/**
 * Reads the list of trusted files. Empty if there is none, or if anybody but the user may write to it or put another
 * file in its place.
 */
export function readTrusted(path: string): TrustedFiles {
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const status = fstatSync(file);
      const isOwn = [status, statSync(dirname(path))].every(isForUserAlone);
      if (!status.isFile() || !isOwn || status.size > MAX_BYTES) return new Map();
      const { trusted } = JSON.parse(readFileSync(file, "utf8")) as { trusted: Record<string, string> };
      return new Map(Object.entries(trusted));
    } finally {
      closeSync(file);
    }
  } catch {
    return new Map();
  }
}

function isForUserAlone(status: Stats): boolean {
  return isOurs(status) && (status.mode & WRITABLE_BY_OTHERS) === 0;
}

/**
 * Returns the entry of a file: its path in its real folder, on which the paths in it depend, and the digest of its
 * content. Undefined if the path of the folder is not valid UTF-8, because several folders would then have the
 * same entry.
 */
export function trustedEntry(path: string, content: Uint8Array): readonly [path: string, digest: string] | undefined {
  const { createHash } = process.getBuiltinModule("node:crypto");
  const folder = realpathSync.native(dirname(path));
  if (folder.includes("\ufffd")) return undefined;
  return [join(folder, basename(path)), createHash("sha256").update(content).digest("hex")];
}
