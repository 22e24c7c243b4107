import fs from "node:fs";
import { basename, dirname, join } from "node:path";
import { DELIVERED, isMaildir, isMaildirFolder } from "../../documents/files/maildir.js";
import { numberedName } from "../../documents/files/safe-name.js";
import { type Digest, statusOf } from "./file-system.js";

/** The folders of a Maildir (cr.yp.to/proto/maildir.html). */
export const MAILDIR_SUBFOLDERS = [...DELIVERED, "tmp"] as const;
/** One of the folders. */
export type MaildirSubfolder = (typeof MAILDIR_SUBFOLDERS)[number];

/** Returns the names of the folders in a Maildir (Maildir++), without their dot; undefined if it is not a Maildir. */
export function maildirFolders(folder: string): string[] | undefined {
  if (!isMaildir(folder)) return undefined;
  const entries = fs.readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() && isMaildirFolder(entry.name) ? [entry.name.slice(1)] : []));
}

/** Returns the folder of a Maildir that holds a file; undefined if it is not in a Maildir. */
export function maildirSubfolder(path: string): MaildirSubfolder | undefined {
  const folder = dirname(path);
  const subfolder = MAILDIR_SUBFOLDERS.find((name) => name === basename(folder));
  return subfolder !== undefined && isMaildir(dirname(folder)) ? subfolder : undefined;
}

/** The number that mbsync gives a message in its folder. In another folder it would be that of another message. */
const MBSYNC_NUMBER = /,U=\d+(?=[,:]|$)/;

/** Returns the name of a message for another folder: without the number of mbsync. */
export function movableName(name: string): string {
  return name.replace(MBSYNC_NUMBER, "");
}

/** Returns the name of a file without its flags (`:2,FS`) and without mbsync's number, which programs change. */
export function uniqueName(name: string): string {
  const colon = name.indexOf(":");
  return movableName(colon < 0 ? name : name.slice(0, colon));
}

/** Returns another unique name, with the number `n` and the same flags. */
export function numberedUnique(name: string, n: number): string {
  const unique = uniqueName(name);
  const flags = name.slice(unique.length);
  // Its dots separate time, process and host: there is no extension to keep.
  return numberedName(unique.replaceAll(".", "\0"), n).replaceAll("\0", ".") + flags;
}

/**
 * Returns a Maildir name for a message that has none. It has a digest in place of the process and the counter, so
 * the same message gets the same name again.
 *
 * @param time when its file was written, in milliseconds since 1970
 */
export function maildirName({ digest, size }: Digest, time: number): string {
  return `${Math.max(0, Math.floor(time / 1000))}.${digest.slice(0, 24)}.thresher,S=${size}`;
}

/**
 * Returns the present path of a file; undefined if it is gone. Programs that show a message of a Maildir move it
 * from `new` to `cur` and change its flags.
 */
export function presentPath(path: string): string | undefined {
  if (statusOf(path) !== undefined) return path;
  if (maildirSubfolder(path) === undefined) return undefined;
  const unique = uniqueName(basename(path));
  const maildir = dirname(dirname(path));
  for (const subfolder of DELIVERED) {
    const name = fs.readdirSync(join(maildir, subfolder)).find((other) => uniqueName(other) === unique);
    if (name !== undefined) return join(maildir, subfolder, name);
  }
  return undefined;
}
