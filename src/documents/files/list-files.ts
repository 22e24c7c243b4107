import { type Dirent, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type FastGlob from "fast-glob";
import { orElse, whyUnreadable } from "../../base/errors.js";
import type { Problem } from "../problem.js";
import type { PathPatterns } from "./path-patterns.js";

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

/**
 * Lists the regular files at any depth below a folder, as sorted paths relative to it. Leaves out hidden files and
 * folders unless the patterns want them, and always leaves out symbolic links. Reports folders that cannot be listed.
 *
 * If there are patterns, fast-glob walks the folders, and `patterns` decides which files count, because it also records
 * which patterns have matched nothing. Without patterns, a plain walk takes a tenth of the time.
 */
export function listFiles(root: string, patterns: PathPatterns, report: (problem: Problem) => void): PathList {
  if (patterns.isEmpty) return allIn(root, patterns.mayMatchHidden, report);
  // Loaded late, because loading its modules takes as long as listing ten thousand files.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  // The patterns of fast-glob do not match line ends, so it gets and returns names with codes in their places.
  const list = (folder: string): Dirent[] => {
    const inside = decodeURIComponent(relative(root, folder));
    return entriesOf(join(root, inside), inside, report)
      .filter((entry) => !patterns.excludes([join(inside, entry.name)]))
      .map((entry) => Object.assign(entry, { name: entry.name.replace(/[%\n\r\u2028\u2029]/g, encodeURIComponent) }));
  };
  const found = withCurrentFolder(() =>
    fastGlob.sync("**", {
      cwd: root,
      dot: patterns.mayMatchHidden,
      followSymbolicLinks: false,
      // A walk finds no file twice. Checking for that would take longer than the walk.
      unique: false,
      fs: { readdirSync: list as unknown as typeof readdirSync },
    }),
  );
  const wanted = found.map(decodeURIComponent).filter((path) => patterns.includes([path]));
  return PathList.of(wanted.sort());
}

/**
 * Lists all files. Walks the entries of each folder in the order of their names, with a slash after the names of
 * folders. So the paths are sorted, and only the entries of one folder and the folders around it are in memory.
 */
function allIn(root: string, hasHidden: boolean, report: (problem: Problem) => void): PathList {
  const found: { readonly folder: string; readonly names: string[] }[] = [];
  const walk = (folder: string): void => {
    const entries: string[] = [];
    for (const entry of entriesOf(join(root, folder), folder.slice(0, -1), report)) {
      if (!hasHidden && entry.name[0] === ".") continue;
      if (entry.isDirectory()) entries.push(`${entry.name}/`);
      else if (entry.isFile()) entries.push(entry.name);
    }
    for (const name of entries.sort()) {
      if (name.endsWith("/")) walk(folder + name);
      else if (found.at(-1)?.folder === folder) found.at(-1)?.names.push(name);
      else found.push({ folder, names: [name] });
    }
  };
  walk("");
  return new PathList(found);
}

/** Returns the entries of a folder. Reports a folder that cannot be listed by its path below the root. */
export function entriesOf(folder: string, inside: string, report: (problem: Problem) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const where = inside || ".";
    report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
    return [];
  }
}

/**
 * Calls fast-glob although the current folder may no longer exist. It asks for that folder, but does not need it, so
 * any path will do.
 */
function withCurrentFolder<T>(call: () => T): T {
  const { cwd } = process;
  process.cwd = () => orElse(cwd, "/");
  try {
    return call();
  } finally {
    process.cwd = cwd;
  }
}
