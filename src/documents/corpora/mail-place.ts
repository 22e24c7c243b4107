import { type Dirent, opendirSync } from "node:fs";
import { join } from "node:path";
import { isMaildir } from "../files/maildir.js";
import { statusOf } from "../files/open-file.js";
import { isOfMh, isPackage, MH_CONTEXT, MH_MESSAGE } from "./mail-stores.js";

/** How deep to search for mail folders, which may have accounts and other folders around them. */
const DEPTH = 6;

/** How many plain files of a folder are examined for signs of a mail program. */
const LOOKED_AT = 64;

/** Each folder of Apple Mail has one of these. */
const APPLE_FILES = ["mbox", "Messages", "Info.plist"];

/** Files that only mail programs make: the indexes and the list of profiles of Thunderbird. */
const OF_PROGRAMS = /.\.msf$|^profiles\.ini$/;

/** Folders that only mail programs make: for nested folders, and with the data of Apple Mail. */
const FOLDERS_OF_PROGRAMS = /.\.sbd$|^\..+\.directory$|^MailData$/;

/**
 * Whether a folder is one of a mail program, or contains folders of mail programs and no folder with plain files. Lists
 * only the first files of a large folder.
 *
 * @param hasOthers whether plain files may be beside the mail folders. Default false
 */
export function isMailPlace(folder: string, hasOthers = false): boolean {
  return lookAt(folder, DEPTH, hasOthers) === "mail";
}

/**
 * Finds out what a folder contains: `plain` if there are files that no mail program would keep there, otherwise `mail`
 * if there is a mail folder, undefined if nothing tells. Files with numbers as names tell nothing: they may be of MH.
 */
function lookAt(folder: string, depth: number, hasOthers = false): "mail" | "plain" | undefined {
  if (isStore(folder) || isProfile(folder)) return "mail";
  const inside: string[] = [];
  let hasMail = false;
  let isPlain = false;
  let seen = 0;
  for (const entry of entriesOf(folder)) {
    const { name } = entry;
    if ((entry.isDirectory() ? FOLDERS_OF_PROGRAMS : OF_PROGRAMS).test(name)) return "mail";
    if (name.startsWith(".")) continue;
    if (entry.isDirectory() && isPackage(name)) hasMail = true;
    else if (entry.isDirectory()) inside.push(join(folder, name));
    else if (entry.isFile() && !hasOthers && name !== MH_CONTEXT) {
      isPlain ||= !MH_MESSAGE.test(name);
      if (++seen === LOOKED_AT) break;
    }
  }
  if (isPlain) return "plain";
  for (const path of depth === 0 ? [] : inside) {
    const kind = lookAt(path, depth - 1);
    if (kind === "plain") return kind;
    hasMail ||= kind === "mail";
  }
  return hasMail ? "mail" : undefined;
}

/** Whether a folder contains messages in a format of mail programs. */
function isStore(folder: string): boolean {
  const has = (name: string) => statusOf(join(folder, name)) !== undefined;
  return isMaildir(folder) || isOfMh(folder) || (isPackage(folder) && APPLE_FILES.some(has));
}

/** Yields the entries of a folder one by one. Yields nothing if it cannot be listed. */
function* entriesOf(path: string): Generator<Dirent> {
  try {
    const folder = opendirSync(path);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
    } finally {
      folder.closeSync();
    }
  } catch {
    // The next attempt to read the folder reports the reason.
  }
}

/** The folders in a Thunderbird profile that contain mail: `Mail` for local folders and POP, `ImapMail` for IMAP. */
export const MAIL_FOLDERS: readonly string[] = ["Mail", "ImapMail"];

/** Whether a folder is a Thunderbird profile. */
export function isProfile(folder: string): boolean {
  const hasPreferences = statusOf(join(folder, "prefs.js")) !== undefined;
  return hasPreferences && MAIL_FOLDERS.some((name) => statusOf(join(folder, name))?.isDirectory());
}
