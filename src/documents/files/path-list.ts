/** Files that are neighbours in a list of paths and lie in the same folder. */
export interface FolderPaths {
  /** With a slash at its end; "" for the root. */
  readonly folder: string;
  readonly names: readonly string[];
}

/**
 * A list of paths with `/`. Neighbours share the name of their folder, because the folders of a million files would take
 * a hundred megabytes as parts of strings.
 */
export class PathList implements Iterable<string> {
  /** Plain data, from which another thread makes the list again. A folder may appear several times. */
  readonly folders: readonly FolderPaths[];
  readonly length: number;

  constructor(folders: readonly FolderPaths[]) {
    this.folders = folders;
    this.length = folders.reduce((sum, { names }) => sum + names.length, 0);
  }

  /** Makes a list of paths, in their order. */
  static of(paths: Iterable<string>): PathList {
    const folders: { folder: string; names: string[] }[] = [];
    for (const path of paths) {
      const cut = path.lastIndexOf("/") + 1;
      const folder = path.slice(0, cut);
      const name = path.slice(cut);
      const last = folders.at(-1);
      if (last?.folder === folder) last.names.push(name);
      else folders.push({ folder, names: [name] });
    }
    return new PathList(folders);
  }

  /** Returns the paths with the numbers `[from, to)`. */
  slice(from: number, to: number): PathList {
    let before = 0;
    return this.#some(({ names }) => {
      const part = names.slice(Math.max(0, from - before), Math.max(0, to - before));
      before += names.length;
      return part;
    });
  }

  /** Returns the same paths below a folder. @param around with a slash at its end, or "" */
  below(around: string): PathList {
    return new PathList(this.folders.map(({ folder, names }) => ({ folder: around + folder, names })));
  }

  /** Returns the paths that are wanted. */
  filter(isWanted: (path: string) => boolean): PathList {
    return this.#some(({ folder, names }) => names.filter((name) => isWanted(folder + name)));
  }

  /** Returns the paths with some of the names in each folder. */
  #some(namesOf: (paths: FolderPaths) => readonly string[]): PathList {
    const parts = this.folders.map((paths) => ({ folder: paths.folder, names: namesOf(paths) }));
    return new PathList(parts.filter(({ names }) => names.length > 0));
  }

  /** Yields the paths whose names have a dot. Does not make the others, which takes as long as listing the files. */
  *withDots(): Generator<string> {
    for (const { folder, names } of this.folders) for (const name of names) if (name.includes(".")) yield folder + name;
  }

  *[Symbol.iterator](): Generator<string> {
    for (const { folder, names } of this.folders) for (const name of names) yield folder + name;
  }
}
