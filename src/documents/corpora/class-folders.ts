import { withoutEnding } from "../archives/archives.js";
import { labelOfName } from "../files/safe-name.js";

/** The layout of an archive with a folder per class. */
export interface ArchiveLayout {
  /** The folders around all classes, with a slash at the end; usually `""`. */
  readonly inside: string;
  /** The numbers, from 0, of the entries to leave out: those without a class, and those that a later one replaces. */
  readonly left: ReadonlySet<number>;
}

/** Returns the class of an entry of an archive: its folder. Returns undefined if the entry is left out. */
export function classInArchive(place: string, number: number, { inside, left }: ArchiveLayout): string | undefined {
  return left.has(number) ? undefined : classOf(place.slice(inside.length));
}

/** Returns the class of a document: the first folder of its path. `sort` writes some characters as `%2f`. */
export function classOf(id: string): string {
  return labelOfName(id.slice(0, id.indexOf("/")));
}

/** Returns the class of the documents of an archive in a corpus: its folder, or its own name. */
export function classOfArchive(name: string): string {
  return name.includes("/") ? classOf(name) : withoutEnding(name);
}

/**
 * Returns the folders that all paths begin with, with a slash at the end. The rest of each path must still have a
 * folder or be a README.
 */
export function foldersAround(places: readonly string[]): string {
  let inside = "";
  for (;;) {
    const rest = places.map((place) => place.slice(inside.length));
    const [first = ""] = rest;
    const folder = first.slice(0, first.indexOf("/") + 1);
    const isAround = (path: string) =>
      path.startsWith(folder) && (path.includes("/", folder.length) || isReadme(path.slice(folder.length)));
    const isLast = rest.every((path) => isReadme(path.slice(folder.length)));
    if (folder === "" || isLast || !rest.every(isAround)) return inside;
    inside += folder;
  }
}

/** Whether a file beside the classes describes the corpus. If so, it is not reported as a document without a class. */
export function isReadme(name: string): boolean {
  return /^readme[^/]*$/i.test(name);
}
