import { DataError } from "../../base/errors.js";

/** The columns of a table or members of JSON lines that contain the documents; for a mailbox, a header field. */
export interface Columns {
  /** The column with the class; undefined if no class is wanted. */
  readonly label: string | undefined;
  /** The column with the text. */
  readonly text: string;
  /** Whether a message may have several labels. Default false: only the first counts. */
  readonly several?: boolean;
  /** The columns of which each is a label and has a 1 in the rows with this label, instead of `label`. */
  readonly oneHot?: readonly string[];
  /** How the separated values are written. Default: as their beginning looks. */
  readonly dialect?: Dialect;
}

/** The columns of an archive that has no columns. */
export const NO_COLUMNS: Columns = { label: undefined, text: "" };

/** How separated values are written. */
export interface Dialect {
  /** One character. */
  readonly separator: string;
  /** Whether the first row has the names of the columns. Otherwise the columns are called 1, 2 and so on. */
  readonly hasHeader: boolean;
  /** Whether a cell may be quoted. Otherwise a quote is an ordinary character. */
  readonly isQuoted: boolean;
}

/** The columns that the user names. Those that are not named are looked for. */
export interface NamedColumns {
  readonly label?: string | undefined;
  readonly text?: string | undefined;
  /** Whether classes are wanted. */
  readonly hasClasses: boolean;
}

/** The beginning of a table: the names of the columns, and the cells of some rows. */
export interface TableBeginning {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** The usual names of a column with classes, and of one with texts, in lower case without spaces, `-` and `_`. */
const USUAL: Readonly<Record<"label" | "text", readonly string[]>> = {
  label:
    "label class category target labels classes categories tag tags topic sentiment intent folder labeltext labelname classname targetname targetnames categoryname choice".split(
      " ",
    ),
  text: "text message body content sentence review comment commenttext document sms email mail question tweet post article description utterance".split(
    " ",
  ),
};

/**
 * Finds the columns with the classes and the texts: those that the user names, those with the usual names or, of two
 * columns without usual names, the one in which values repeat and the other one.
 *
 * @param noun what a column is called in this format
 * @throws DataError that names all columns that are missing.
 */
export function findColumns(path: string, noun: string, table: TableBeginning, named: NamedColumns): Columns {
  const filled = table.names.filter((_, c) => table.rows.some((row) => !isEmpty(row[c])));
  const guessed = guessedColumns(table, filled);
  const text = named.text ?? usualName("text", table.names) ?? guessed?.text;
  const label = named.label ?? usualName("label", table.names) ?? guessed?.label;
  const oneHot = label === undefined && text !== undefined ? oneHotColumns(table, text) : undefined;
  const wanted = { ...(named.hasClasses && oneHot === undefined && { label: label ?? "label" }), text: text ?? "text" };
  const missing = Object.entries(wanted).filter(([, name]) => !table.names.includes(name));
  if (missing.length > 0) throw new DataError(`${path}: ${missingText(noun, missing, table.names)}`);
  for (const name of Object.values(wanted)) {
    if (table.names.indexOf(name) < table.names.lastIndexOf(name)) {
      throw new DataError(`${path}: two ${noun}s are called ${JSON.stringify(name)}: rename one of them`);
    }
  }
  return { label: undefined, ...wanted, ...(named.hasClasses && oneHot && { oneHot }) };
}

/** Returns the first usual name that a column has, in the order of `USUAL`. */
export function usualName(kind: "label" | "text", names: readonly string[]): string | undefined {
  const plain = names.map((name) => name.toLowerCase().replace(/[\s_-]+/g, ""));
  const place = USUAL[kind].map((name) => plain.indexOf(name)).find((found) => found >= 0);
  return place === undefined ? undefined : names[place];
}

/** Of two columns that are not empty, the one whose values repeat has the classes, and the other one the texts. */
function guessedColumns({ names, rows }: TableBeginning, filled: readonly string[]) {
  if (filled.length !== 2) return undefined;
  const different = filled.map((name) => new Set(rows.map((row) => row[names.indexOf(name)])).size);
  const [few, many] = different[0] <= different[1] ? [0, 1] : [1, 0];
  if (different[few] === different[many] || different[few] > rows.length / 2) return undefined;
  return { label: filled[few], text: filled[many] };
}

/** Names of columns that number the rows. */
const NUMBERS = /^(?:|id|_id|idx|index|number|unnamed: ?\d+)$/i;

/** Returns the columns, two or more, that have only 0 and 1. */
function oneHotColumns({ names, rows }: TableBeginning, text: string): string[] | undefined {
  const found = names.filter(
    (name, c) => name !== text && !NUMBERS.test(name) && rows.length > 0 && rows.every((row) => isFlag(row[c])),
  );
  return found.length >= 2 && new Set(found).size === found.length ? found : undefined;
}

function isFlag(value: unknown): boolean {
  return /^(?:0|1|0\.0|1\.0|true|false)$/i.test(String(value).trim());
}

/** Whether a cell of a column for one label says that the document has the label. */
export function isSet(value: unknown): boolean {
  return /^(?:1|1\.0|true)$/i.test(String(value).trim());
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** How programs write that a value is missing. */
const MISSING = /^(?:n\/?a|nan|null)?$/i;

/** Returns a class without spaces around it; "" if it is missing or written as `NA`, `N/A`, `nan` or `null`. */
export function classIn(cell: string): string {
  const label = cell.trim();
  return MISSING.test(label) ? "" : label;
}

/** How many columns an error lists. */
const NAMED = 10;

function missingText(
  noun: string,
  missing: readonly (readonly [kind: string, name: string])[],
  names: readonly string[],
): string {
  const found = names.slice(0, NAMED).map((name) => JSON.stringify(name));
  const there = found.length === 0 ? `the file has no ${noun}s` : `the ${noun}s are ${found.join(", ")}`;
  const lacking = missing.map(([, name]) => JSON.stringify(name)).join(" and ");
  const options = missing.map(([kind]) => `--${kind}-column`).join(" and ");
  return missing.length === 1
    ? `there is no ${noun} ${lacking}; ${there}: choose one with ${options}`
    : `there are no ${noun}s ${lacking}; ${there}: choose them with ${options}`;
}
