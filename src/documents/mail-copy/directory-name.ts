import { createHash } from "node:crypto";
import { titleOf } from "../corpora/mail-folder.js";
import { encodedFolderName } from "../files/folder-name.js";

/** Names that mean something else to readers of mail folders, and characters that some file systems do not have. */
const UNUSABLE = /^(?:cur|new|tmp|maildata)?$|[\\:*?"<>|]|[. ]$/i;

/** In characters, which are all ASCII. File systems allow 255 bytes; this leaves a margin. */
const MAX_LENGTH = 200;

/**
 * Returns the path for a mail folder below a local copy: `Entw&APw-rfe/2026` for `Entwürfe/2026`. `openCorpus` reads the
 * same name from it. A level that cannot be written like this, such as `..` or `cur`, gets a digest as its name.
 *
 * @param name of the folder, with slashes between levels
 */
export function directoryName(name: string): string {
  return name.split("/").map(levelName).join("/");
}

/** Returns the name on disk for one level of a folder's name. */
function levelName(name: string): string {
  const encoded = encodedFolderName(name);
  const isUsable = encoded.length <= MAX_LENGTH && !UNUSABLE.test(encoded) && titleOf(encoded) === name;
  // No name in modified UTF-7 is like this, because a `-` would have to follow the `&`.
  return isUsable ? encoded : `&${createHash("sha256").update(name).digest("hex").slice(0, 32)}`;
}
