/** How a tar archive holds a folder per class. */
export interface TarLayout {
  /** The folders that everything is in, with a slash at the end; mostly none. */
  readonly inside: string;
  /** Numbers of the entries, from 0, that have no class, or that later ones of the same path take the place of. */
  readonly left: ReadonlySet<number>;
}

/** The class of an entry by its folder; undefined if it is left out. */
export function classInTar(place: string, number: number, { inside, left }: TarLayout): string | undefined {
  return left.has(number) ? undefined : classOf(place.slice(inside.length));
}

/** The class of a document by its path: the first folder. */
export function classOf(id: string): string {
  return id.slice(0, id.indexOf("/"));
}

/** The class of what an archive in a corpus holds: that of its folder, or of its own name. */
export function classOfArchive(name: string): string {
  return name.includes("/") ? classOf(name) : name.replace(/\.(?:mbox|mbx|tar|tgz)(?:\.gz)?$/i, "");
}

/**
 * The folders that all paths have at their beginning, with a slash at the end, as long as what
 * is left of each has a folder, or is a README.
 */
export function foldersAround(places: readonly string[]): string {
  let inside = "";
  for (;;) {
    const rest = places.map((place) => place.slice(inside.length));
    const [first = ""] = rest;
    const folder = first.slice(0, first.indexOf("/") + 1);
    const isAround = (path: string) =>
      path.startsWith(folder) && (path.includes("/", folder.length) || isReadme(path.slice(folder.length)));
    if (folder === "" || !rest.every(isAround) || rest.every((path) => isReadme(path.slice(folder.length))))
      return inside;
    inside += folder;
  }
}

/** Whether a file beside the classes says something of them, and is no document that has lost its class. */
export function isReadme(name: string): boolean {
  return /^readme[^/]*$/i.test(name);
}
