import { realpathSync } from "node:fs";
import { readOwnFile, userFile } from "./own-file.js";

/** Returns the path of the list of folders whose `thresher.json` the user trusts. */
export function trustList(): string {
  return userFile("trusted.json");
}

/**
 * Reads the list: by the path of each folder, the digest of the trusted content. It is empty if there is none, or if
 * anybody else may write to it or put another file in its place.
 */
export function readTrust(): Map<string, string> {
  try {
    const file = readOwnFile(trustList());
    if (file === undefined || file.refused !== undefined) return new Map();
    const { trusted } = JSON.parse(file.content.toString()) as { trusted: Record<string, string> };
    return new Map(Object.entries(trusted));
  } catch {
    return new Map();
  }
}

/** Returns the entry in the list for a content of `thresher.json` in the current folder. */
export function trustEntry(content: Uint8Array): readonly [folder: string, digest: string] {
  const { createHash } = process.getBuiltinModule("node:crypto");
  // The bytes of the path tell folders apart, even if they are not valid UTF-8. Paths in the file depend on its folder.
  const folder = realpathSync.native(".", "buffer");
  const digest = createHash("sha256").update(folder).update("\0").update(content).digest("hex");
  return [folder.toString(), digest];
}

/** Returns whether the user trusts a content of `thresher.json` in the current folder. */
export function isTrusted(content: Uint8Array): boolean {
  const [folder, digest] = trustEntry(content);
  return readTrust().get(folder) === digest;
}
