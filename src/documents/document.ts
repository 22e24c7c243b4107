/** Facts about a document from other columns of its table. */
export interface RowFacts {
  /** When it was written, as the table has it. Empty if the table does not say. */
  readonly date?: string | undefined;
  /** A trait that it shares with other documents, such as its author. */
  readonly group?: string | undefined;
  /** The cells of the columns that pass through to predictions. */
  readonly others?: readonly string[] | undefined;
}

/** One text to sort. */
export interface Document {
  /** The path below the corpus, with `/`; or the path that the user gave. In an archive, also its place: `a.mbox#2`. */
  readonly id: string;
  readonly bytes: Uint8Array;
  /** When it was written, in milliseconds since 1970, if known. */
  readonly time?: number | undefined;
  /** Facts that are not in its text. Default: none. */
  readonly row?: RowFacts | undefined;
}

/** A text whose class is known. */
export interface LabelledDocument extends Document {
  readonly label: string;
}
