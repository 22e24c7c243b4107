import { join } from "node:path";
import { type ArchiveForm, archiveForm, givenForm } from "../../documents/archives/archives.js";
import { mailFolders } from "../../documents/corpora/find-mail-folders.js";
import { listingOf, matchingFolders } from "../../documents/corpora/mail-folder.js";
import { isMailPlace } from "../../documents/corpora/mail-place.js";
import { listFiles } from "../../documents/files/list-files.js";
import { withoutMailFiles } from "../../documents/files/maildir.js";
import type { PathPatterns } from "../../documents/files/path-patterns.js";
import type { Problem } from "../../documents/problem.js";

/** A file with documents. */
export interface InputFile {
  readonly path: string;
  /** The form of an archive, by its name or place; undefined for a single document. */
  readonly form: ArchiveForm | undefined;
}

/**
 * Returns the files at any depth below a folder; of mail folders, only the messages and mailboxes.
 *
 * @param report called with files that cannot be read and deleted messages, by paths below the folder
 */
export function filesIn(folder: string, patterns: PathPatterns, report: (problem: Problem) => void): InputFile[] {
  if (!isMailPlace(folder)) {
    const { files } = withoutMailFiles(folder, listFiles(folder, patterns, report), report);
    return Array.from(files, (file) => inputFile(join(folder, file), false));
  }
  const { ids, archives } = listingOf(matchingFolders(mailFolders(folder, { report, hasHidden: false }), patterns));
  const messages = Array.from(ids, (id) => ({ path: join(folder, id), form: undefined }));
  return [...messages, ...archives.map(({ path, form }) => ({ path: join(folder, path), form }))];
}

/**
 * Returns a file with its form, which depends on its name. A table found in a folder is plain text.
 *
 * @param isGiven whether the user named the file itself
 */
export function inputFile(path: string, isGiven: boolean): InputFile {
  if (isGiven) return { path, form: givenForm(path) };
  const form = archiveForm(path);
  return { path, form: form === "mailbox" || form === "tar" ? form : undefined };
}
