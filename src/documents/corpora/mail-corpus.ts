import { DataError } from "../../base/errors.js";
import { groupedBy } from "../../base/lists.js";
import { PathPatterns } from "../files/path-patterns.js";
import { isSpecialFolder } from "../files/special-folders.js";
import type { Problem } from "../problem.js";
import type { Corpus } from "./corpus.js";
import type { CorpusForm, CorpusOptions } from "./corpus-options.js";
import { mailFolders } from "./find-mail-folders.js";
import { counted, openListed } from "./folder-listing.js";
import { entriesAt } from "./folders.js";
import { listingOf, type MailFolder, matchingFolders, namesOf } from "./mail-folder.js";
import { storeTitle } from "./mail-stores.js";

/**
 * Opens the mail folders of a mail program: nested Maildirs (`Lists/node/cur`, `.Lists.node/cur`), mailboxes of
 * Thunderbird, packages of Apple Mail, MH folders. Each folder is a class with the name that the program shows. Folders
 * with the same name in several accounts are one class. Leaves out the inbox and the folders of sent, draft, deleted
 * and template messages, and of calendars, contacts and the like, unless an include pattern names them, because nobody
 * sorts messages into these. Patterns may use the names that mail programs show (`Trash`, `Lists/node`, `inbox`) or the
 * names of the files.
 *
 * @throws DataError if the folder cannot be listed, or no folder that counts has a message.
 */
export function openMail(root: string, options: CorpusOptions): Corpus {
  // Throws if the folder cannot be listed.
  entriesAt(root);
  const problems: Problem[] = [];
  const folders = mailFolders(root, { report: (problem) => problems.push(problem) });
  if (folders.length === 1 && folders[0].path === "") throw new DataError(`${root}: ${onlyText(folders[0])}`);
  const taken = chooseFolders(folders, options, (problem) => problems.push(problem));
  if (taken.length === 0) throw new DataError(`${root}: ${whyEmpty(folders, problems)}`, { options: ["include"] });
  return openListed(root, { ...listingOf(taken), problems }, options, formOf(taken));
}

/** Returns the folders that are classes, with the messages that match the patterns. */
function chooseFolders(
  folders: readonly MailFolder[],
  options: CorpusOptions,
  report: (problem: Problem) => void,
): MailFolder[] {
  // Hidden files match, because the folders of Maildir++ begin with a dot.
  const all = new PathPatterns(options, true);
  // Exchange and Outlook do not write MH folders.
  const special = folders.filter(({ label, store }) => isSpecialFolder(label, store !== "mh"));
  // For each special folder, the include patterns that ask for it.
  const asking = new Map(special.map((folder) => [folder, all.naming(namesOf(folder))]));
  // If all patterns are names of special folders, these are added to the folders that count by default.
  const folderNames = new Set([...asking.values()].flat().flatMap(({ text, isName }) => (isName ? [text] : [])));
  const isAdded = options.include?.every((pattern) => folderNames.has(pattern));
  const patterns = isAdded ? new PathPatterns({ exclude: options.exclude ?? [] }, true) : all;

  // Whether a folder is left out: it is special, and no pattern names it.
  const isLeftOut = (folder: MailFolder) => asking.get(folder)?.length === 0;
  const found = folders.filter((folder) => !patterns.excludes(namesOf(folder)));
  const leftOut = found.filter(isLeftOut);
  const counting = found.filter((folder) => !isLeftOut(folder));
  const taken = matchingFolders(counting, patterns);
  const labels = new Set(taken.map(({ label }) => label));
  for (const { label: where } of counting) if (!labels.has(where)) report({ kind: "empty class", where });
  for (const { label: where } of matchingFolders(leftOut, patterns)) report({ kind: "special folder", where });
  for (const problem of patterns.unmatched) report(problem);
  return taken;
}

/** Returns the description of the folders: a Maildir with its folders, or a folder with stores of several kinds. */
function formOf(folders: readonly MailFolder[]): CorpusForm {
  const isMaildir = folders.every(({ store, path }) => store === "maildir" && /^(?:$|\.)/.test(path));
  const labels = new Set(folders.map(({ label }) => label)).size;
  const [many] = counted(labels, ["folder", "folders"]);
  if (isMaildir) return { title: `Maildir with ${many}`, unit: "message" };
  const stores = groupedBy(folders, ({ store }) => store);
  const parts = [...stores].flatMap(([store, { length }]) => counted(length, storeTitle(store)));
  return { title: `folder with ${parts.join(" and ")}`, unit: "message" };
}

/** Returns why a mail folder without folders in it is no corpus. */
function onlyText({ store }: MailFolder): string {
  const [one] = storeTitle(store);
  const make = store === "maildir" ? ", or make folders such as .spam in it" : "";
  return `this ${one} has no folders, and each folder would be a class: name the folder that it lies in${make}`;
}

/** Returns why no folder has a message that counts, and what to do. */
function whyEmpty(folders: readonly MailFolder[], problems: readonly Problem[]): string {
  const leftOut = problems.flatMap(({ kind, where }) => (kind === "special folder" ? [where] : []));
  if (leftOut.length > 0) {
    return `there are messages only in ${[...new Set(leftOut)].join(", ")}, which are left out: sort some into other folders, or include ${JSON.stringify(leftOut[0])}`;
  }
  const download = folders.some(({ store }) => store === "mailbox")
    ? ": if they lie on a server, have the mail program download them"
    : "";
  return `the mail folders have no messages${download}`;
}
