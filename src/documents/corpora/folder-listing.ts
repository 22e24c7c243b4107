import { join } from "node:path";
import { ARCHIVE_FORMATS, type ArchiveForm } from "../archives/archives.js";
import { NO_COLUMNS } from "../archives/columns.js";
import type { PathList } from "../files/path-list.js";
import type { Problem } from "../problem.js";
import { ArchiveCorpus } from "./archive-corpus.js";
import { classOfArchive } from "./class-folders.js";
import type { Corpus, CorpusForm, CorpusOptions, FolderLayout } from "./corpus.js";
import { FolderCorpus } from "./folder-corpus.js";
import { JoinedCorpus } from "./joined-corpus.js";

/** An archive whose documents all have the same class. */
export interface ClassArchive {
  /** The path below the corpus. */
  readonly path: string;
  readonly form: ArchiveForm;
  /** The class of its documents. Default: its folder, or its own name. */
  readonly label?: string;
  /** Whether the user named it, perhaps by a symbolic link. Default: a folder lists it as a regular file. */
  readonly isNamed?: true;
}

/** The documents of a folder per class, as they are listed before any of them is read. */
export interface FolderListing {
  /** The paths of the documents that are separate files, sorted. */
  readonly ids: PathList;
  /** Sorted mailboxes, then sorted archives, such as tar archives, whose unpacked content may lie in the same folder. */
  readonly archives: readonly ClassArchive[];
  readonly problems: readonly Problem[];
  /** The number of folders that are Maildirs. Default 0. */
  readonly maildirs?: number | undefined;
  /** How a path determines the class. Default: by its first folder. */
  readonly layout?: FolderLayout;
}

/** Returns the description of a folder per class; undefined if it has only plain files. */
export function folderForm({ archives = [], maildirs = 0 }: Partial<FolderListing>): CorpusForm | undefined {
  const parts = [...archivesText(archives), ...counted(maildirs, ["Maildir", "Maildirs"])];
  if (parts.length === 0) return undefined;
  return { title: `folder with ${parts.join(" and ")}`, unit: unitOf(archives) };
}

/** Returns the description of several paths, each of which is a class; undefined if they are empty. */
export function pathsForm(classes: readonly FolderListing[]): CorpusForm | undefined {
  const folders = classes.filter(({ ids }) => ids.length > 0).length;
  const archives = classes.flatMap((listing) => listing.archives);
  const parts = [...counted(folders, ["folder", "folders"]), ...archivesText(archives)];
  if (parts.length === 0) return undefined;
  return { title: parts.join(" and "), unit: folders > 0 ? "document" : unitOf(archives) };
}

/** Returns what the documents of archives are called. */
function unitOf(archives: readonly ClassArchive[]): CorpusForm["unit"] {
  return archives.some(({ form }) => ARCHIVE_FORMATS[form].unit === "document") ? "document" : "message";
}

/** Returns the number of archives of each format in words, such as "3 mailboxes". Leaves out formats without any. */
function archivesText(archives: readonly ClassArchive[]): string[] {
  return Object.entries(ARCHIVE_FORMATS).flatMap(([name, { title }]) =>
    counted(archives.filter(({ form }) => form === name).length, title),
  );
}

/** Returns a count with its unit, "one mailbox" or "3 Maildirs", or an empty list for 0. */
export function counted(n: number, [one, many]: readonly [one: string, many: string]): string[] {
  return n === 0 ? [] : [n === 1 ? `one ${one}` : `${n} ${many}`];
}

/**
 * Opens the classes in a listing: first the files, then each archive.
 *
 * @param root the folder that the paths of the listing are below
 * @param form the description of the corpus. Default: none
 */
export function openListed(
  root: string,
  { ids, archives, problems, layout = "folders" }: FolderListing,
  { strict = false, labelField, multiLabel = false }: CorpusOptions,
  form?: CorpusForm,
): Corpus {
  const open = ({ path: name, form, label: named = classOfArchive(name), isNamed }: ClassArchive) => {
    const hasLabels = labelField !== undefined && form === "mailbox";
    const label = hasLabels ? undefined : named;
    const columns = hasLabels ? { label: labelField, text: "", several: multiLabel } : NO_COLUMNS;
    const isListed = isNamed ? undefined : true;
    const path = join(root, name);
    return new ArchiveCorpus({ reader: "archive", root: path, form, name, label, columns, strict, isListed });
  };
  const files = new FolderCorpus(root, ids, problems, strict, { form, layout });
  return archives.length === 0 ? files : new JoinedCorpus(root, strict, [files, ...archives.map(open)], form);
}
