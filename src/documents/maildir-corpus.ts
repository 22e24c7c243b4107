import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../errors.js";
import type { CorpusOptions } from "./corpus.js";
import type { Problem } from "./document.js";
import { FolderCorpus, maildirClass } from "./folder-corpus.js";
import { requireFolder } from "./folders.js";
import { listFiles } from "./list-files.js";
import { isMaildir, isMessagePath } from "./maildir.js";

/**
 * Opens a Maildir with folders in it (Maildir++, `.spam/cur` …) as a corpus: each folder is a
 * class, its name without the dot, and what is in none is the class "inbox".
 *
 * @throws DataError if it cannot be listed, or there is no message in a folder.
 */
export function readMaildir(root: string, options: CorpusOptions): FolderCorpus {
  requireFolder(root);
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
  const title = (n: number) => `Maildir with ${n === 1 ? "one folder" : `${n} folders`}`;
  const form = { title: title(new Set(ids.map(maildirClass)).size), unit: "message" } as const;
  return new FolderCorpus(root, ids, problems, options.strict ?? false, { layout: "maildir", form });
}
