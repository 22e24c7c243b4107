import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { requireOptions, requirePath } from "../../base/checks.js";
import { codeOf, DataError, orElse, reason } from "../../base/errors.js";
import { append } from "../../base/lists.js";
import { commandLine } from "../../base/shell-words.js";
import { ARCHIVE_FORMATS, archiveForm, formOf } from "../archives/archives.js";
import { listFiles, type PathList } from "../files/list-files.js";
import { withoutMailFiles } from "../files/maildir.js";
import { type FileOptions, PathPatterns } from "../files/path-patterns.js";
import { classOf } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import type { Corpus } from "./corpus.js";
import type { CorpusOptions } from "./corpus-options.js";
import {
  type ClassArchive,
  classOfArchive,
  type FolderListing,
  folderForm,
  isReadme,
  openListed,
} from "./folder-listing.js";

/** The options that select files as documents, and decide whether an unreadable file is an error. */
export type FolderOptions = FileOptions & Pick<CorpusOptions, "strict">;

/**
 * Opens a folder that contains a folder for each class, in which each file is a document. In a Maildir, the messages in
 * `cur` and `new` are the documents. Mailboxes and archives are not opened: use `openCorpus` for them.
 *
 * @param root the folder
 * @throws DataError if the folder does not exist or no class folder has a document.
 */
export function readFolders(root: string, options: FolderOptions = {}): FolderCorpus {
  requirePath("readFolders", root);
  requireOptions("readFolders", options);
  const listing = listFolders(root, options, false);
  return openListed(root, listing, options, folderForm(listing)) as FolderCorpus;
}

/** A corpus of files, whose ids and classes are known. */
export type FolderCorpus = Corpus & {
  readonly ids: readonly string[];
  readonly labels: readonly string[];
  readonly size: number;
};

/**
 * Lists a folder per class.
 *
 * @param hasArchives whether archives contain documents. An archive beside the class folders is a separate class. A tar
 *   archive may have been unpacked into its own folder, so it is left out if its class has other files. A tar archive beside
 *   the class folders is left out if there are two or more other classes.
 * @throws DataError if there is no such folder or no document in it.
 */
export function listFolders(root: string, options: FolderOptions, hasArchives: boolean): FolderListing {
  const top = entriesAt(root);
  const problems: Problem[] = [];
  const patterns = new PathPatterns(options);
  const report = (problem: Problem) => problems.push(problem);
  const { files, maildirs } = withoutMailFiles(root, listFiles(root, patterns, report), report);
  const { ids, archives, leftOut } = dividedFiles(files, hasArchives);
  append(problems, leftOut);
  append(problems, patterns.unmatched);
  const classes = new Set([...classesOf(ids), ...archives.map(({ label }) => label)]);
  const unlisted = new Set(problems.filter(({ kind }) => kind === "unreadable").map(({ where }) => where));
  const folders = top.flatMap((entry) => (entry.isDirectory() && !entry.name.startsWith(".") ? [entry.name] : []));
  for (const where of folders) {
    if (!classes.has(classOf(`${where}/`)) && !unlisted.has(where)) problems.push({ kind: "empty class", where });
  }
  if (ids.length + archives.length === 0) {
    throw new DataError(
      `${root}: no class folder with documents: ${whyNone(root, files, problems, options, hasArchives)}`,
    );
  }
  return { ids, archives, problems, maildirs };
}

/**
 * Lists one class in the same way: a folder that contains files, archives or Maildirs at any depth.
 *
 * @param root the folder that contains the class
 * @throws UsageError for patterns that lead out of it
 */
export function listClass(root: string, name: string, options: FolderOptions): FolderListing {
  const problems: Problem[] = [];
  const folder = join(root, name);
  const report = (problem: Problem) => problems.push({ ...problem, where: `${name}/${problem.where}` });
  const { files, maildirs } = withoutMailFiles(folder, listFiles(folder, new PathPatterns(options), report), report);
  const { leftOut, ...parts } = dividedFiles(files.below(`${name}/`), true);
  if (files.length === 0 && problems.length === 0) problems.push({ kind: "empty class", where: name });
  return { ...parts, problems: [...problems, ...leftOut], maildirs };
}

