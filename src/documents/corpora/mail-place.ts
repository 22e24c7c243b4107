import { type Dirent, opendirSync } from "node:fs";
import { join } from "node:path";
import { statusOf } from "../files/files.js";
import { isMaildir } from "../files/maildir.js";
import { isProfile } from "./mail-profile.js";
import { isPackage, MH_CONTEXT, MH_FILES, MH_MESSAGE } from "./mail-stores.js";

/** Mail folders lie no deeper than this, with accounts and folders around them. */
const DEPTH = 6;

/** How many files are looked at to find those of a mail program. */
const LOOKED_AT = 64;

/** A folder of Apple Mail has one of these. */
const APPLE_FILES = ["mbox", "Messages", "Info.plist"];

/** Files and folders that only mail programs make: indexes, the folders below a folder, the data of Apple Mail. */
const OF_PROGRAMS = /.\.msf$|^profiles\.ini$/;
const FOLDERS_OF_PROGRAMS = /.\.sbd$|^\..+\.directory$|^MailData$/;

/**
 * Whether a folder is one of a mail program, or holds such folders and no plain ones. Of a folder of plain files, only
 * the beginning is listed.
 *
 * @param hasOthers whether there may be plain files beside the mail folders. Default false
 */
export function isMailPlace(folder: string, hasOthers = false): boolean {
  return lookAt(folder, DEPTH, hasOthers) === "mail";
}

/**
 * `plain` if there are files that no mail program would keep there; `numbers` if all names may be those of MH; undefined
 * if there is nothing.
 */
function lookAt(folder: string, depth: number, hasOthers = false): "mail" | "plain" | "numbers" | undefined {
  if (isStore(folder) || isProfile(folder)) return "mail";
  const inside: string[] = [];
  let found: "mail" | "numbers" | undefined;
  let isPlain = false;
  let seen = 0;
  for (const entry of entriesOf(folder)) {
    const { name } = entry;
    if ((entry.isDirectory() ? FOLDERS_OF_PROGRAMS : OF_PROGRAMS).test(name)) return "mail";
    if (name.startsWith(".")) continue;
    if (entry.isDirectory() && isPackage(name)) found = "mail";
    else if (entry.isDirectory()) inside.push(join(folder, name));
    else if (entry.isFile() && !hasOthers && name !== MH_CONTEXT) {
      if (MH_MESSAGE.test(name)) found ??= "numbers";
      else isPlain = true;
      if (++seen === LOOKED_AT) break;
    }
  }
  if (isPlain) return "plain";
  for (const path of depth === 0 ? [] : inside) {
    const kind = lookAt(path, depth - 1);
    if (kind === "plain") return kind;
    if (found !== "mail") found = kind ?? found;
  }
  return found;
}

/** Whether a folder keeps messages in one of the ways of mail programs. */
function isStore(folder: string): boolean {
  const has = (name: string) => statusOf(join(folder, name)) !== undefined;
  return isMaildir(folder) || MH_FILES.some(has) || (isPackage(folder) && APPLE_FILES.some(has));
}

/** The entries of a folder, as far as they are asked for; none if it cannot be listed. */
function* entriesOf(path: string): Generator<Dirent> {
  try {
    const folder = opendirSync(path);
    try {
      for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
    } finally {
      folder.closeSync();
    }
  } catch {
    // Whatever reads the folder next reports why.
  }
}
