import { type Entry, entriesOf } from "./archive.js";
import type { ArchiveForm } from "./archive-form.js";
import type { ByteWindow } from "./byte-window.js";
import type { Columns } from "./columns.js";
import { jsonLines } from "./json-lines.js";
import { messagesOf } from "./mailbox.js";
import { separatedDocuments } from "./separated-documents.js";
import { tarDocuments } from "./tar-documents.js";

/** What finds the documents of an archive, by its form. A new form is a line here and an ending in `archive-form.ts`. */
const ARCHIVES: Readonly<Record<ArchiveForm, (window: ByteWindow, columns: Columns, path: string) => Iterable<Entry>>> =
  {
    mailbox: messagesOf,
    tar: (window) => tarDocuments(window),
    "json-lines": jsonLines,
    separated: separatedDocuments,
  };

/**
 * What is in an archive, in order; what was wrong with it stands at the end.
 *
 * @throws Error if there is no such file, DataError if a column is not there.
 */
export function archiveEntries(path: string, form: ArchiveForm, columns: Columns): Generator<Entry> {
  return entriesOf(path, (window) => ARCHIVES[form](window, columns, path));
}
