import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { whyUnreadable } from "../../base/errors.js";
import type { Problem } from "../document.js";
import { type PathList, PathListBuilder } from "./path-list.js";
import type { PathPatterns } from "./path-patterns.js";

/**
 * Lists the regular files at any depth below a folder, as sorted paths relative to it. Hidden files and folders are
 * left out unless the patterns want them; symbolic links always are. Folders that cannot be listed are reported and
 * left out.
 *
 * The entries of each folder are walked in the order of their names, with a slash after those of folders. So the paths
 * come sorted, and only the entries of one folder and of those around it are in memory.
 */
export function listFiles(root: string, patterns: PathPatterns, report: (problem: Problem) => void): PathList {
  const { isEmpty, mayMatchHidden } = patterns;
  const files = new PathListBuilder();
  const walk = (inside: string): void => {
    const names: string[] = [];
    for (const entry of entriesOf(join(root, inside), inside.slice(0, -1), report)) {
      const { name } = entry;
      if (!isEmpty && patterns.excludes([inside + name])) continue;
      if (!mayMatchHidden && name[0] === ".") continue;
      if (entry.isDirectory()) names.push(`${name}/`);
      else if (entry.isFile() && (isEmpty || patterns.includes([inside + name]))) names.push(name);
    }
    for (const name of names.sort()) {
      if (name.endsWith("/")) walk(inside + name);
      else files.addIn(inside, name);
    }
  };
  walk("");
  return files.finish();
}

/** The entries of a folder. One that cannot be listed has none, and is reported by its path below the root. */
function entriesOf(folder: string, inside: string, report: (problem: Problem) => void): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const where = inside || ".";
    report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
    return [];
  }
}
