import { ARCHIVE_FORMATS, archiveForm } from "../archives/archives.js";
import type { PathList } from "../files/path-list.js";
import type { Problem } from "../problem.js";
import { classOf, classOfArchive, isReadme } from "./class-folders.js";
import type { ClassArchive, FolderListing } from "./folder-listing.js";

/** The files of a folder per class: documents, archives, and a problem for each file that is left out. */
type DividedFiles = Pick<FolderListing, "ids" | "archives"> & { readonly left: readonly Problem[] };

/**
 * Divides the files of a folder per class into documents, archives, and files that are left out. These are files beside
 * the class folders, and tar archives whose class has other files, because they may have been unpacked there.
 *
 * @param files the paths below the folder
 * @param hasArchives whether archives contain documents; otherwise they are documents themselves
 * @returns the documents (`ids`), the archives that are read, and a problem for each file that is left out
 */
export function dividedFiles(files: PathList, hasArchives: boolean): DividedFiles {
  const archives = hasArchives ? archivesIn(files) : [];
  const isArchive = new Set(archives.map(({ path }) => path));
  const top = Array.from(files.byFolder()).filter(({ folder }) => folder === "");
  const outside = top.flatMap(({ from, to }) => [...files.slice(from, to)]).filter((path) => !isArchive.has(path));
  const isLeft = outside.length + archives.length > 0;
  // Without anything to leave out, the list is kept, because filtering copies it.
  const ids = isLeft ? files.filter((file) => isInClass(file) && !isArchive.has(file)) : files;
  const taken = takenArchives(archives, classesOf(ids));
  const known = new Set(taken.map(({ path }) => path));
  const left = [...outside, ...isArchive].filter((path) => !known.has(path) && (isInClass(path) || !isReadme(path)));
  const problems = left.sort().map((where): Problem => ({ kind: isInClass(where) ? "beside" : "no class", where }));
  return { ids, archives: taken, left: problems };
}

/**
 * Returns the archives among files, by the endings of their names. Leaves out tables, because their rows have classes.
 */
function archivesIn(files: PathList): ClassArchive[] {
  const archives: ClassArchive[] = [];
  // Skips folders without such names. An ending begins with a dot.
  for (const path of files.besideNamesWith(".")) {
    const form = archiveForm(path);
    if (form !== undefined && ARCHIVE_FORMATS[form].classIn !== "column") archives.push({ path, form });
  }
  return archives;
}

/**
 * Returns the archives that are read: first mailboxes, then tar archives. Leaves out a tar archive whose class has
 * files, and those beside the class folders if there are two other classes, because they may have been unpacked there.
 *
 * @param unpacked the classes that have files
 */
function takenArchives(archives: readonly ClassArchive[], unpacked: ReadonlySet<string>): ClassArchive[] {
  const sure = archives.filter(({ form }) => ARCHIVE_FORMATS[form].classIn === "file");
  const packed = archives.filter(({ path, form }) => {
    return ARCHIVE_FORMATS[form].classIn === "folders" && !(isInClass(path) && unpacked.has(classOf(path)));
  });
  const inClasses = [...sure, ...packed.filter(({ path }) => isInClass(path))];
  const classes = new Set([...unpacked, ...inClasses.map(({ path }) => classOfArchive(path))]);
  return classes.size < 2 ? [...sure, ...packed] : inClasses;
}

/** Returns the classes that have documents. @param ids the documents, all in the folders of classes */
export function classesOf(ids: PathList): Set<string> {
  return new Set(Array.from(ids.byFolder(), ({ folder }) => classOf(folder)));
}

/** Whether a file lies in the folder of a class, and not beside these folders. */
function isInClass(file: string): boolean {
  return file.includes("/");
}
