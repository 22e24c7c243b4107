import type { Document, DocumentOptions, LimitedBytes } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";
import type { Opener } from "../files/open-file.js";
import type { ProblemKind } from "../problem.js";
import type { Columns, NamedColumns } from "./columns.js";

/** A format of files that contain many documents. `archives.ts` has a table of all formats. */
export interface ArchiveFormat {
  /** Its name in programs and plans, such as `json-lines`. */
  readonly name: string;
  /** Its names for `--input-format`, such as `jsonl`. Default: its name. */
  readonly inputNames?: readonly string[];
  /** Its own options. A format with columns gets their values in `NamedColumns.given`. Default: none. */
  readonly options?: DocumentOptions;
  /** The name of one file in this format, and of several. */
  readonly title: readonly [one: string, many: string];
  /** The name of one of its documents. */
  readonly unit: "message" | "document";
  /** The endings of file names, in lower case and without `.gz`. */
  readonly endings: readonly string[];
  /** Whether a file has this format, judged by its first 2 kB. Called if the name of the file does not tell. */
  readonly isBeginning: (beginning: Buffer) => boolean;
  /** Whether its files are never texts, so that those in a folder are read as archives, not as documents. Default false. */
  readonly isBinary?: boolean;
  /**
   * Where the class is. `"file"`: all documents have the class named by the archive or its folder. `"folders"`: the
   * path within the archive tells the class, but an archive in a class folder has documents of that class. `"column"`:
   * a column of the table has the class.
   */
  readonly classIn: "file" | "folders" | "column";
  /**
   * Finds the columns of the documents by the beginning of the file, which it does not remove from the window.
   *
   * @throws DataError if a column is missing
   */
  readonly columns?: (window: ByteWindow, named: NamedColumns, path: string) => Columns;
  /**
   * Cuts a file into ranges of about this many bytes, each of which can be read without what is before it. Default: the
   * file is read as a whole. Empty if this file cannot be cut, for example because it is packed.
   */
  readonly ranges?: (path: string, bytes: number) => readonly ArchiveRange[];
  /** Returns the number of documents if the file says it; some may be no documents. Default: it is estimated. */
  readonly size?: (path: string) => number | undefined;
  /** Returns the documents in order. May throw `ArchiveFault`. */
  readonly entries: (window: ByteWindow, options: EntryOptions) => Iterable<ArchiveEntry>;
}

/** A part of a file: where it begins and ends, in bytes or as the format counts, and how many places are before it. */
export type ArchiveRange = readonly [from: number, to: number, before: number];

/** How the documents of an archive are read. */
export interface EntryOptions {
  readonly columns: Columns;
  /** The path of the file, for messages. */
  readonly path: string;
  /** Opens the file, if a format does not read it in order. Default: opens any path. */
  readonly open?: Opener | undefined;
  /** Whether to read contents. Default true; otherwise documents may have no bytes. */
  readonly hasContents?: boolean;
  /** The range to read, as `ranges` returns it. Default: the whole file. Of bytes, the window has no others. */
  readonly range?: ArchiveRange | undefined;
}

/** One document of an archive, or a problem in its place. */
export type ArchiveEntry = EntryDocument | EntryProblem;

/** A document in an archive. */
export interface EntryDocument extends LimitedBytes, Pick<Document, "time" | "row"> {
  /** Its number from 1, or its path. It is unique in the archive. */
  readonly place: string;
  /** Its class, if the archive contains it. */
  readonly label?: string | undefined;
  /** Its id in a column of the table, if one is named. May be empty or that of another document. */
  readonly id?: string | undefined;
  /** Whether it has other labels, which do not count. */
  readonly hasMoreLabels?: boolean;
}

/** Something in an archive that could not be read as a document. */
export interface EntryProblem {
  /** Undefined if the problem concerns the whole archive. */
  readonly place?: string;
  readonly problem: ProblemKind;
  readonly detail?: string | undefined;
}

/** Why a file or an entry of an archive cannot be used. */
export type FileProblem = Pick<EntryProblem, "problem" | "detail">;

/** Thrown where an archive ends too early or violates its format. The documents before that place are valid. */
export class ArchiveFault extends Error {}
