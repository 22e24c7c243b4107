import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { UsageError, whyUnreadable } from "../../base/errors.js";
import { NO_COLUMNS } from "../archives/columns.js";
import { readSingleFile, type SingleFile } from "../archives/single-file.js";
import type { LabelledDocument } from "../document.js";
import { type FolderPaths, PathList } from "../files/list-files.js";
import type { Opener } from "../files/open-file.js";
import { classInLayout, type FolderLayout } from "../files/safe-name.js";
import type { Problem } from "../problem.js";
import { documentsInArchive } from "./archive-part.js";

/** Documents of a corpus that are separate files, as plain data. Only reading reveals that a file is a mailbox. */
export interface FilesPart {
  readonly kind: "files";
  /** The folder that the paths are relative to. */
  readonly root: string;
  readonly paths: readonly FolderPaths[];
  /** How a path determines the class. */
  readonly layout: FolderLayout;
  /** What is before the paths where they are shown. Default: nothing. */
  readonly shown?: string | undefined;
}

/** Reads the files one at a time. Files that are packed by gzip are unpacked. @param report called with each problem */
export function* documentsInFiles(
  { root, paths, layout }: FilesPart,
  open: Opener,
  report: (problem: Problem) => void,
): Generator<LabelledDocument> {
  // The root with a slash, or "" for the current folder. Calling `join` each time would take as long as opening a file.
  const prefix = join(root, "x").slice(0, -1);
  for (const { folder, names } of paths) {
    const label = classInLayout(layout, folder);
    for (const name of names) {
      const id = folder + name;
      const file = readFile(prefix + id, id, open, report);
      if (file === undefined) continue;
      if (!file.isMailbox) yield { id, label, bytes: file.bytes };
      else {
        const mailbox = { kind: "archive", root: prefix + id, form: "mailbox", name: id, label } as const;
        yield* documentsInArchive({ ...mailbox, columns: NO_COLUMNS }, open, report);
      }
    }
  }
}

/** Reads a file. Returns undefined if it cannot be used, and reports why. */
function readFile(path: string, id: string, open: Opener, report: (problem: Problem) => void): SingleFile | undefined {
  try {
    const file = readSingleFile(path, open);
    if (file.problem !== undefined) report({ kind: file.problem.problem, where: id, detail: file.problem.detail });
    else if (file.isMailbox) report({ kind: "mailbox", where: id });
    else if (file.isTruncated) report({ kind: "truncated", where: id });
    return file.problem === undefined ? file : undefined;
  } catch (error) {
    report({ kind: "unreadable", where: id, detail: whyUnreadable(id, error) });
    return undefined;
  }
}

/** Returns the file of a message in a mailbox, such as `spam/old` for `spam/old#3`. Returns any other id as it is. */
export function fileOf(id: string): string {
  return id.replace(/#\d+$/, "");
}

/** Returns the classes of the files, with repetitions. */
export function labelsOfFiles({ paths, layout }: FilesPart): string[] {
  return paths.map(({ folder }) => classInLayout(layout, folder));
}

/** @throws UsageError if the path is one of the files, or a new file below one of the classes. */
export function requireNoFile(part: FilesPart, path: string): void {
  const isThere = existsSync(path);
  if (!isThere && !existsSync(dirname(path))) return;
  const real = isThere ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
  const id = relative(realpathSync(part.root), real).split(sep).join("/");
  if (id.startsWith("../")) return;
  if ([...new PathList(part.paths)].includes(id)) {
    throw new UsageError(`${path}: this file is a document of the corpus: write to another one`);
  }
  if (isThere || !id.includes("/")) return;
  // A hidden file is no document. The folders around it may be hidden if they are mail folders.
  const names = part.layout === "folders" ? id.split("/") : id.split("/").slice(-1);
  const label = classInLayout(part.layout, id);
  if (names.some((name) => name.startsWith(".")) || !labelsOfFiles(part).includes(label)) return;
  throw new UsageError(
    `${path}: this file would become a document of the class ${JSON.stringify(label)}: write it elsewhere`,
  );
}
