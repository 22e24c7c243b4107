import { type Dirent, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { relative } from "node:path";
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
  const { include = ["**/*"], exclude = [] } = options;
  for (const pattern of [...include, ...exclude]) requireBelow(pattern);
  // Loaded only to list: reading one message, and every worker thread, does without its forty modules.
  const fastGlob = createRequire(import.meta.url)("fast-glob") as typeof FastGlob;
  const files = fastGlob.sync(include.map(inOneLine), {
    cwd: folder,
    ignore: exclude.map(inOneLine),
    dot: hasHidden,
    onlyFiles: true,
    followSymbolicLinks: false,
    fs: { readdirSync: tolerantReaddir(folder, report) },
  });
  return files.map(asItIs).sort();
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

/** fast-glob gives up at the first folder it cannot list; a corpus should not be lost to one folder. */
function tolerantReaddir(root: string, report: (problem: Problem) => void): typeof readdirSync {
  const list = (folder: string, options: { withFileTypes: true }): Dirent[] => {
    try {
      const entries = readdirSync(asItIs(folder), options);
      for (const entry of entries) entry.name = inOneLine(entry.name);
      return entries;
    } catch (error) {
      const where = relative(root, asItIs(folder)) || ".";
      report({ kind: "unreadable", where, detail: whyUnreadable(where, error) });
      return [];
    }
  };
  return list as typeof readdirSync;
}
