import { withoutEnding } from "../archives/archives.js";

/** How an archive holds a folder per class. */
export interface ArchiveLayout {
  /** The folders around all classes, with a slash at the end; usually empty. */
  readonly inside: string;
  /** Numbers, from 0, of the entries that are left out: without a class, or replaced by a later one of the same path. */
  readonly left: ReadonlySet<number>;
}

/** The class of an entry of an archive: its folder. Undefined if the entry is left out. */
export function classInArchive(place: string, number: number, { inside, left }: ArchiveLayout): string | undefined {
  return left.has(number) ? undefined : classOf(place.slice(inside.length));
}

/** The class of a document: the first folder of its path. */
export function classOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

/** The class of the documents of an archive in a corpus: its folder, or its own name. */
export function classOfArchive(name: string): string {
  return name.includes("/") ? classOf(name) : withoutEnding(name);
}

/**
 * The folders that all paths begin with, with a slash at the end. What is left of each path must
 * still have a folder, or be a README.
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

/** Whether a file beside the classes describes the corpus. It is then not reported as a document without a class. */
export function isReadme(name: string): boolean {
  return /^readme[^/]*$/i.test(name);
}
