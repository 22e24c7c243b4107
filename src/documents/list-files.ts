import { type Dirent, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type FastGlob from "fast-glob";
import { UsageError } from "../errors.js";
import type { Problem } from "./document.js";
import { whyUnreadable } from "./files.js";

/** Which files of a folder are documents. */
export interface FileOptions {
  /** Patterns below the folder, as fast-glob takes them; a file must match one. Default: all files. */
  readonly include?: readonly string[];
  /** Patterns of files and folders to leave out. */
  readonly exclude?: readonly string[];
}

/**
 * The regular files at any depth below a folder, as paths relative to it, in an order that
 * does not depend on the file system. Hidden files, hidden folders and symbolic links are
 * left out. Folders that cannot be listed are reported and left out.
 *
 * @param hasHidden whether hidden files and folders are wanted all the same
 *
 * @throws UsageError for a pattern that is empty or leads out of the folder
 */
export function listFiles(
  folder: string,
  options: FileOptions,
  report: (problem: Problem) => void,
  hasHidden = false,
): string[] {
  const { include, exclude = [] } = options;
  const list = tolerantReaddir(folder, report);
  if (include === undefined && exclude.length === 0) return allIn(folder, list, hasHidden).sort();
  for (const pattern of [...(include ?? []), ...exclude]) requireBelow(pattern);
  // Loaded only for patterns: its forty modules take as long as listing ten thousand files.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  const inLines = (name: string) =>
    list(asItIs(name)).map((entry) => Object.assign(entry, { name: inOneLine(entry.name) }));
  const files = fastGlob.sync((include ?? ["**/*"]).map(inOneLine), {
    cwd: folder,
    ignore: exclude.map(inOneLine),
    dot: hasHidden,
    onlyFiles: true,
    followSymbolicLinks: false,
    fs: { readdirSync: inLines as unknown as typeof readdirSync },
  });
  return files.map(asItIs).sort();
}

type ListFolder = (folder: string) => Dirent[];

/** As fast-glob lists what `**` matches, in a tenth of the time. */
function allIn(root: string, list: ListFolder, hasHidden: boolean): string[] {
  const files: string[] = [];
  // Grows while it is gone through.
  const folders = [""];
  for (const folder of folders) {
    for (const entry of list(join(root, folder))) {
      if (!hasHidden && entry.name[0] === ".") continue;
      const path = folder + entry.name;
      if (entry.isDirectory()) folders.push(`${path}/`);
      else if (entry.isFile()) files.push(path);
    }
  }
  return files;
}

function requireBelow(pattern: string): void {
  const leadsOut = /^!?\/|(?:^|[/{,(|!])\.\.(?:$|[/},)|])/.test(pattern);
  if (pattern !== "" && !leadsOut) return;
  throw new UsageError(`pattern: required a path below the folder, such as **/*.txt, got ${JSON.stringify(pattern)}`);
}

/**
 * No pattern of fast-glob's matches a line end, which a name may have: it is shown half a
 * character instead, which no name has.
 */
function inOneLine(name: string): string {
  return name.replace(/[\n\r\u2028\u2029]/g, (end) => String.fromCharCode(0xdc00 | (end.charCodeAt(0) & 0xff)));
}

function asItIs(name: string): string {
  return name.replace(/[\udc0a\udc0d\udc28\udc29]/gu, (half) => {
    const low = half.charCodeAt(0) & 0xff;
    return String.fromCharCode(low < 0x20 ? low : 0x2000 | low);
  });
}

/** A corpus should not be lost to one folder that cannot be listed. */
function tolerantReaddir(root: string, report: (problem: Problem) => void): ListFolder {
  return (folder) => {
    try {
      return readdirSync(folder, { withFileTypes: true });
    } catch (error) {
      const where = relative(root, folder) || ".";
      report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
      return [];
    }
  };
}
