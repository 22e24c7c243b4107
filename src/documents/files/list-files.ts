import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { whyUnreadable } from "../../base/errors.js";
import type { Problem } from "../problem.js";
import { type PathList, PathListBuilder } from "./path-list.js";
import type { PathPatterns } from "./path-patterns.js";

/**
 * Lists the regular files at any depth below a folder, as sorted paths relative to it. Leaves out hidden files and
 * folders unless the patterns want them, and always leaves out symbolic links. Reports folders that cannot be listed.
 *
 * Walks the entries of each folder in the order of their names, with a slash after the names of folders. So the paths are
 * sorted, and only the entries of one folder and the folders around it are in memory.
 */
export function listFiles(root: string, patterns: PathPatterns, report: (problem: Problem) => void): PathList {
  const files = new PathListBuilder();
  const isExcluded = (path: string) => !patterns.isEmpty && patterns.excludes([path]);
  const isIncluded = (path: string) => patterns.isEmpty || patterns.includes([path]);
  const walk = (inside: string): void => {
    const names: string[] = [];
    for (const entry of entriesOf(join(root, inside), inside.slice(0, -1), report)) {
      const { name } = entry;
      if (isExcluded(inside + name) || (!patterns.mayMatchHidden && name[0] === ".")) continue;
      if (entry.isDirectory()) names.push(`${name}/`);
      else if (entry.isFile() && isIncluded(inside + name)) names.push(name);
    }
    for (const name of names.sort()) {
      if (name.endsWith("/")) walk(inside + name);
      else files.addIn(inside, name);
    }
  };
  walk("");
  return files.finish();
}

/** Returns the entries of a folder. Reports a folder that cannot be listed by its path below the root. */
function entriesOf(folder: string, inside: string, report: (problem: Problem) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const where = inside || ".";
    report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
    return [];
  }
}
