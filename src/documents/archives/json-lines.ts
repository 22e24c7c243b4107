import { isUtf8 } from "node:buffer";
import { isRecord, shown } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { classOfLabels, isLabel } from "../label-cells.js";
import type { ArchiveEntry, ArchiveFormat } from "./archive.js";
import { classIn, documentIn, type Row } from "./cells.js";
import { type Columns, findColumns, type NamedColumns, TABLE_OPTIONS, textsIn } from "./columns.js";
import { entriesOf, firstParts, lineEnds, linesIn, rangesOf } from "./text-lines.js";

/**
 * JSON lines: each line is an object with the text and the class of a document. A class may be a string, a number, a
 * boolean or an array of these. Places are line numbers, from 1. Blank lines are skipped.
 */
export const JSON_LINES: ArchiveFormat = {
  name: "json-lines",
  inputNames: ["jsonl"],
  title: ["JSON lines", "JSON lines"],
  unit: "document",
  endings: [".jsonl", ".ndjson"],
  isBeginning: (beginning) => /^(?:\xef\xbb\xbf)?\s*\{\s*"/.test(beginning.toString("latin1")),
  classIn: "column",
  options: TABLE_OPTIONS,
  columns: (window, named, path) =>
    columnsOfObjects(path, firstParts(window, linesIn), named, () => {
      window.reach(MAX_WHOLE);
      return window
        .copy(0, MAX_WHOLE)
        .toString()
        .replace(/^\ufeff/, "");
    }),
  ranges: (path, bytes) => rangesOf(lineEnds(path), bytes),
  entries: (window, { columns, range }) =>
    entriesOf(linesIn(window), (place, line) => objectEntry(place, line, columns), range),
};

/** In bytes. An object around all rows is recognized in files up to this size. */
const MAX_WHOLE = 1 << 26;

/** The character of a byte-order mark, which is not JSON. */
const BYTE_ORDER_MARK = 0xfeff;

/** The members of a JSON object. */
type JsonObject = Readonly<Record<string, unknown>>;

/** The members of a JSON object that is a row of a table, or the reason why there is no document in it. */
type Members = JsonObject | string;

/**
 * Parses a JSON object. JSON is UTF-8 (RFC 8259); other bytes are read as Latin-1, so that nothing is lost.
 *
 * @returns undefined for a blank line
 */
function membersOf(bytes: Buffer): Members | undefined {
  const text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  const json = (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text).trim();
  if (json === "") return undefined;
  const value: unknown = orElse(() => JSON.parse(json), undefined);
  if (value === undefined) return "not JSON";
  return isRecord(value) ? withAnnotations(value) : "not a JSON object";
}

/**
 * Finds the members with the class and the text.
 *
 * @param path of the file, for messages
 * @param sample the JSON of some objects of the file
 * @param whole returns the text of the file, if its lines are the objects
 * @throws DataError if a member is missing, the whole table is one object, or annotations have several questions
 */
export function columnsOfObjects(
  path: string,
  sample: Iterable<Buffer>,
  named: NamedColumns,
  whole = () => "",
): Columns {
  const all = Array.from(sample, membersOf).filter((members) => members !== undefined);
  const objects = all.filter((members) => typeof members === "object");
  const names = [...new Set(objects.flatMap((members) => Object.keys(members)))];
  const { hasClasses, labelColumn: label = "label" } = named;
  const [text = "text"] = textsIn(named);
  // A table in one object over several lines: most of its lines are no objects.
  const wrapper = objects.length > 1 && 2 * objects.length > all.length ? undefined : wrapperText(whole());
  const rows = objects.map((members) => names.map((name) => ownMember(members, name)));
  const find = () => findColumns(path, "member", { names, rows }, named);
  const isRow = () => !Object.values(objects[0]).every(isNested) && orElse(find, undefined) !== undefined;
  // One object may also be a table with one row. Without an object, the sample has no whole row.
  if (wrapper !== undefined && (all.length !== 1 || objects.length !== 1 || !isRow())) {
    throw new DataError(`${path}: ${wrapper}`);
  }
  // The problems of the objects are reported when the documents are read.
  if (objects.length === 0) return { label: hasClasses ? label : undefined, text };
  const questions = [...new Set(objects.flatMap(questionsIn))];
  if (hasClasses && named.labelColumn === undefined && questions.length > 1) {
    throw new DataError(
      `${path}: the annotations have ${questions.length} questions, ${questions.map(shown).join(" and ")}: choose one with --label-column`,
    );
  }
  return find();
}

/** Says that a text is one JSON object around the rows of a table, and what to do; undefined if it is not. */
function wrapperText(text: string): string | undefined {
  const value: unknown = orElse(() => JSON.parse(text), undefined);
  if (!isRecord(value) || !Object.values(value).some(isNested)) return undefined;
  const [name, rows] = Object.entries(value).findLast(([, list]) => Array.isArray(list) && isNested(list[0])) ?? [];
  const where = name === undefined ? "" : ` around the rows in ${JSON.stringify(name)}`;
  // Hugging Face has each row in a member of an element; pandas may have rows without names.
  const path = `.${JSON.stringify(name)}[]${Object.hasOwn(Object(rows)[0] ?? {}, "row") ? ".row" : ""}`;
  const command = name === undefined || Array.isArray(Object(rows)[0]) ? "" : `with jq -c '${path}', `;
  return `the whole table is one JSON object${where}: write an array of objects, or an object in each line (${command}in pandas with orient="records")`;
}

/**
 * Makes an entry from the JSON of an object.
 *
 * @param place its number in the file
 * @returns undefined for a blank line
 */
export function objectEntry(place: string, bytes: Buffer, columns: Columns): ArchiveEntry | undefined {
  const members = membersOf(bytes);
  if (members === undefined) return undefined;
  if (typeof members === "string") return { place, problem: "malformed", detail: members };
  return memberEntry(
    place,
    valuesRow(
      (name) => ownMember(members, name),
      () => Object.keys(members),
      columns,
    ),
    columns,
  );
}

/** Returns a row of values of JSON, for `memberEntry`. */
export function valuesRow(cellOf: Row["cellOf"], names: Row["names"], columns: Columns): Row {
  return { cellOf, classIn: (value) => labelOf(value, columns), names, isDecoded: true };
}

/**
 * Makes an entry from the members of an object, or from the cells of a row.
 *
 * @param place its number in the file
 */
export function memberEntry(place: string, row: Row, columns: Columns): ArchiveEntry {
  const found = documentIn(row, columns);
  if (typeof found !== "string") return { place, ...found };
  const why = columns.label === undefined ? undefined : disagreement(row.cellOf(columns.label));
  return { place, problem: "malformed", detail: why ?? found };
}

/** Whether a JSON value is an object or an array. */
function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Returns a member, but none that every object inherits, such as `constructor`. */
function ownMember(members: JsonObject, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the class of a value; "" if it is no class. A list with one label has this label as its class. */
function labelOf(value: unknown, columns: Columns): string {
  if (isRecord(value)) return labelOf(value.choices, columns);
  if (!Array.isArray(value)) return isLabel(value) ? classIn(String(value), columns) : "";
  return value.every(isLabel) ? classIn(classOfLabels(value), { hasNone: columns.hasNone }) : "";
}

/**
 * Adds the text and the classes if an annotation program put them elsewhere: Label Studio in `data` and `annotations`,
 * Prodigy in `accept`. Other objects stay as they are.
 *
 * @returns the reason if somebody has rejected or ignored the text in Prodigy
 */
function withAnnotations(value: JsonObject): JsonObject | string {
  const { data, accept, answer } = value;
  if (isRecord(data)) return { ...value, ...data, ...answersIn(value) };
  if (answer === "reject" || answer === "ignore") return `the answer is ${answer}`;
  return Array.isArray(accept) && !Object.hasOwn(value, "label") ? { ...value, label: accept } : value;
}

/** Returns the names of the questions about a Label Studio task that have an answer: `from_name` of its choices. */
function questionsIn(task: JsonObject): string[] {
  return [...new Set(annotationsOf(task).flatMap((given) => given.map(([question]) => question)))];
}

/**
 * Returns the answers about a Label Studio task: a list of choices for each question. If there is one question, its
 * answer is also the member `label`. Answers that differ become a list of lists, which is not a class.
 */
function answersIn(task: JsonObject): JsonObject {
  const all = annotationsOf(task);
  const answers = questionsIn(task).map((question) => {
    const given = all.flatMap((one) => one.filter(([name]) => name === question).map(([, choices]) => choices));
    const isSame = new Set(given.map((choices) => JSON.stringify([...choices].sort()))).size === 1;
    return [question, isSame ? given[0] : given] as const;
  });
  return { ...(answers.length === 1 && { label: answers[0][1] }), ...Object.fromEntries(answers) };
}

/** Returns the choices in each annotation of a Label Studio task that is not cancelled, by their questions. */
function annotationsOf({ annotations }: JsonObject): (readonly [question: string, choices: readonly unknown[]])[][] {
  const valid = [annotations].flat().filter((annotation) => isRecord(annotation) && annotation.was_cancelled !== true);
  return valid.map((annotation) =>
    [(annotation as JsonObject).result].flat().flatMap((result) => {
      const { from_name: question, value } = Object(result) as JsonObject;
      const choices = isRecord(value) ? value.choices : undefined;
      return Array.isArray(choices) && choices.length > 0 ? [[String(question), choices] as const] : [];
    }),
  );
}

/** Why a value that is not a class is none: annotators disagree about it; undefined if that is not the reason. */
export function disagreement(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length < 2 || !value.every((choices) => Array.isArray(choices))) return undefined;
  const answers = value.map((choices) => choices.filter(isLabel).join(" and "));
  return `the annotators disagree: ${[...new Set(answers)].join(", ")}`;
}
