import type { ArchiveForm } from "../archives/archives.js";
import type { ColumnOptions } from "../archives/columns.js";
import type { FileOptions } from "../files/path-patterns.js";

/** The options that select files and columns as documents, and decide whether an unreadable file is an error. */
export interface CorpusOptions extends FileOptions, ColumnOptions {
  /** Whether a file, folder or archive that cannot be read is an error. Default false: it is reported and left out. */
  readonly strict?: boolean;
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
