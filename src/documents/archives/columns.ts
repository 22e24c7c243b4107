import { shown } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { lazily } from "../../base/lazily.js";
import type { DocumentOptions } from "../document.js";
import { isNoneClass } from "../label-cells.js";

/** The columns of a table or the members of JSON objects that contain the documents; for a mailbox, a header field. */
export interface Columns {
  /** The column with the class; undefined if no class is wanted. */
  readonly label: string | undefined;
  /** The column with the text. */
  readonly text: string;
  /** The columns whose texts follow, each on lines of its own. Default: none. */
  readonly moreTexts?: readonly string[] | undefined;
  /** Whether a message may have several labels. Default false: only the first counts. */
  readonly several?: boolean;
  /** The text between the labels of a row. Default: a class is one label, and the model may split it. */
  readonly labelSeparator?: string | undefined;
  /** Whether `None` is a class: see `isNoneClass`. Default false. */
  readonly hasNone?: boolean | undefined;
  /** The column with the id of each document. Default: none. */
  readonly id?: string | undefined;
  /** The column with the date of each document. Default: none. */
  readonly date?: string | undefined;
  /** The column with the group of each document. Default: none. */
  readonly group?: string | undefined;
  /** The columns that pass through to predictions. Default: none. */
  readonly others?: readonly string[] | undefined;
  /** The columns whose values documents carry as JSON. Default: none. */
  readonly members?: readonly string[] | "all" | undefined;
  /** Used instead of `label`: columns named for labels, each with a 1 in the rows that have this label. */
  readonly oneHot?: readonly string[] | undefined;
  /** How the separated values are written. Default: found out from the beginning of the file. */
  readonly dialect?: Dialect;
  /** Other plain data that a format finds in its beginning or in its own options, and needs to read the documents. */
  readonly own?: unknown;
}

/** Placeholder for an archive without columns. */
export const NO_COLUMNS: Columns = { label: undefined, text: "" };

/** How separated values are written. */
export interface Dialect {
  /** One character. */
  readonly separator: string;
  /** Whether the first row has the names of the columns. Otherwise the columns are called 1, 2 and so on. */
  readonly hasHeader: boolean;
  /** Whether a cell may be quoted. Otherwise a quote is an ordinary character. */
  readonly isQuoted: boolean;
  /** The number of cells of the header, or of the first row. */
  readonly width: number;
  /** The number of rows above the header, such as a title. */
  readonly above: number;
}

/** The options that name columns. */
export interface ColumnOptions {
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
}

/** The columns that the user names. A format finds the values of its own options here, too. */
export interface NamedColumns extends ColumnOptions {
  /** The columns that a model was trained on: the texts, if the user names none and the table has all of these. */
  readonly trained?: readonly string[] | undefined;
  /** Whether classes are wanted. */
  readonly hasClasses: boolean;
  /** The columns whose values documents carry as JSON; `all` stands for all. Default: none. */
  readonly columns?: readonly string[] | undefined;
}

/** The options of all formats of tables. */
export const TABLE_OPTIONS: DocumentOptions = {
  labelColumn: {
    does: "in a table, the column of the class (default: label, class, category or another usual name)",
  },
  textColumn: {
    does: "in a table, the column of the text (default: text, message, body or another usual name); repeatable: several are joined",
    isList: true,
    isForAll: true,
  },
};

