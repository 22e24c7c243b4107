import { type Dirent, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type FastGlob from "fast-glob";
import { whyUnreadable } from "../../base/errors.js";
import type { Problem } from "../document.js";
import { PathList, PathListBuilder } from "./path-list.js";
import type { PathPatterns } from "./path-patterns.js";

/**
 * The regular files at any depth below a folder, as sorted paths relative to it. Hidden files and
 * folders are left out unless the patterns want them; symbolic links always are. Folders that cannot be
 * listed are reported and left out.
 *
 * Where there are patterns, fast-glob walks and `patterns` decides what counts, because it also knows other
 * names of a path and which patterns have matched nothing. Without patterns a plain walk takes a tenth of the
 * time.
 *
 * @param namesOf other names, beside its path, by which patterns may mean a file or folder
 */
export function listFiles(
  root: string,
  patterns: PathPatterns,
  report: (problem: Problem) => void,
  namesOf: (path: string) => readonly string[] = () => [],
): PathList {
  if (patterns.isEmpty) return allIn(root, patterns.mayMatchHidden, report);
  // Loaded late: its modules take as long as listing ten thousand files.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  const names = (path: string) => [path, ...namesOf(path)];
  const list = (name: string): Dirent[] => {
    const folder = asItIs(name);
    const inside = relative(root, folder).replaceAll("\\", "/");
    const isExcluded = ({ name }: Dirent) => patterns.excludes(names(inside === "" ? name : `${inside}/${name}`));
    return entriesOf(folder, inside, report)
      .filter((entry) => !isExcluded(entry))
      .map((entry) => Object.assign(entry, { name: inOneLine(entry.name) }));
  };
  const options = {
    cwd: root,
    dot: patterns.mayMatchHidden,
    onlyFiles: true,
    followSymbolicLinks: false,
    // A walk finds no file twice. To look for that takes longer than the walk.
    unique: false,
    fs: { readdirSync: list as unknown as typeof readdirSync },
  };
  const found = withCurrentFolder(() => fastGlob.sync("**", options))
    .map(asItIs)
    .filter((path) => patterns.includes(names(path)));
  return PathList.of(found.sort());
}

/**
 * All files, sorted: the entries of each folder are walked in the order of their names, with a slash after those of
 * folders. So only the entries of one folder, and of those around it, are in memory.
 */
function allIn(root: string, hasHidden: boolean, report: (problem: Problem) => void): PathList {
  const files = new PathListBuilder();
  const walk = (inside: string): void => {
    const names: string[] = [];
    for (const entry of entriesOf(join(root, inside), inside.slice(0, -1), report)) {
      if (!hasHidden && entry.name[0] === ".") continue;
      if (entry.isDirectory()) names.push(`${entry.name}/`);
      else if (entry.isFile()) names.push(entry.name);
    }
    for (const name of names.sort()) {
      if (name.endsWith("/")) walk(inside + name);
      else files.addIn(inside, name);
    }
  };
  walk("");
  return files.finish();
}

/** The entries of a folder; none of one that cannot be listed, which is reported by its path below the root. */
function entriesOf(folder: string, inside: string, report: (problem: Problem) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const where = inside || ".";
    report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
    return [];
  }
}

/** Runs a function that asks for the current folder without need. It may have been removed. */
function withCurrentFolder<T>(run: () => T): T {
  const { cwd } = process;
  process.cwd = () => {
    try {
      return cwd();
    } catch {
      return "/";
    }
  };
  try {
    return run();
  } finally {
    process.cwd = cwd;
  }
}

/** Patterns of fast-glob match no line end, which a name may have. Halves of a surrogate pair, which no name has, stand for them. */
function inOneLine(name: string): string {
  return name.replace(/[\n\r\u2028\u2029]/g, (end) => String.fromCharCode(0xdc00 | (end.charCodeAt(0) & 0xff)));
}

function asItIs(name: string): string {
  return name.replace(/[\udc0a\udc0d\udc28\udc29]/gu, (half) => {
    const low = half.charCodeAt(0) & 0xff;
    return String.fromCharCode(low < 0x20 ? low : 0x2000 | low);
  });
}
