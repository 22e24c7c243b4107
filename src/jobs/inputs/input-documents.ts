import { whyUnreadable } from "../../base/errors.js";
import type { ArchiveRange, FileProblem } from "../../documents/archives/archive.js";
import type { ArchiveForm } from "../../documents/archives/archives.js";
import type { Columns } from "../../documents/archives/columns.js";
import { archiveEntries } from "../../documents/archives/read-archive.js";
import { readSingleFile, type SingleFile } from "../../documents/archives/single-file.js";
import type { RowFacts } from "../../documents/document.js";
import type { Opener } from "../../documents/files/open-file.js";
import type { Problem } from "../../documents/problem.js";
import { type Follower, tell } from "../follower.js";
import { factsOf, type RowOptions, tableColumns, textLines } from "./input-tables.js";
import { fileAt, standardInput } from "./standard-input.js";

/** A document, with a path that shows where it is, such as `mail.mbox#3`. */
export interface InputDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
  /** Whether the document was too large, so that `bytes` is only its beginning. */
  readonly isTruncated?: boolean;
  /** The cells of the other columns of a row, by name, if they are carried. */
  readonly cells?: ReadonlyMap<string, string> | undefined;
  /** The values of the wanted columns of a row, as JSON. */
  readonly members?: RowFacts["members"];
}

/** A file with documents. */
export interface GivenFile {
  readonly path: string;
  /** The path that its documents have. */
  readonly name: string;
  /** The form of an archive. Default: its bytes tell whether it is one. */
  readonly form?: ArchiveForm | undefined;
  /** The wanted documents of an archive. Default: all. */
  readonly places?: Iterable<string> | undefined;
  /** Default: they are found. */
  readonly columns?: Columns | undefined;
  /** The range to read. Default: the whole file. */
  readonly range?: ArchiveRange | undefined;
}

/** How the files of a shard are read. */
export interface ShardReading {
  /** Opens the files. Default: any path. */
  readonly open?: Opener | undefined;
  /** How many documents to leave out, with the problems before them. Default 0. */
  readonly skip?: number;
}

/** How files are read. */
interface Reading extends ShardReading {
  readonly options: Follower & RowOptions;
  /** The ids of the rows so far. Undefined for a shard, in which ids may repeat. */
  readonly rowIds: Set<string> | undefined;
  /** Called with each problem. */
  readonly fail: (problem: Problem) => void;
}

/** Yields the documents of a file. A file whose name is not that of an archive is recognized by its bytes. */
export function* documentsOf(given: GivenFile, reading: Reading): Generator<InputDocument> {
  const { path, name, form } = given;
  if (form !== undefined) return yield* documentsIn(given, form, reading);
  let file: SingleFile;
  try {
    file = path === "-" ? standardInput() : readSingleFile(path, reading.open);
  } catch (error) {
    return leaveOut(name, { problem: "unreadable", detail: whyUnreadable(path, error) }, reading);
  }
  if (file.problem !== undefined) return leaveOut(name, file.problem, reading);
  if (file.isMailbox) return yield* documentsIn(given, "mailbox", reading);
  if (file.isTruncated) reading.fail({ kind: "truncated", where: name });
  yield { path: name, bytes: file.bytes };
}

/** Yields the documents of an archive, or those at the wanted places. */
function* documentsIn(given: GivenFile, form: ArchiveForm, reading: Reading): Generator<InputDocument> {
  const { path, name, range, places } = given;
  const { options, open, rowIds } = reading;
  const columns = given.columns ?? tableColumns(path, form, options);
  if (given.columns === undefined) tell(options, textLines(path, columns, options));
  const awaited = places && new Set(places);
  for (const entry of archiveEntries(fileAt(path, form), form, { columns, range, open })) {
    const { place } = entry;
    if (place !== undefined && awaited?.delete(place) === false) continue;
    const where = place === undefined ? name : `${name}#${place}`;
    if ("problem" in entry) {
      leaveOut(where, entry, reading);
    } else {
      if (entry.isTruncated) reading.fail({ kind: "truncated", where });
      const { id, bytes, isTruncated } = entry;
      const { path: named, cells, members } = factsOf(entry, columns, rowIds);
      if (id !== undefined && named === undefined) reading.fail({ kind: "no id", where, detail: id || undefined });
      yield { path: named ?? where, bytes, isTruncated, cells, members };
    }
    if (awaited?.size === 0) return;
  }
  for (const place of awaited ?? []) {
    leaveOut(`${name}#${place}`, { problem: "unreadable", detail: "the file has no such document" }, reading);
  }
}

/** Records why a file or document is not read. */
function leaveOut(where: string, { problem: kind, detail }: FileProblem, { fail }: Reading): void {
  fail({ kind, where, ...(detail !== undefined && { detail }) });
}
