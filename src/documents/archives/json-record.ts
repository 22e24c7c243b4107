import { isUtf8 } from "node:buffer";
import { isRecord } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { limited } from "../document-limit.js";
import { classOf, isLabel } from "../label-cells.js";
import type { ArchiveEntry } from "./archive.js";
import { classIn, isMissingText, isSet, joined, rowFacts } from "./cells.js";
import { type Columns, findColumns, type NamedColumns, textsIn } from "./columns.js";

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
 * Adds the text and the class if an annotation program put them elsewhere: Label Studio in `data` and `annotations`,
 * Prodigy in `accept`. Returns the reason if somebody has rejected or ignored the text in Prodigy. Other objects stay
 * as they are.
 */
function withAnnotations(value: Readonly<Record<string, unknown>>): Members {
  const { data, annotations, accept, answer } = value;
  if (isRecord(data) && !Array.isArray(data)) {
    return { ...value, ...data, ...(Array.isArray(annotations) && { label: choicesIn(annotations) }) };
  }
  if (answer === "reject" || answer === "ignore") return `the answer is ${answer}`;
  return Array.isArray(accept) && !Object.hasOwn(value, "label") ? { ...value, label: accept } : value;
}

/** Returns the choices in the annotations of a Label Studio task that are not cancelled; undefined without choices. */
function choicesIn(annotations: readonly unknown[]): unknown[] | undefined {
  const results = annotations
    .filter((annotation) => isRecord(annotation) && annotation.was_cancelled !== true)
    .flatMap((annotation) => (annotation as { result?: unknown }).result ?? []);
  const choices = results.flatMap((result) => {
    const value = isRecord(result) && isRecord(result.value) ? result.value.choices : undefined;
    return Array.isArray(value) ? value : [];
  });
  return choices.length > 0 ? choices : undefined;
}

/**
 * Finds the members with the class and the text.
 *
 * @param path of the file, for messages
 * @param sample the JSON of some objects of the file
 * @throws DataError if a member is missing, or the whole table is one object
 */
export function columnsOfObjects(path: string, sample: Iterable<Buffer>, named: NamedColumns): Columns {
  const objects = Array.from(sample, membersOf).filter((members) => typeof members === "object");
  const names = [...new Set(objects.flatMap((members) => Object.keys(members)))];
  const { hasClasses, label = "label" } = named;
  const [text = "text"] = textsIn(named);
  // The problems of the objects are reported when the documents are read.
  if (objects.length === 0) return { label: hasClasses ? label : undefined, text };
  const [first, ...others] = objects;
  if (others.length === 0 && Object.values(first).length > 1 && Object.values(first).every(isRecord)) {
    throw new DataError(
      `${path}: the whole table is one JSON object: write an array of objects, or an object in each line (in pandas, orient="records")`,
    );
  }
  const rows = objects.map((members) => names.map((name) => ownMember(members, name)));
  return findColumns(path, "member", { names, rows }, named);
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
  const label =
    labelColumn === undefined
      ? oneHot && labelOf(oneHot.filter((name) => isSet(ownMember(members, name))))
      : labelOf(ownMember(members, labelColumn), columns);
  if (label === "") return malformed(`no class in ${JSON.stringify(labelColumn)}`);
  if (label !== undefined && texts.every(isMissingText)) return malformed(`no text in ${JSON.stringify(textColumn)}`);
  const facts = rowFacts(columns, (name) => cellText(ownMember(members, name)));
  return { place, label, ...facts, ...limited(Buffer.from(joined(texts))) };
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
function labelOf(value: unknown, { labelSeparator, hasNone }: Pick<Columns, "labelSeparator" | "hasNone"> = {}): string {
  if (!Array.isArray(value)) return isLabel(value) ? classIn(String(value), { labelSeparator, hasNone }) : "";
  return value.every(isLabel) ? classIn(classOf(value), { hasNone }) : "";
}