/** The beginning of a table: the names of the columns, and the cells of some rows. */
export interface TableBeginning {
  readonly names: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

/** Usual names of the columns with classes and with texts, in lower case without spaces, `-` and `_`. */
const USUAL_NAMES: Readonly<Record<"label" | "text", readonly string[]>> = {
  label:
    "label class category target labels classes categories tag tags topic sentiment intent folder labeltext labelname classname targetname targetnames categoryname choice".split(
      " ",
    ),
  text: "text message body content sentence review comment commenttext document sms email mail question tweet post article description utterance".split(
    " ",
  ),
};

/**
 * Finds the columns with the classes and the texts. Takes the columns that the user names; for texts, then those that
 * the model was trained on; then those with usual names. If only two columns have values, the one whose values repeat
 * may have the classes, and the other one the texts. If classes are wanted and no column has them,
 * the columns of 0 and 1 are the labels.
 *
 * @param path of the file, for messages
 * @param noun what a column is called in this format
 * @throws DataError that names all columns that are missing, or a wanted name that two columns have.
 */
export function findColumns(path: string, noun: string, table: TableBeginning, named: NamedColumns): Columns {
  const { names } = table;
  const { trained = [] } = named;
  const guessed = lazily(() => guessedColumns(table));
  const chosen = textsIn(named);
  const likely = usualName("text", names) ?? guessed()?.text;
  // Without texts from the user, those of the model are taken if the table has all of them. If no other column is
  // likely, they are taken anyway, so that the error names them. Without a model, `trained` is empty, and the text is
  // the likely column.
  const takesTrained = chosen.length === 0 && (likely === undefined || trained.every((name) => names.includes(name)));
  const [text = likely, ...moreTexts] = takesTrained ? trained : chosen;
  const { hasClasses, labelSeparator, idColumn: id, dateColumn: date, groupColumn: group } = named;
  const label = named.labelColumn ?? usualName("label", names) ?? (hasClasses ? guessed()?.label : undefined);
  const mayBeOneHot = hasClasses && label === undefined && text !== undefined;
  const oneHot = mayBeOneHot ? oneHotColumns(table, text) : undefined;
  const classColumn = hasClasses && oneHot === undefined ? (label ?? "label") : undefined;
  const wanted = { label: classColumn, text: text ?? "text", id, date, group };
  const members = named.columns?.includes("all") ? "all" : named.columns;
  const listed = members === "all" || members === undefined ? [] : members;
  const others = [...moreTexts.map((name) => ["text", name] as const), ...listed.map((name) => ["", name] as const)];
  requireColumns(path, noun, [...Object.entries(wanted), ...others], names);
  const used = [classColumn, wanted.text, ...moreTexts, id, ...(oneHot ?? [])];
  // The other columns, unless they have no name or repeat one.
  const isOther = (name: string, c: number) => name !== "" && !used.includes(name) && names.indexOf(name) === c;
  const hasNone =
    classColumn !== undefined && isNoneClass(table.rows.flatMap((row) => row[names.indexOf(classColumn)]));
  return {
    ...wanted,
    moreTexts: moreTexts.length > 0 ? moreTexts : undefined,
    hasNone: hasNone || undefined,
    others: named.otherColumns ? names.filter(isOther) : undefined,
    ...(members !== undefined && { members }),
    ...(hasClasses && { oneHot, labelSeparator }),
  };
}

/** Returns the columns of the text that the user names, each once. */
export function textsIn({ textColumn = [] }: Pick<NamedColumns, "textColumn">): string[] {
  return [...new Set([textColumn].flat())];
}

/** Returns the first usual name that a column has, in the order of `USUAL_NAMES`. */
export function usualName(kind: "label" | "text", names: readonly string[]): string | undefined {
  const plain = names.map((name) => name.toLowerCase().replace(/[\s_-]+/g, ""));
  const place = USUAL_NAMES[kind].map((name) => plain.indexOf(name)).find((found) => found >= 0);
  return place === undefined ? undefined : names[place];
}

/**
 * Guesses the columns by their values, if exactly two have values, not counting those without a name and row numbers.
 * The one with fewer distinct values has the classes, if each of them is there twice on average. Undefined if that tells
 * nothing.
 */
function guessedColumns({ names, rows }: TableBeginning): { label: string; text: string } | undefined {
  const filled = names.filter((name, c) => !NO_NAMES.test(name) && rows.some((row) => !isEmpty(row[c])));
  if (filled.length !== 2) return undefined;
  const distinct = filled.map((name) => new Set(rows.map((row) => row[names.indexOf(name)])).size);
  const [few, many] = distinct[0] <= distinct[1] ? [0, 1] : [1, 0];
  if (distinct[few] === distinct[many] || distinct[few] > rows.length / 2) return undefined;
  return { label: filled[few], text: filled[many] };
}

/** No name, what programs write in its place, and names of row numbers, which may be only 0 and 1 in a short file. */
const NO_NAMES = /^(?:|id|_id|idx|index|number|unnamed: ?\d+|__empty(?:_\d+)?|\.{3}\d+)$/i;

/** Returns the columns of flags other than row numbers; undefined for fewer than two, or if two have the same name. */
function oneHotColumns({ names, rows }: TableBeginning, text: string): string[] | undefined {
  const found = names.filter(
    (name, c) => name !== text && !NO_NAMES.test(name) && rows.length > 0 && rows.every((row) => isFlag(row[c])),
  );
  return found.length >= 2 && new Set(found).size === found.length ? found : undefined;
}

/** Whether a cell says that a document has a label or does not have it: `1` or `0`, or `true` or `false`. */
function isFlag(value: unknown): boolean {
  return /^(?:0|1|0\.0|1\.0|true|false)$/i.test(String(value).trim());
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "");
}

/** The number of columns that an error lists. */
const MAX_LISTED = 10;

/** Columns that are needed, and for what: the kind is `label` for `--label-column`, and empty for `--columns`. */
type WantedColumns = readonly (readonly [kind: string, name: string | undefined])[];

/** @throws DataError unless each of these columns is there once. */
function requireColumns(path: string, noun: string, wanted: WantedColumns, names: readonly string[]): void {
  const missing = wanted.filter(([, name]) => name !== undefined && !names.includes(name));
  if (missing.length > 0) throw new DataError(`${path}: ${missingText(noun, missing, names)}`);
  for (const [, name] of wanted) {
    if (name !== undefined && names.indexOf(name) < names.lastIndexOf(name)) {
      throw new DataError(`${path}: two ${noun}s are called ${shown(name)}: rename one of them`);
    }
  }
}

/** Returns the message about missing columns. It lists the columns of the file. */
function missingText(noun: string, missing: WantedColumns, names: readonly string[]): string {
  const found = names.slice(0, MAX_LISTED).map(shown);
  const present = found.length === 0 ? `the file has no ${noun}s` : `the ${noun}s are ${found.join(", ")}`;
  const lacking = missing.map(([, name]) => shown(name)).join(" and ");
  const options = [...new Set(missing.map(([kind]) => (kind === "" ? "--columns" : `--${kind}-column`)))].join(" and ");
  return missing.length === 1
    ? `there is no ${noun} ${lacking}; ${present}: choose one with ${options}`
    : `there are no ${noun}s ${lacking}; ${present}: choose them with ${options}`;
}
