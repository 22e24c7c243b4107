import type { ArchiveForm } from "../archives/archives.js";
import type { FileOptions } from "../files/path-patterns.js";

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
