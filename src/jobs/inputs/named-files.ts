import { join } from "node:path";
import { orElse } from "../../base/errors.js";
import { ARCHIVE_FORMATS, type ArchiveForm, archiveForm, givenForm } from "../../documents/archives/archives.js";
import { mailFolders } from "../../documents/corpora/find-mail-folders.js";
import { listingOf, matchingFolders } from "../../documents/corpora/mail-folder.js";
import { isMailPlace } from "../../documents/corpora/mail-stores.js";
import { listFiles } from "../../documents/files/list-files.js";
import { withoutMailFiles } from "../../documents/files/maildir.js";
import { readRegular, statusOf } from "../../documents/files/open-file.js";
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
  const { classIn, isBinary } = form === undefined ? ARCHIVE_FORMATS.lines : ARCHIVE_FORMATS[form];
  return { path, form: classIn !== "column" || isBinary ? form : undefined };
}

/**
 * Parses the printed name of a document in an archive, such as `inbox.mbox#2` or `old.tar#june/1.eml`. If several
 * splits at `#` name a file, the longest file wins.
 *
 * @param given the format that the user names; found out if undefined
 * @returns its `place` is its number from 1, or its path in a tar archive. Undefined if the name is not that of a
 *   document in an archive
 */
export function namedDocument(name: string, given?: ArchiveForm) {
  for (let at = name.lastIndexOf("#"); at > 0; at = name.lastIndexOf("#", at - 1)) {
    const [file, place] = [name.slice(0, at), name.slice(at + 1)];
    if (!statusOf(file)?.isFile()) continue;
    const form = given ?? givenForm(file) ?? (beginsAsMailbox(file) ? "mailbox" : undefined);
    const isPlace = form === "tar" ? place !== "" : form !== undefined && /^[1-9]\d*$/.test(place);
    return form !== undefined && isPlace ? { file, form, place } : undefined;
  }
  return undefined;
}

/** Returns whether a file begins as a mailbox does. A single message taken from a mailbox begins like that, too. */
function beginsAsMailbox(path: string): boolean {
  // Reading the file tells why it cannot be read.
  return orElse(() => readRegular(path, 5).toString("latin1") === "From ", false);
}
