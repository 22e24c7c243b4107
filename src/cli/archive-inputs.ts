import type { ArchiveForm } from "../documents/archive-form.js";
import { archiveEntries } from "../documents/archives.js";
import { DEFAULT_COLUMNS } from "../documents/columns.js";
import type { Problem } from "../documents/document.js";
import { readDocument, whyUnreadable } from "../documents/files.js";
import { readPacked } from "../documents/packed.js";
import type { InputDocument, InputForm } from "./inputs.js";

/**
 * The documents of a file that holds many or is packed: those of an archive are named `path#place`.
 *
 * @param textColumn where the texts of a table stand
 * @throws DataError if that column is not there.
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

/** Whether there is more than one message in a file. */
function isMailbox(path: string): boolean {
  let messages = 0;
  for (const entry of archiveEntries(path, "mailbox", { label: undefined, text: "" })) {
    if (!("problem" in entry) && ++messages > 1) return true;
  }
  return false;
}
