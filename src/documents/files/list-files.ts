import { type Dirent, readdirSync } from "node:fs";
import { join } from "node:path";
import { whyUnreadable } from "../../base/errors.js";
import type { Problem } from "../document.js";
import type { PathPatterns } from "./path-patterns.js";

/**
 * The regular files at any depth below a folder, as sorted paths relative to it. Hidden files and
 * folders are left out unless the patterns want them; symbolic links always are. Folders that cannot be
 * listed are reported and left out.
 *
 * @param namesOf other names, beside its path, by which patterns may mean a file or folder
 */
export function listFiles(
  root: string,
  patterns: PathPatterns,
  report: (problem: Problem) => void,
  namesOf: (path: string) => readonly string[] = () => [],
): string[] {
  const names = (path: string) => [path, ...namesOf(path)];
  const files: string[] = [];
  // Grows while the loop runs.
  const folders = [""];
  for (const inside of folders) {
    for (const entry of entriesOf(root, inside, report)) {
      const path = inside + entry.name;
      if (!patterns.isEmpty && patterns.excludes(names(path))) continue;
      if (!patterns.mayMatchHidden && entry.name[0] === ".") continue;
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile() && (patterns.isEmpty || patterns.includes(names(path)))) files.push(path);
    }
  }
  return files.sort();
}

/** The entries of a folder. One that cannot be listed is reported by its path below the root. */
function entriesOf(root: string, inside: string, report: (problem: Problem) => void): Dirent[] {
  try {
    return readdirSync(join(root, inside), { withFileTypes: true });
  } catch (error) {
    const where = inside.slice(0, -1) || ".";
    report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
    return [];
  }
}
