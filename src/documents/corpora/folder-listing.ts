import { join } from "node:path";
import { ARCHIVE_FORMATS, type ArchiveForm, withoutEnding } from "../archives/archives.js";
import { NO_COLUMNS } from "../archives/columns.js";
import type { PathList } from "../files/list-files.js";
import { classOf, type FolderLayout } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import type { ArchivePart } from "./archive-part.js";
import { Corpus } from "./corpus.js";
import type { CorpusForm, CorpusOptions } from "./corpus-options.js";
import type { FilesPart } from "./files-part.js";

/** An archive whose documents all have the same class. */
export interface ClassArchive {
  /** The path below the corpus. */
  readonly path: string;
  readonly form: ArchiveForm;
  /** The class of its documents. */
  readonly label: string;
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

/** Returns the class of the documents of an archive in a corpus: its folder, or its own name. */
export function classOfArchive(name: string): string {
  return name.includes("/") ? classOf(name) : withoutEnding(name);
}

/** Whether a file beside the classes describes the corpus. If so, it is not reported as a document without a class. */
export function isReadme(name: string): boolean {
  return /^readme[^/]*$/i.test(name);
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

/** Opens the classes in a listing. @param root the folder that its paths are below @param form default: none */
export function openListed(root: string, listing: FolderListing, options: CorpusOptions, form?: CorpusForm): Corpus {
  const { strict = false } = options;
  return new Corpus({ root, strict, parts: partsOf(root, listing, options) }, { form, problems: listing.problems });
}

/** Returns what is listed as parts of a corpus: first the files, then each archive. @param root as for `openListed` */
export function partsOf(
  root: string,
  { ids, archives, layout = "folders" }: FolderListing,
  { labelField, multiLabel: several = false }: CorpusOptions,
): (FilesPart | ArchivePart)[] {
  const parts = archives.map(({ path: name, form, label, isNamed = false }): ArchivePart => {
    const archive = { kind: "archive", root: join(root, name), form, name, isListed: !isNamed } as const;
    return labelField !== undefined && form === "mailbox"
      ? { ...archive, columns: { label: labelField, text: "", several } }
      : { ...archive, columns: NO_COLUMNS, label };
  });
  return [{ kind: "files", root, paths: ids.folders, layout }, ...parts];
}
