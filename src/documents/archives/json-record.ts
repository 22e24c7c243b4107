import { isUtf8 } from "node:buffer";
import { isRecord, shown } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { disagreement, questionsIn, withAnnotations } from "../annotations.js";
import { limited } from "../document-limit.js";
import { firstMembers, wrapperText } from "../json-wrapper.js";
import { classOf, isLabel } from "../label-cells.js";
import type { ArchiveEntry } from "./archive.js";
import { classIn, isMissingText, isSet, joined, rowFacts } from "./cells.js";
import { type Columns, findColumns, type NamedColumns, textsIn, usualName } from "./columns.js";

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
 * @param beginning of the file, if its lines are the objects
 * @throws DataError if a member is missing, the whole table is one object, or annotations have several questions
 */
export function columnsOfObjects(
  path: string,
  sample: readonly Buffer[],
  named: NamedColumns,
  beginning?: string,
): Columns {
  const all = sample.map(membersOf);
  const objects = all.filter((members) => typeof members === "object");
  const names = [...new Set(objects.flatMap((members) => Object.keys(members)))];
  const { hasClasses, label = "label" } = named;
  const [text = "text"] = textsIn(named);
  // If the first line is an object and others follow, these are JSON lines.
  if (beginning !== undefined && (typeof all[0] !== "object" || objects.length === 1)) {
    requireRows(path, firstMembers(beginning), all[0], named);
  }
  // The problems of the objects are reported when the documents are read.
  if (objects.length === 0) return { label: hasClasses ? label : undefined, text };
  const questions = [...new Set(objects.flatMap(questionsIn))];
  if (hasClasses && named.label === undefined && questions.length > 1) {
    throw new DataError(
      `${path}: the annotations have ${questions.length} questions, ${questions.map(shown).join(" and ")}: choose one with --label-column`,
    );
  }
  const rows = objects.map((members) => names.map((name) => ownMember(members, name)));
  return findColumns(path, "member", { names, rows }, named);
}

/**
 * @param members from `firstMembers`
 * @param first the members of the first line, if it is an object
 * @throws DataError if the members of the first object are those of an object around the rows, and not of a row
 */
function requireRows(
  path: string,
  members: ReadonlyMap<string, string>,
  first: Members | undefined,
  named: NamedColumns,
): void {
  const entries = typeof first === "object" ? Object.entries(first) : [...members];
  const names = entries.flatMap(([name, value]) => (isRecord(value) || /^[[{]/.test(String(value)) ? [] : [name]));
  const { label = usualName("label", names) } = named;
  const [text = usualName("text", names)] = textsIn(named);
  const isRow = [text, ...(named.hasClasses ? [label] : [])].every(
    (name) => name !== undefined && names.includes(name),
  );
  const wrapper = isRow ? undefined : wrapperText(members);
  if (wrapper !== undefined) throw new DataError(`${path}: ${wrapper}`);
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
function labelOf(
  value: unknown,
  { labelSeparator, hasNone }: Pick<Columns, "labelSeparator" | "hasNone"> = {},
): string {
  if (!Array.isArray(value)) return isLabel(value) ? classIn(String(value), { labelSeparator, hasNone }) : "";
  return value.every(isLabel) ? classIn(classOf(value), { hasNone }) : "";
}
