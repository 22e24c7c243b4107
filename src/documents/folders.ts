import { type Dirent, opendirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../errors.js";
import { archiveForm } from "./archive-form.js";
import { classOf, classOfArchive, isReadme } from "./class-folders.js";
import type { CorpusForm, CorpusOptions } from "./corpus.js";
import type { Problem } from "./document.js";
import { reason } from "./files.js";
import { FolderCorpus } from "./folder-corpus.js";
import { type FileOptions, listFiles } from "./list-files.js";
import { withoutMaildirFiles } from "./maildir.js";

/** Which files are documents, and what to do about those that cannot be read. */
export type FolderOptions = FileOptions & Pick<CorpusOptions, "strict">;

/** What is in a corpus that is a folder per class. */
export interface FolderListing {
  /** Paths of the documents that are files of their own, sorted. */
  readonly ids: readonly string[];
  /** Paths of mailboxes, sorted: if there are none to be, they are documents, or have no class. */
  readonly mailboxes: readonly string[];
  /**
   * Paths of tar archives that hold documents, sorted: in a class that has no files of its own; or as classes,
   * where folders and mailboxes are of fewer than two.
   */
  readonly tars: readonly string[];
  readonly problems: readonly Problem[];
  /** How many folders are Maildirs. */
  readonly maildirs: number;
}

/**
 * Opens a corpus that is a folder per class, each document a file. Of a Maildir, the
 * messages in cur and new are documents.
 *
 * @param root the folder
 * @throws DataError if there is no such folder or no document in a class folder.
 */
export function readFolders(root: string, options: FolderOptions = {}): FolderCorpus {
  const { ids, problems, maildirs } = listFolders(root, options, false);
  return new FolderCorpus(root, ids, problems, options.strict ?? false, { form: folderForm({ maildirs }) });
}

type Listed = Partial<Pick<FolderListing, "mailboxes" | "tars" | "maildirs">>;

/** What is told of a folder per class; undefined of one with plain files alone. */
export function folderForm({ mailboxes = [], tars = [], maildirs = 0 }: Listed): CorpusForm | undefined {
  const parts = [...archivesText(mailboxes.length, tars.length), ...counted(maildirs, "Maildir", "Maildirs")];
  if (parts.length === 0) return undefined;
  return { title: `folder with ${parts.join(" and ")}`, unit: tars.length > 0 ? "document" : "message" };
}

/** What is told of paths that are a class each; undefined if there is nothing in them. */
export function pathsForm(classes: readonly FolderListing[]): CorpusForm | undefined {
  const all = <T>(of: (listing: FolderListing) => readonly T[]) => classes.flatMap(of).length;
  const folders = classes.filter(({ ids }) => ids.length > 0).length;
  const [mailboxes, tars] = [all((listing) => listing.mailboxes), all((listing) => listing.tars)];
  const parts = [...counted(folders, "folder", "folders"), ...archivesText(mailboxes, tars)];
  if (parts.length === 0) return undefined;
  return { title: parts.join(" and "), unit: folders + tars > 0 ? "document" : "message" };
}

function archivesText(mailboxes: number, tars: number): string[] {
  return [...counted(mailboxes, "mailbox", "mailboxes"), ...counted(tars, "tar archive", "tar archives")];
}

function counted(n: number, one: string, many: string): string[] {
  return n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`];
}

/**
 * Lists a folder per class.
 *
 * @param hasArchives whether files that are mailboxes by name hold documents, those beside the classes of a class of
 *   their own, rather than being documents. So do tar archives in a class without other files, and those beside the
 *   classes where there are not two without them: what they were unpacked from lies beside what was unpacked
 * @throws DataError if there is no such folder or no document in it.
 */
export function listFolders(root: string, options: FolderOptions, hasArchives: boolean): FolderListing {
  const top = listTop(root);
  const problems: Problem[] = [];
  const listed = listFiles(root, options, (problem) => problems.push(problem));
  const { files, maildirs } = withoutMaildirFiles(root, listed);
  const { ids, mailboxes, tars, left } = partsOf(files, hasArchives);
  problems.push(...left);
  const classes = new Set([...ids.map(classOf), ...[...mailboxes, ...tars].map(classOfArchive)]);
  const unlisted = new Set(problems.filter(({ kind }) => kind === "unreadable").map(({ where }) => where));
  for (const entry of top) {
    const { name } = entry;
    if (entry.isDirectory() && !name.startsWith(".") && !classes.has(name) && !unlisted.has(name)) {
      problems.push({ kind: "empty class", where: name });
    }
  }
  if (ids.length + mailboxes.length + tars.length === 0) {
    throw new DataError(
      `${root}: required a folder per class with documents in it, found ${whatInstead(files, problems, options, hasArchives)}`,
    );
  }
  return { ids, mailboxes, tars, problems, maildirs };
}

/** The files of classes by what they are; `left` are those that are left out. */
function partsOf(files: readonly string[], hasArchives: boolean): Parts {
  const isMailbox = (file: string) => hasArchives && archiveForm(file) === "mailbox";
  const mailboxes = files.filter(isMailbox);
  const isTar = (file: string) => hasArchives && archiveForm(file) === "tar";
  const packed = files.filter(isTar);
  const others = files.filter((file) => !isMailbox(file) && !isTar(file));
  const ids = others.filter(isInClass);
  const unpacked = new Set(ids.map(classOf));
  const inClasses = packed.filter((file) => isInClass(file) && !unpacked.has(classOf(file)));
  const classes = new Set([...unpacked, ...[...mailboxes, ...inClasses].map(classOfArchive)]);
  const beside = classes.size < 2 ? packed.filter((file) => !isInClass(file)) : [];
  const tars = [...inClasses, ...beside].sort();
  const left: Problem[] = [];
  const taken = new Set([...ids, ...mailboxes, ...tars]);
  for (const where of files) {
    if (taken.has(where) || (!isInClass(where) && isReadme(where))) continue;
    left.push({ kind: isInClass(where) ? "beside" : "no class", where });
  }
  return { ids, mailboxes, tars, left };
}

type Parts = Pick<FolderListing, "ids" | "mailboxes" | "tars"> & { readonly left: readonly Problem[] };

/**
 * Lists one class, a folder with files, archives or Maildirs in it at any depth, in the same way.
 *
 * @param root the folder that it is in
 * @throws UsageError for patterns that lead out of it
 */
export function listClass(root: string, name: string, options: FolderOptions): FolderListing {
  const problems: Problem[] = [];
  const within = (where: string) => `${name}/${where}`;
  const folder = join(root, name);
  const report = (problem: Problem) => problems.push({ ...problem, where: within(problem.where) });
  const { files, maildirs } = withoutMaildirFiles(folder, listFiles(folder, options, report));
  const { left, ...parts } = partsOf(files.map(within), true);
  if (files.length === 0 && problems.length === 0) problems.push({ kind: "empty class", where: name });
  return { ...parts, problems: [...problems, ...left], maildirs };
}

function isInClass(file: string): boolean {
  return file.includes("/");
}

/**
 * To be known before a corpus is needed: nothing in the folder is looked at.
 *
 * @throws DataError if there is no such folder.
 */
export function requireFolder(root: string): void {
  listed(root, () => opendirSync(root).closeSync());
}

function listTop(root: string): Dirent[] {
  return listed(root, () => readdirSync(root, { withFileTypes: true }));
}

function listed<T>(root: string, list: () => T): T {
  try {
    return list();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const found = code === "ENOENT" ? "nothing there" : code === "ENOTDIR" ? "a file" : reason(error);
    throw new DataError(`${root}: required a corpus, a folder with a folder per class, found ${found}`);
  }
}

function whatInstead(
  files: readonly string[],
  problems: readonly Problem[],
  { include, exclude }: FileOptions,
  hasArchives: boolean,
): string {
  const closed = problems.filter(({ kind }) => kind === "unreadable");
  if (closed.length > 0) {
    return `none that can be read: ${closed.map(({ where, detail }) => `${where} (${detail})`).join(", ")}`;
  }
  if (files.length > 0) {
    const many = files.length === 1 ? "one file" : `${files.length} files`;
    const move = `${many} directly in it: move each into the folder of its class`;
    return hasArchives ? `${move}, or name what holds a class NAME.mbox or NAME.tar` : move;
  }
  if (include !== undefined || exclude !== undefined) return "none that the include and exclude patterns leave";
  return "no documents (hidden files and symbolic links do not count)";
}
