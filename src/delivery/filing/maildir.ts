import { basename, dirname, join } from "node:path";
import { isMaildirFolder } from "../../documents/files/maildir.js";
import { numberedName } from "../../documents/files/numbered-name.js";
import type { Digest } from "./digest.js";
import { type FileSystem, isFolder, statusOf } from "./file-system.js";

/** Where delivered messages lie: `new` has those that no program has shown yet. */
export const DELIVERED = ["cur", "new"] as const;

/** The folders of a Maildir (cr.yp.to/proto/maildir.html). */
export const MAILDIR_PARTS = [...DELIVERED, "tmp"] as const;
/** One of the folders. */
export type MaildirPart = (typeof MAILDIR_PARTS)[number];

/** Whether a folder has the three of a Maildir. */
export function isMaildir(files: FileSystem, folder: string): boolean {
  return MAILDIR_PARTS.every((part) => isFolder(files, join(folder, part)));
}

/** The names of the folders in a Maildir (Maildir++), without their dot; undefined of what is no Maildir. */
export function maildirFolders(files: FileSystem, folder: string): string[] | undefined {
  if (!isMaildir(files, folder)) return undefined;
  const entries = files.readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() && isMaildirFolder(entry.name) ? [entry.name.slice(1)] : []));
}

/** Which folder of a Maildir a file lies in; undefined if in none. */
export function maildirPart(files: FileSystem, path: string): MaildirPart | undefined {
  const folder = dirname(path);
  const part = MAILDIR_PARTS.find((name) => name === basename(folder));
  return part !== undefined && isMaildir(files, dirname(folder)) ? part : undefined;
}

/** The part of a name that stays, whatever a program does with the flags behind it (`:2,FS`). */
export function uniqueName(name: string): string {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(0, colon);
}

/** Another unique name, with the same flags. */
export function numberedUnique(name: string, n: number): string {
  const unique = uniqueName(name);
  const flags = name.slice(unique.length);
  // Its dots separate time, process and host: there is no extension to keep.
  return numberedName(unique.replaceAll(".", "\0"), n).replaceAll("\0", ".") + flags;
}

/**
 * A name for a message that has none of a Maildir: its time, and digits of its content in
 * place of a process and a counter, so that the same message has the same name again.
 *
 * @param time when its file was written, in milliseconds since 1970
 */
export function maildirName({ digest, size }: Digest, time: number): string {
  return `${Math.max(0, Math.floor(time / 1000))}.${digest.slice(0, 24)}.thresher,S=${size}`;
}

/**
 * Where a message is that was put into a Maildir: a program that shows it moves it from
 * `new` to `cur` and changes its flags.
 *
 * @returns the path as it was if the file is there, or if it lies in no Maildir; undefined if it is gone
 */
export function presentPath(files: FileSystem, path: string): string | undefined {
  if (statusOf(files, path) !== undefined) return path;
  if (maildirPart(files, path) === undefined) return undefined;
  const unique = uniqueName(basename(path));
  const maildir = dirname(dirname(path));
  for (const part of DELIVERED) {
    const name = files.readdirSync(join(maildir, part)).find((other) => uniqueName(other) === unique);
    if (name !== undefined) return join(maildir, part, name);
  }
  return undefined;
}