/** Lists a folder. @throws DataError that says why it cannot be listed */
export function entriesAt(root: string): Dirent[] {
  try {
    return readdirSync(root, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT") throw new DataError(`${root}: no such file or folder`);
    const why = code === "ENOTDIR" ? "it is a plain file" : reason(error);
    throw new DataError(`${root}: not a corpus, such as a folder with a folder per class: ${why}`);
  }
}

/** How many files the suggested command names. */
const NAMED = 3;

/** Explains why a folder has no documents of any class, and what to do. */
function whyNone(
  root: string,
  files: PathList,
  problems: readonly Problem[],
  { include, exclude }: FileOptions,
  hasArchives: boolean,
): string {
  const closed = problems.filter(({ kind }) => kind === "unreadable");
  if (closed.length > 0) return `cannot read ${closed.map(({ where, detail }) => `${where} (${detail})`).join(", ")}`;
  if (files.length > 0) {
    const many = files.length === 1 ? "one file lies" : `${files.length} files lie`;
    const paths = Array.from(files.slice(0, NAMED), (file) => join(root, file));
    const forms = hasArchives ? paths.map((path) => orElse(() => formOf(path), undefined)) : [undefined];
    if (forms.every((form) => form === "mailbox")) {
      const more = files.length > NAMED ? " …" : "";
      return `${many} directly in it, and each is a mailbox: name them, as in thresher train ${commandLine(paths)}${more} -m MODEL`;
    }
    const move = `${many} directly in it: move each into the folder of its class`;
    const table = paths.find((_, p) => forms[p] !== undefined && ARCHIVE_FORMATS[forms[p]].classIn === "column");
    if (table !== undefined) return `${move}, or name a table, as in thresher train ${commandLine([table])} -m MODEL`;
    return hasArchives ? `${move}, or name what holds a class NAME.mbox or NAME.tar` : move;
  }
  if (include !== undefined || exclude !== undefined)
    return "the include and exclude patterns leave out every document";
  return "there are no documents (hidden files and symbolic links do not count)";
}

/**
 * Divides the files of a folder per class into documents, archives, and files that are left out. These are files beside
 * the class folders, and tar archives that may have been unpacked: their class has other files, or they lie beside two
 * other classes.
 *
 * @param files the paths below the folder
 * @param hasArchives whether archives contain documents; otherwise they are documents themselves
 * @returns the documents (`ids`), the archives to read, first mailboxes, and a problem for each file that is left out
 */
function dividedFiles(files: PathList, hasArchives: boolean) {
  const archives = hasArchives ? archivesIn(files) : [];
  const isArchive = new Set(archives.map(({ path }) => path));
  const top = files.folders.flatMap(({ folder, names }) => (folder === "" ? names : []));
  const outside = top.filter((path) => !isArchive.has(path));
  const hasOthers = outside.length + archives.length > 0;
  // If all files are documents, the list is kept, because filtering copies it.
  const ids = hasOthers ? files.filter((file) => isInClass(file) && !isArchive.has(file)) : files;
  const unpacked = classesOf(ids);
  const sure = archives.filter(({ form }) => ARCHIVE_FORMATS[form].classIn === "file");
  const packed = archives.filter(({ path, form, label }) => {
    return ARCHIVE_FORMATS[form].classIn === "folders" && !(isInClass(path) && unpacked.has(label));
  });
  const inClasses = [...sure, ...packed.filter(({ path }) => isInClass(path))];
  const classes = new Set([...unpacked, ...inClasses.map(({ label }) => label)]);
  const taken = classes.size < 2 ? [...sure, ...packed] : inClasses;
  const isTaken = new Set(taken.map(({ path }) => path));
  const others = [...outside, ...isArchive].filter((path) => !isTaken.has(path));
  const reported = others.filter((path) => isInClass(path) || !isReadme(path)).sort();
  const leftOut = reported.map((where): Problem => ({ kind: isInClass(where) ? "beside" : "no class", where }));
  return { ids, archives: taken, leftOut };
}

/**
 * Returns the archives among files, by the endings of their names. Leaves out tables, because their rows have classes.
 */
function archivesIn(files: PathList): ClassArchive[] {
  const archives: ClassArchive[] = [];
  for (const path of files.withDots()) {
    const form = archiveForm(path);
    if (form === undefined || ARCHIVE_FORMATS[form].classIn === "column") continue;
    archives.push({ path, form, label: classOfArchive(path) });
  }
  return archives;
}

/** Returns the classes that have documents. @param ids the documents, all in the folders of classes */
function classesOf(ids: PathList): Set<string> {
  return new Set(ids.folders.map(({ folder }) => classOf(folder)));
}

/** Whether a file lies in the folder of a class, and not beside these folders. */
function isInClass(file: string): boolean {
  return file.includes("/");
}
