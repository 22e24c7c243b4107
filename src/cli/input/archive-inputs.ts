import { whyUnreadable } from "../../base/errors.js";
import { DEFAULT_COLUMNS } from "../../documents/archives/archive.js";
import { type ArchiveForm, archiveEntries } from "../../documents/archives/archives.js";
import { readPacked } from "../../documents/archives/chunks.js";
import type { Problem } from "../../documents/document.js";
import { readDocument } from "../../documents/files/files.js";

/** The form of a file that is not a plain document. */
export type InputForm = ArchiveForm | "packed" | "perhaps a mailbox";

/** A document, under a name that tells where it is. */
export interface InputDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether the bytes are only its beginning. */
  readonly isTruncated?: boolean;
}

/** `archiveDocuments`, which is loaded on demand. */
export type ArchiveReading = (
  path: string,
  form: InputForm,
  textColumn: string | undefined,
  fail: (problem: Problem) => void,
) => Iterable<InputDocument>;

/**
 * The documents of a file that holds many or is compressed. Those of an archive are named `path#place`.
 *
 * @param textColumn the column of the texts in a table
 * @throws DataError if that column is missing.
 */
export function* archiveDocuments(
  path: string,
  form: InputForm,
  textColumn: string | undefined,
  fail: (problem: Problem) => void,
): Generator<InputDocument> {
  if (form === "packed") yield* oneDocument(path, readPacked, fail);
  else if (form !== "perhaps a mailbox") yield* documentsIn(path, form, textColumn, fail);
  else if (isMailbox(path)) yield* documentsIn(path, "mailbox", undefined, fail);
  else yield* oneDocument(path, readDocument, fail);
}

function* documentsIn(
  path: string,
  form: ArchiveForm,
  text: string = DEFAULT_COLUMNS.text,
  fail: (problem: Problem) => void,
): Generator<InputDocument> {
  for (const entry of archiveEntries(path, form, { label: undefined, text })) {
    const where = entry.place === undefined ? path : `${path}#${entry.place}`;
    if ("problem" in entry) {
      fail({ kind: entry.problem, where, ...(entry.detail !== undefined && { detail: entry.detail }) });
      continue;
    }
    if (entry.isTruncated) fail({ kind: "truncated", where });
    yield { path: where, bytes: entry.bytes, isTruncated: entry.isTruncated };
  }
}

function* oneDocument(
  path: string,
  read: typeof readDocument,
  fail: (problem: Problem) => void,
): Generator<InputDocument> {
  try {
    const { bytes, truncated } = read(path);
    if (truncated) fail({ kind: "truncated", where: path });
    yield { path, bytes };
  } catch (error) {
    fail({ kind: "unreadable", where: path, detail: whyUnreadable(path, error) });
  }
}

/** Whether a file has more than one message. */
function isMailbox(path: string): boolean {
  let messages = 0;
  for (const entry of archiveEntries(path, "mailbox", { label: undefined, text: "" })) {
    if (!("problem" in entry) && ++messages > 1) return true;
  }
  return false;
}
