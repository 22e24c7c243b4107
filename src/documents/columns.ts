/** Where the documents of a table stand. */
export interface Columns {
  /** The name of the column with the class; undefined where none is asked for. */
  readonly label: string | undefined;
  /** The name of the column with the text. */
  readonly text: string;
}

/** The columns that are looked in where none are named. */
export const DEFAULT_COLUMNS = { label: "label", text: "text" } as const;
