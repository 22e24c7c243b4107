import { closeSync, constants, openSync, readSync } from "node:fs";
import { type ArchiveForm, archiveForm } from "../../documents/archives/archives.js";
import type { Problem } from "../../documents/document.js";
import { statusOf } from "../../documents/files/files.js";

/** A document in a file that holds many. */
export interface NamedDocument {
  readonly file: string;
  readonly form: ArchiveForm;
  /** Its number from 1, or its path in a tar archive. */
  readonly place: string;
}

/**
 * Parses the printed name of a document in an archive, such as `inbox.mbox#2` or `old.tar#june/1.eml`. If several
 * splits at `#` name a file, the longest file wins.
 *
 * @returns undefined if the name is not that of a document in an archive
 */
export function namedDocument(name: string): NamedDocument | undefined {
  for (let at = name.lastIndexOf("#"); at > 0; at = name.lastIndexOf("#", at - 1)) {
    const [file, place] = [name.slice(0, at), name.slice(at + 1)];
    if (!statusOf(file)?.isFile()) continue;
    const form = archiveForm(file) ?? (beginsAsMailbox(file) ? "mailbox" : undefined);
    const isPlace = form === "tar" ? place !== "" : form !== undefined && /^[1-9]\d*$/.test(place);
    return form !== undefined && isPlace ? { file, form, place } : undefined;
  }
  return undefined;
}

/**
 * The documents of an archive at the given places.
 *
 * @param read yields all documents, whose paths are `file#place`
 * @param fail called with problems of those documents, and with each place where there is none
 */
export function* onlyNamed<T extends { readonly path: string }>(
  file: string,
  places: ReadonlySet<string>,
  read: (report: (problem: Problem) => void) => Iterable<T>,
  fail: (problem: Problem) => void,
): Generator<T> {
  const left = new Set(Array.from(places, (place) => `${file}#${place}`));
  const report = (problem: Problem) => {
    // A problem of the whole file, or of a wanted document.
    if (problem.where === file || left.has(problem.where)) fail(problem);
    if (problem.kind !== "truncated") left.delete(problem.where);
  };
  for (const document of read(report)) {
    if (!left.delete(document.path)) continue;
    yield document;
    if (left.size === 0) return;
  }
  for (const where of left) fail({ kind: "unreadable", where, detail: "the file has no such document" });
}

/** Whether a file begins as a mailbox does; so does a single message taken from one. */
export function beginsAsMailbox(path: string): boolean {
  const beginning = Buffer.alloc(5);
  try {
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      readSync(file, beginning);
    } finally {
      closeSync(file);
    }
  } catch {
    // Reading the file tells why it cannot be read.
  }
  return beginning.toString("latin1") === "From ";
}
