import type { ArchiveForm } from "../archives/archives.js";
import type { LabelledDocument } from "../document.js";
import type { FolderPaths } from "../files/path-list.js";
import type { FileOptions } from "../files/path-patterns.js";
import type { LabelledText } from "../given-text.js";
import type { Problem } from "../problem.js";

/** The options that select files and columns as documents, and decide whether an unreadable file is an error. */
export interface CorpusOptions extends FileOptions {
  /** Whether a file, folder or archive that cannot be read is an error. Default false: it is reported and left out. */
  readonly strict?: boolean;
  /** The column of a table, or member of JSON objects, with the class. Default: one with a usual name, as `label`. */
  readonly labelColumn?: string;
  /** The column or member with the text, or several, which are joined. Default: one with a usual name, such as `text`. */
  readonly textColumn?: string | readonly string[];
  /** The column or member with the id of each document. Default: the number of the row is its id. */
  readonly idColumn?: string;
  /** The column with the date of each document, for splits by date. Default: none. */
  readonly dateColumn?: string;
  /** The column with the group of each document, for splits by group. Default: none. */
  readonly groupColumn?: string;
  /** Whether the documents carry the cells of all other columns, for predictions. Default false. */
  readonly otherColumns?: boolean | undefined;
  /**
   * The text between the labels of a row, such as `","`. Default: `;` and arrays do, if the model has `multiLabel`. Not
   * used if `multiLabel` is false.
   */
  readonly labelSeparator?: string | undefined;
  /**
   * The header field that lists the labels of each message in a mailbox. These labels become the classes. Default: the
   * field of Google Takeout if the corpus is a single mailbox that has this field, otherwise none.
   */
  readonly labelField?: string;
  /** Whether a message may have several labels in this field. Default false: the first one is its class. */
  readonly multiLabel?: boolean;
  /** New names for classes, each as `OLD=NEW`. Classes with the same new name are one. Default: none. */
  readonly renameClass?: readonly string[] | undefined;
  /** The format of a file, or of several files of which each is a class. Default: by its name or its first bytes. */
  readonly inputFormat?: ArchiveForm | undefined;
}

/** A description of the container of a corpus. */
export interface CorpusForm {
  /** For example "Maildir with 3 folders". */
  readonly title: string;
  /** The name of one of its documents. */
  readonly unit: "message" | "document";
  /** The column or member that contains the classes, if there is one. A cell may contain several labels. */
  readonly labelColumn?: string | undefined;
  /** The columns or members with the texts, if they have names. */
  readonly textColumns?: readonly string[] | undefined;
  /** The columns whose cells the documents carry: see `RowFacts.others`. */
  readonly otherColumns?: readonly string[] | undefined;
}

/**
 * Labelled documents at a path. Each iteration reads the documents again, one at a time and in the same order. Facts
 * that require reading are undefined.
 */
export interface Corpus extends Iterable<LabelledDocument> {
  /** The path as given. */
  readonly root: string;
  /** Whether something that cannot be read is an error. */
  readonly strict: boolean;
  /** Undefined for a plain folder per class. */
  readonly form: CorpusForm | undefined;
  /** The ids of the documents, in order. May be a new array each time. */
  readonly ids: readonly string[] | undefined;
  /** The number of documents. */
  readonly size: number | undefined;
  /** The classes, sorted. */
  readonly labels: readonly string[] | undefined;
  /** The problems that opening and reading have found so far. */
  readonly problems: readonly Problem[];
  /** The number of documents to read, or an estimate if the number is not known. `slice` counts in this unit. */
  readonly weight: number;
  /**
   * Returns the documents from weight `from` up to `to` as a corpus, without the problems of opening. Adjacent slices
   * together have each document once. An archive belongs to the slice that contains its beginning.
   */
  slice(from: number, to: number): Corpus;
  /** Returns the corpus as plain data, from which `openShare` makes it again in a worker thread. */
  share(): CorpusShare;
  /** Reads some documents again, in order, if they can still be read. Reports no problems. */
  only(ids: ReadonlySet<string>): Iterable<LabelledDocument>;
  /** Returns when a document was last written, in milliseconds since 1970; undefined if it is gone. */
  modified(id: string): number | undefined;
  /**
   * Checks that a file to be written does not replace a document and would not become one.
   *
   * @throws UsageError if it does or would.
   */
  requireFree(path: string): void;
}

/** A corpus, or a slice of one, as plain data. Each kind of corpus adds fields. */
export interface CorpusShare {
  /** The kind of corpus: a name in the table `SHARES` of `readers.ts`, which makes the corpus again. */
  readonly reader: string;
  readonly root: string;
  readonly strict: boolean;
}

/** A folder per class as plain data. */
export interface FolderShare extends CorpusShare {
  readonly reader: "folders";
  readonly paths: readonly FolderPaths[];
  readonly layout: FolderLayout;
  /** A folder that symbolic links must not lead out of. Default: links may lead anywhere. */
  readonly within?: string | undefined;
}

/**
 * How the path of a document determines its class: by its first folder (`folders`), or by a table of classes, as for
 * mail folders. The keys of the table are the paths of folders, with a slash at the end.
 */
export type FolderLayout = "folders" | Readonly<Record<string, string>>;

/** The class of the messages that are in a Maildir itself and not in its folders. */
export const INBOX = "inbox";

/** Whether documents come from a corpus, and not from an array or a generator. */
export function isCorpus(documents: Iterable<LabelledText>): documents is Corpus {
  return "share" in Object(documents) && "slice" in Object(documents);
}
