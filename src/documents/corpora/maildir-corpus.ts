import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import type { Problem } from "../document.js";
import { listFiles } from "../files/list-files.js";
import { isMaildir, isMaildirFolder, isMessagePath, maildirFolderTitle } from "../files/maildir.js";
import { PathPatterns } from "../files/path-patterns.js";
import { isSpecialFolder } from "../files/special-folders.js";
import { type CorpusOptions, INBOX } from "./corpus.js";
import { FolderCorpus, maildirClass } from "./folder-corpus.js";
import { requireFolder } from "./folders.js";

/**
 * Opens a Maildir with folders in it (Maildir++, `.spam/cur` …). Each folder is a class by the name
 * that mail programs show. The inbox and the folders of sent, draft, deleted and template messages are
 * left out unless an include pattern names them, because nobody sorts messages into these. Patterns may
 * use the names that mail programs show (`Trash`, `Lists/node`, `inbox`) or those of the files.
 *
 * @throws DataError if it cannot be listed, or no folder that counts has a message.
 */
export function readMaildir(root: string, options: CorpusOptions): FolderCorpus {
  requireFolder(root);
  const problems: Problem[] = [];
  const folders = readdirSync(root).filter((name) => isMaildirFolder(name) && isMaildir(join(root, name)));
  if (folders.length === 0) {
    throw new DataError(
      `${root}: this Maildir has no folders, and each folder would be a class: name the folder that it lies in, or make folders such as .spam in it`,
    );
  }
  const all = new PathPatterns(options, true);
  const special = ["cur", ...folders.filter((name) => isSpecialFolder(maildirFolderTitle(name)))];
  const asking = new Map(
    special.map((folder) => [folder, all.naming(folder === "cur" ? INBOX_PATHS : namesOf(folder))]),
  );
  // If all patterns name special folders, these are added to the folders that count anyway.
  const isName = new Set([...asking.values()].flat().flatMap(({ text, isPlain }) => (isPlain ? [text] : [])));
  const isAdded = options.include?.every((pattern) => isName.has(pattern));
  const patterns = isAdded ? new PathPatterns({ exclude: options.exclude ?? [] }, true) : all;
  const left = new Set([...asking].flatMap(([folder, { length }]) => (length === 0 ? [classAt(folder)] : [])));

  const known = new Set(folders);
  const isMessage = (path: string) => {
    const [folder] = path.split("/");
    if (!folder.startsWith(".")) return isMessagePath(path);
    return known.has(folder) && isMessagePath(path.slice(folder.length + 1));
  };
  const listed = listFiles(root, patterns, (problem) => problems.push(problem), namesOf).filter(isMessage);
  const ids = listed.filter((id) => !left.has(maildirClass(id)));
  const [found, taken] = [listed, ids].map((paths) => new Set([...paths].map(maildirClass)));
  for (const label of left) if (found.has(label)) problems.push({ kind: "special folder", where: label });
  for (const folder of folders) {
    const label = classAt(folder);
    if (taken.has(label) || left.has(label) || patterns.excludes(namesOf(folder))) continue;
    problems.push({ kind: "empty class", where: label });
  }
  append(problems, patterns.unmatched);
  if (ids.length === 0) throw new DataError(`${root}: ${whyEmpty([...left].filter((label) => found.has(label)))}`);
  const form = {
    title: `Maildir with ${taken.size === 1 ? "one folder" : `${taken.size} folders`}`,
    unit: "message",
  } as const;
  return new FolderCorpus(root, ids, problems, options.strict ?? false, { layout: "maildir", form });
}

function classAt(folder: string): string {
  return maildirClass(`${folder}/`);
}

function whyEmpty(left: readonly string[]): string {
  if (left.length === 0) return "the folders of this Maildir have no messages";
  return `this Maildir has messages only in ${left.join(", ")}, which are left out: sort some into other folders, or name one with --include ${JSON.stringify(left[0])}`;
}

/** IMAP writes it in capitals, some programs in lower case. */
const INBOX_NAMES = [INBOX, "INBOX", "Inbox"];

/** All names of a path in a Maildir. A folder also has the name that programs show, with dots or slashes in it. */
function namesOf(path: string): string[] {
  const [folder] = path.split("/");
  const rest = path.slice(folder.length);
  if (!isMaildirFolder(folder)) {
    const names = INBOX_NAMES.map((name) => `${name}/${path}`);
    return rest === "" ? [path, ...names, ...INBOX_NAMES] : names;
  }
  const title = maildirFolderTitle(folder);
  const parts = title.split(".");
  const names = [title, parts.join("/")].map((name) => name + rest);
  // The names of the folders around it, too.
  return rest === "" ? [path, ...names, ...parts.map((_, n) => parts.slice(0, n).join("/")).slice(1)] : names;
}

const INBOX_PATHS = ["cur", "new"].flatMap(namesOf);
