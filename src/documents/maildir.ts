import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../errors.js";
import type { CorpusOptions } from "./corpus.js";
import type { Problem } from "./document.js";
import { FolderCorpus } from "./folder-corpus.js";
import { listFiles } from "./list-files.js";

/** Whether a folder is a Maildir: it has the folders cur and new. */
export function isMaildir(folder: string): boolean {
  return ["cur", "new"].every((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isDirectory());
}

/**
 * Whether a path below a Maildir is that of a message: what is in tmp is not delivered yet,
 * and beside the folders programs keep their own files.
 */
export function isMessagePath(path: string): boolean {
  return /^(?:cur|new)\/[^./][^/]*$/.test(path);
}

/**
 * The messages of a Maildir (cr.yp.to/proto/maildir.html) in the order of their paths, from its folders
 * cur and new. Names with flags, such as `1204:2,FS`, stay as they are.
 *
 * @returns paths below the Maildir
 */
export function listMaildir(root: string, options: CorpusOptions, report: (problem: Problem) => void): string[] {
  return listFiles(root, options, report).filter(isMessagePath);
}

/**
 * Opens a Maildir with folders in it (Maildir++, `.spam/cur` …) as a corpus: each folder is a
 * class, its name without the dot, and what is in none is the class "inbox".
 *
 * @throws DataError if there is no message in a folder.
 */
export function readMaildir(root: string, options: CorpusOptions): FolderCorpus {
  const problems: Problem[] = [];
  const report = (problem: Problem) => problems.push(problem);
  const folders = readdirSync(root).filter((name) => /^\.[^.]/.test(name) && isMaildir(join(root, name)));
  const isMessage = (path: string) => {
    const folder = path.startsWith(".") ? path.slice(0, path.indexOf("/")) : undefined;
    if (folder === undefined) return isMessagePath(path);
    return folders.includes(folder) && isMessagePath(path.slice(folder.length + 1));
  };
  const ids = listFiles(root, options, report, true).filter(isMessage);
  for (const folder of folders) {
    if (!ids.some((id) => id.startsWith(`${folder}/`))) problems.push({ kind: "empty class", where: folder.slice(1) });
  }
  if (folders.length === 0 || ids.length === 0) {
    throw new DataError(
      `${root}: required a Maildir with a folder per class, such as .spam, found ${folders.length === 0 ? "none in it" : "no messages"}: or give the folder that it is in`,
    );
  }
  const title = `Maildir with ${folders.length === 1 ? "one folder" : `${folders.length} folders`}`;
  return new FolderCorpus(root, ids, problems, options.strict ?? false, {
    layout: "maildir",
    form: { title, unit: "message" },
  });
}
