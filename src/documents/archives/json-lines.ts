import { isUtf8 } from "node:buffer";
import { isRecord, shown } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { disagreement, questionsIn, withAnnotations } from "../annotations.js";
import { limited } from "../document.js";
import { classOf, isLabel } from "../label-cells.js";
import type { ArchiveEntry, ArchiveFormat } from "./archive.js";
import { classIn, isMissingText, isSet, joined, rowFacts } from "./cells.js";
import { type Columns, findColumns, type NamedColumns, TABLE_OPTIONS, textsIn } from "./columns.js";
import { firstLines, lineBoundaries, lineEntries } from "./text-lines.js";

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
    columnsOfObjects(path, firstLines(window), named, () => {
      window.reach(MAX_WHOLE);
      return window
        .copy(0, MAX_WHOLE)
        .toString()
        .replace(/^\ufeff/, "");
    }),
  entries: (window, { columns, before }) =>
    lineEntries(window, before, (place, line) => objectEntry(place, line, columns)),
  boundaries: lineBoundaries,
};

/** In bytes. An object around all rows is recognized in files up to this size. */
const MAX_WHOLE = 1 << 26;

/** The character of a byte-order mark, which is not JSON. */
const BYTE_ORDER_MARK = 0xfeff;

/** The members of a JSON object that is a row of a table, or the reason why there is no document in it. */
type Members = Readonly<Record<string, unknown>> | string;

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
  const { hasClasses, label = "label" } = named;
  const [text = "text"] = textsIn(named);
  const wrapper = objects.length > 1 && 2 * objects.length > all.length ? undefined : wrapperText(whole());
  const rows = objects.map((members) => names.map((name) => ownMember(members, name)));
  const find = () => findColumns(path, "member", { names, rows }, named);
  const isRow = () => !Object.values(objects[0]).every(isNested) && orElse(find, undefined) !== undefined;
  if (wrapper !== undefined && (all.length !== 1 || !isRow())) {
    throw new DataError(`${path}: ${wrapper}`);
  }
  // The problems of the objects are reported when the documents are read.
  if (objects.length === 0) return { label: hasClasses ? label : undefined, text };
  const questions = [...new Set(objects.flatMap(questionsIn))];
  if (hasClasses && named.label === undefined && questions.length > 1) {
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
  const { label: labelColumn, text: textColumn, moreTexts = [], oneHot } = columns;
  const members = membersOf(bytes);
  if (members === undefined) return undefined;
  const malformed = (detail: string): ArchiveEntry => ({ place, problem: "malformed", detail });
  if (typeof members === "string") return malformed(members);
  const values = [textColumn, ...moreTexts].map((name) => ownMember(members, name));
  const texts = values.filter((value) => typeof value === "string");
  if (texts.length === 0) return malformed(`no text in ${JSON.stringify(textColumn)}`);
  const value = labelColumn === undefined ? undefined : ownMember(members, labelColumn);
  const label =
    labelColumn === undefined
      ? oneHot && labelOf(oneHot.filter((name) => isSet(ownMember(members, name))))
      : labelOf(value, columns);
  if (label === "") return malformed(disagreement(value) ?? `no class in ${JSON.stringify(labelColumn)}`);
  if (label !== undefined && texts.every(isMissingText)) return malformed(`no text in ${JSON.stringify(textColumn)}`);
  const facts = rowFacts(columns, (name) => cellText(ownMember(members, name)));
  return { place, label, ...facts, ...limited(Buffer.from(joined(texts))) };
}

/** Whether a JSON value is an object or an array. */
function isNested(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** Returns a value as a cell of a table. */
function cellText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns a member, but none that every object inherits, such as `constructor`. */
function ownMember(members: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}

/** Returns the class of a value; "" if it is no class. A list with one label has this label as its class. */
function labelOf(value: unknown, columns: Partial<Columns> = {}): string {
  if (isRecord(value)) return labelOf(value.choices);
  if (!Array.isArray(value)) return isLabel(value) ? classIn(String(value), columns) : "";
  return value.every(isLabel) ? classIn(classOf(value), { hasNone: columns.hasNone }) : "";
}
