import { realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { openChecked, readRegular } from "../../documents/files/files.js";
import { isOurs, WRITABLE_BY_OTHERS } from "../../documents/files/only-ours.js";

/** Larger files are refused. */
const MAX_BYTES = 1 << 20;

/**
 * Reads the list of trusted files: for each real path, the digest of the content that is trusted. Empty if there is
 * none, or if anybody but the user may write to it or put another file in its place.
 */
export function readTrusted(path: string): ReadonlyMap<string, string> {
  try {
    const bytes = readRegular(path, undefined, () => openChecked(path, (status) => requireOwn(status, path)));
    const { trusted } = JSON.parse(bytes.toString()) as { trusted: Record<string, string> };
    return new Map(Object.entries(trusted));
  } catch {
    return new Map();
  }
}

/** @throws Error unless the file is a small one that only the user may write to or replace. */
function requireOwn(status: Stats, path: string): void {
  const isOwn = [status, statSync(dirname(path))].every(
    ({ uid, mode }) => isOurs({ uid }) && (mode & WRITABLE_BY_OTHERS) === 0,
  );
  if (!isOwn || !status.isFile() || status.size > MAX_BYTES) throw new Error("not the user's own list");
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
