import { type Dirent, opendirSync } from "node:fs";
import { dirname, join } from "node:path";
import { orElse } from "../../base/errors.js";
import { ARCHIVE_FORMATS } from "../archives/archives.js";
import { isSeparator } from "../archives/mailbox-header.js";
import { isMaildir, isTrashed } from "../files/maildir.js";
import { type OpenFile, readRegular, statusOf, withOpenFile } from "../files/open-file.js";

/** A format in which mail programs keep the messages of a folder. */
interface StoreForm {
  /** The name of one folder in this format, and of several. */
  readonly title: readonly [one: string, many: string];
  /** Whether a folder has this format, by its name and entries. */
  readonly fits: (folder: MailListing) => boolean;
  /** Whether a folder in it contains messages of the same mail folder, and is not a mail folder itself. */
  readonly isSection: (name: string) => boolean;
  /** Returns the kind of a file; undefined if it belongs to the program. Also called for files in the sections. */
  readonly kindOf: (name: string, isInSection: boolean, path: string) => "message" | "deleted" | "mailbox" | undefined;
}

/** The entries of a folder. */
export interface MailListing {
  /** The path of the folder. */
  readonly path: string;
  /** The name of the folder itself. */
  readonly name: string;
  readonly files: ReadonlySet<string>;
  readonly folders: ReadonlySet<string>;
  /** The names of the files beside the folder. */
  readonly beside: ReadonlySet<string>;
}

/** Names of files that MH, xmh, Claws Mail and Sylpheed keep in each folder. */
const MH_FILES = ".mh_sequences .xmhcache .claws_cache .claws_mark .sylpheed_cache .sylpheed_mark".split(" ");

/** The name of the file that MH keeps beside its folders. */
export const MH_CONTEXT = "context";

/** Matches the name of a message of MH. A comma or `#` before the number marks a removed message. */
export const MH_MESSAGE = /^[,#]?\d+$/;

/** A format that keeps each message in a file. */
export type FileStore = "maildir" | "apple" | "mh";
/** The format of a mail folder. */
export type MailStore = FileStore | "mailbox";

/**
 * The formats of mail folders. The first one that fits a folder is used. A folder without messages may contain other
 * mail folders, some of which may be mailboxes. A new format is an entry here.
 */
export const STORES: Readonly<Record<FileStore, StoreForm>> = {
  maildir: {
    title: ["Maildir", "Maildirs"],
    // Thunderbird makes no folder `new`, but an index NAME.msf for each folder NAME.
    fits: ({ name, folders, beside }) => folders.has("cur") && (folders.has("new") || beside.has(`${name}.msf`)),
    isSection: (name) => name === "cur" || name === "new",
    kindOf: (name, isInSection) => {
      if (!isInSection || name.startsWith(".")) return undefined;
      return isTrashed(name) ? "deleted" : "message";
    },
  },
  /** `Name.mbox`, a folder with a file `mbox`, or with messages in `Messages` or in `UUID/Data/3/Messages`. */
  apple: {
    title: ["folder of Apple Mail", "folders of Apple Mail"],
    fits: ({ name }) => isPackage(name),
    isSection: (name) => !isPackage(name),
    kindOf: (name, isInSection, path) => {
      if (name === "mbox" && !isInSection) return "mailbox";
      if (!name.endsWith(".emlx")) return undefined;
      return isDeletedEmlx(path) ? "deleted" : "message";
    },
  },
  mh: {
    title: ["MH folder", "MH folders"],
    fits: ({ path, files }) =>
      isOfMh(path) || [...files].some((name) => MH_MESSAGE.test(name) && !isMailbox(join(path, name))),
    isSection: () => false,
    kindOf: (name, _, path) => {
      if (!MH_MESSAGE.test(name)) return undefined;
      if (!/^\d/.test(name)) return "deleted";
      // Thunderbird's archive of a year has the name of the year.
      return isMailbox(path) && !isOfMh(dirname(path)) ? undefined : "message";
    },
  },
};

/** Whether a folder has files that MH keeps in each folder. */
export function isOfMh(folder: string): boolean {
  return MH_FILES.some((name) => statusOf(join(folder, name)) !== undefined);
}

/** How many bytes show that a file is a mailbox. */
const BEGINNING = 2048;

/** Whether a file is empty or begins as a mailbox. Messages of MH have no `From ` line. */
export function isMailbox(path: string): boolean {
  const beginning = orElse(() => readRegular(path, BEGINNING), undefined);
  return beginning !== undefined && (beginning.length === 0 || isSeparator(beginning));
}

/** Returns the name of one mail folder in a format, and of several. */
export function storeTitle(store: MailStore): StoreForm["title"] {
  return (store === "mailbox" ? ARCHIVE_FORMATS.mailbox : STORES[store]).title;
}

/** Returns the format in which a folder keeps messages; undefined if it does not keep messages. */
export function storeOf(folder: MailListing): FileStore | undefined {
  return (Object.keys(STORES) as FileStore[]).find((name) => STORES[name].fits(folder));
}

/** Whether a folder has the name of a mailbox, as the folders of Apple Mail have. */
export function isPackage(name: string): boolean {
  return name.toLowerCase().endsWith(".mbox");
}

/** In bytes. How much of the end of a file is searched. The property list there has at most a few kilobytes. */
const END = 1 << 14;

/** The bit of `flags` for a deleted message. */
const DELETED = 2;

/**
 * Whether a file of Apple Mail (`12.emlx`: the length of a message, the message, and a property list) says that the
 * message is deleted. Returns false if the file cannot be read or is incomplete.
 */
function isDeletedEmlx(path: string): boolean {
  const state = orElse(() => withOpenFile(path, lastText), "");
  const flags = /<key>flags<\/key>\s*<integer>(\d{1,20})<\/integer>/.exec(state.slice(state.lastIndexOf("<?xml")));
  // Divided instead of `&`, because the flags may have more than 32 bits.
  return flags !== null && Math.floor(Number(flags[1]) / DELETED) % 2 === 1;
}

/** Returns the end of a file, with one character per byte. */
function lastText({ size, read }: OpenFile): string {
  const end = Buffer.alloc(Math.min(size, END));
  read(size - end.length, end);
  return end.toString("latin1");
}

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
  for (const entry of eachEntry(folder)) {
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
function* eachEntry(path: string): Generator<Dirent> {
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
