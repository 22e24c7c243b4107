import { DataError } from "../../base/errors.js";
import { ByteWindow } from "../files/byte-window.js";
import { fileChunks, type Opener } from "../files/open-file.js";
import {
  type ArchiveEntry,
  ArchiveFault,
  type ArchiveFormat,
  type ArchiveRange,
  type Boundary,
  type EntryOptions,
} from "./archive.js";
import { ARCHIVE_FORMATS, type ArchiveForm } from "./archives.js";
import { type Columns, type NamedColumns, NO_COLUMNS, textsIn } from "./columns.js";
import { FOREIGN_BEGINNING, foreignProblem } from "./foreign-forms.js";
import { hasGzipMagic, TRAILING_BYTES, unpacked } from "./gunzip.js";
import { inUtf8, utf16In } from "./utf16.js";

/**
 * Finds the columns of an archive that is a table of documents. Other archives have NO_COLUMNS.
 *
 * @param named the columns that the user names
 * @throws Error if there is no such file, DataError if a column is missing or the file is of a program such as Excel.
 */
export function columnsIn(path: string, form: ArchiveForm, named: NamedColumns): Columns {
  const { columns }: ArchiveFormat = ARCHIVE_FORMATS[form];
  if (columns === undefined) return NO_COLUMNS;
  const window = new ByteWindow(inUtf8(unpacked(fileChunks(path))));
  try {
    // Reading the file reports that it cannot be read.
    if (!window.reach(FOREIGN_BEGINNING) && window.length === 0 && window.fault !== undefined)
      return { label: named.label, text: textsIn(named)[0] ?? "" };
    // A file of Excel that somebody has renamed to .csv.
    const foreign = foreignProblem(window.view(0, FOREIGN_BEGINNING));
    if (foreign !== undefined) throw new DataError(`${path}: ${foreign.detail}`);
    return columns(window, named, path);
  } finally {
    window.close();
  }
}

/**
 * Whether an archive is neither packed nor UTF-16, judged by its first bytes, so that its bytes can be divided.
 *
 * @throws Error as `fileChunks`
 */
export function isPlainFile(path: string): boolean {
  for (const bytes of fileChunks(path)) return !hasGzipMagic(bytes) && utf16In(bytes) === undefined;
  return true;
}

/** How an archive is read. */
export interface ArchiveOptions extends Pick<EntryOptions, "hasContents"> {
  /** Default: none. */
  readonly columns?: Columns;
  /** The piece of the archive to read. Default: the whole archive. */
  readonly range?: ArchiveRange | undefined;
  /** Default: opens any path. */
  readonly open?: Opener | undefined;
}

/**
 * Reads an archive, packed by gzip or not, from its beginning to its end. A problem with the archive itself comes last.
 *
 * @throws Error if there is no such file, DataError if a column is missing.
 */
export function* archiveEntries(
  path: string,
  form: ArchiveForm,
  { columns = NO_COLUMNS, range, open, hasContents = true }: ArchiveOptions = {},
): Generator<ArchiveEntry> {
  const { entries }: ArchiveFormat = ARCHIVE_FORMATS[form];
  const whole = () => inUtf8(unpacked(fileChunks(path, 0, undefined, open)));
  const window = new ByteWindow(range === undefined ? whole() : rangeChunks(path, range, open));
  try {
    yield* entries(window, { columns, path, hasContents, before: range?.before ?? 0 });
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
    yield { problem: "damaged", detail: window.fault ?? error.message };
    return;
  } finally {
    window.close();
  }
  if (window.fault === TRAILING_BYTES) yield { problem: "trailing" };
  else if (window.fault !== undefined) {
    yield { problem: window.passed === 0 ? "unreadable" : "damaged", detail: window.fault };
  }
}

/**
 * Finds the places where an archive can be divided, up to the first fault. The archive must not be packed.
 *
 * @throws Error if there is no such file, DataError if a column is missing.
 */
export function* archiveBoundaries(path: string, form: ArchiveForm, columns: Columns): Generator<Boundary> {
  const format: ArchiveFormat = ARCHIVE_FORMATS[form];
  const window = new ByteWindow(fileChunks(path));
  try {
    yield* format.boundaries(window, { columns, path });
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error;
  } finally {
    window.close();
  }
}

/** Reads the bytes of a piece of a file. */
export function* rangeChunks(path: string, { from, to, head }: ArchiveRange, open?: Opener): Generator<Uint8Array> {
  yield* fileChunks(path, 0, head, open);
  yield* fileChunks(path, from, to, open);
}
