import { DataError } from "../../base/errors.js";
import { ByteWindow } from "../files/byte-window.js";
import { fileChunks, type Opener } from "../files/open-file.js";
import { type ArchiveEntry, ArchiveFault, type ArchiveFormat, type EntryOptions } from "./archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm, unpackedWindow } from "./archives.js";
import { type Columns, type NamedColumns, NO_COLUMNS, textsIn } from "./columns.js";
import { FOREIGN_BEGINNING, foreignProblem } from "./magic-numbers.js";

/**
 * Finds the columns of an archive that is a table of documents. Other archives have NO_COLUMNS.
 *
 * @param named the columns that the user names
 * @throws Error if there is no such file, DataError if a column is missing or the file is of a program such as Excel.
 */
export function columnsIn(path: string, form: ArchiveForm, named: NamedColumns): Columns {
  const { columns, isBeginning }: ArchiveFormat = ARCHIVE_FORMATS[form];
  if (columns === undefined) return NO_COLUMNS;
  const window = unpackedWindow(path);
  try {
    // Reading the file reports that it cannot be read.
    if (!window.reach(FOREIGN_BEGINNING) && window.length === 0 && window.fault !== undefined)
      return { label: named.labelColumn, text: textsIn(named)[0] ?? "" };
    // A file of Excel that somebody has renamed to .csv.
    const beginning = window.view(0, FOREIGN_BEGINNING);
    const foreign = foreignProblem(beginning);
    if (foreign !== undefined && !isBeginning(beginning)) throw new DataError(`${path}: ${foreign.detail}`);
    return columns(window, named, path);
  } finally {
    window.close();
  }
}

/** How an archive is read. */
export interface ArchiveOptions extends Pick<EntryOptions, "hasContents" | "range"> {
  /** Default: none. */
  readonly columns?: Columns;
  /** Default: opens any path. */
  readonly open?: Opener | undefined;
}

/**
 * Reads an archive, packed or not, from its beginning to its end. A problem with the archive itself comes last.
 *
 * @throws Error if there is no such file, DataError if a column is missing.
 */
export function* archiveEntries(
  path: string,
  form: ArchiveForm,
  { columns = NO_COLUMNS, open, hasContents = true, range }: ArchiveOptions = {},
): Generator<ArchiveEntry> {
  const { entries }: ArchiveFormat = ARCHIVE_FORMATS[form];
  const [from, to] = range ?? [0];
  const window = from === 0 ? unpackedWindow(path, open, to) : new ByteWindow(fileChunks(path, open, from, to));
  try {
    // A format may open the file by itself.
    if (window.reach(1) || window.fault === undefined)
      yield* entries(window, { columns, path, open, hasContents, range });
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    yield { problem: "damaged", detail: window.fault ?? error.message };
    return;
  } finally {
    window.close();
  }
  if (window.fault !== undefined) {
    yield { problem: window.passed === 0 ? "unreadable" : "damaged", detail: window.fault };
  }
}
