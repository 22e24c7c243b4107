import { archiveForm, withoutEnding } from "../archives/archives.js";
import { type FolderPaths, PathList } from "../files/list-files.js";
import type { PathPatterns } from "../files/path-patterns.js";
import { decodedFolderName } from "../files/safe-name.js";
import type { FolderListing } from "./folder-listing.js";
import type { MailStore } from "./mail-stores.js";

/** The class of the messages that are in a Maildir itself and not in its folders. */
export const INBOX = "inbox";

/** A folder of messages in the storage of a mail program. */
export interface MailFolder {
  /** The names of the folder and the folders around it, as mail programs show them, with slashes between them. */
  readonly label: string;
  /** The path below the root; "" for the root. */
  readonly path: string;
  readonly store: MailStore;
  /** The folders on disk where its messages are files, with these messages. */
  readonly sections: readonly FolderPaths[];
  /** The path of the mailbox that contains its messages, if there is one. */
  readonly mailbox?: string;
}

/**
 * Returns the name of a folder as mail programs show it, decoded and without the additions to its name on disk: `Spam`
 * for `.Spam`, `Spam.sbd`, `Spam.msf`, `Spam.mbox` or `.Spam.directory`.
 */
export function titleOf(name: string): string {
  const own = name.replace(/^\.(.+)\.directory$/, "$1").replace(/(.)\.(?:sbd|msf)$/, "$1");
  return decodedFolderName((archiveForm(own) === "mailbox" ? withoutEnding(own) : own).replace(/^\.(?=[^.])/, ""));
}

/**
 * Lists the messages of mail folders: the files in the order of their folders, the mailboxes, and a table of the class
 * of each folder on disk.
 *
 * @param label the class of all of them. Default: each folder is a class
 */
export function listingOf(
  folders: readonly MailFolder[],
  label?: string,
): Omit<FolderListing, "problems" | "layout"> & { readonly layout: Readonly<Record<string, string>> } {
  const layout: Record<string, string> = {};
  const sections = folders.flatMap((folder) =>
    folder.sections.map((section) => ({ ...section, label: label ?? folder.label })),
  );
  sections.sort((a, b) => (a.folder < b.folder ? -1 : 1));
  for (const section of sections) layout[section.folder] = section.label;
  const archives = folders.flatMap(({ mailbox: path, label: own }) =>
    path === undefined ? [] : [{ path, form: "mailbox" as const, label: label ?? own }],
  );
  return { ids: new PathList(sections.map(({ folder, names }) => ({ folder, names }))), archives, layout };
}

/** Returns the folders with only the messages that match the patterns. Removes folders without matching messages. */
export function matchingFolders(folders: readonly MailFolder[], patterns: PathPatterns): MailFolder[] {
  return folders
    .filter((folder) => !patterns.excludes(namesOf(folder)))
    .map((folder) => matching(folder, patterns))
    .filter(hasMessages);
}

/** Whether a mail folder has any messages. */
export function hasMessages({ sections, mailbox }: MailFolder): boolean {
  return sections.some(({ names }) => names.length > 0) || mailbox !== undefined;
}

/** Returns the folder with only the messages that match the patterns. */
function matching(folder: MailFolder, patterns: PathPatterns): MailFolder {
  if (patterns.isEmpty) return folder;
  const labels = labelsOf(folder);
  // All names of a file or folder in it: the path, and the path below the names in mail programs.
  const below = (path: string) => path.slice(folder.path === "" ? 0 : folder.path.length + 1);
  const namesOfPath = (path: string) => [path, ...labels.map((label) => `${label}/${below(path)}`)];
  const isWanted = (file: string) => !patterns.excludes(namesOfPath(file)) && patterns.includes(namesOfPath(file));
  const sections = folder.sections
    .filter((section) => !patterns.excludes(namesOfPath(section.folder.slice(0, -1))))
    .map((section) => ({ ...section, names: section.names.filter((name) => isWanted(section.folder + name)) }));
  const { mailbox, ...rest } = folder;
  const isIncluded = mailbox !== undefined && patterns.includes([mailbox, ...labels]);
  return { ...rest, sections, ...(isIncluded && { mailbox }) };
}

/** The spellings of the inbox. IMAP writes it in capitals, some programs in lower case. */
const INBOX_NAMES = [INBOX, "INBOX", "Inbox"];

/** Returns the names of a folder in mail programs. Some programs show `Lists.node` as `Lists/node`. */
function labelsOf({ label }: MailFolder): string[] {
  return label.toLowerCase() === INBOX ? INBOX_NAMES : [...new Set([label, label.replaceAll(".", "/")])];
}

/**
 * Returns all names of a folder that a pattern may use: its path (`cur` and `new` for the root), and in mail programs
 * its name and those around it.
 */
export function namesOf(folder: MailFolder): string[] {
  const own = folder.path === "" ? ["cur", "new"] : [folder.path];
  const around = folder.label.split(/[./]/).map((_, n, names) => names.slice(0, n).join("/"));
  return [...own, ...labelsOf(folder), ...around.slice(1)];
}
