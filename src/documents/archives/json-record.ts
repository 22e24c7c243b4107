import { isUtf8 } from "node:buffer";
import { isRecord } from "../../base/checks.js";
import { limited } from "../document.js";
import { cellOf, isLabel } from "../label-sets.js";
import type { ArchiveEntry } from "./archive.js";
import { type Columns, classIn, findColumns, type NamedColumns } from "./columns.js";

const BYTE_ORDER_MARK = 0xfeff;

/** The members of an object, or why there is no object. */
type Members = Readonly<Record<string, unknown>> | string;

/**
 * Parses an object of JSON. JSON is UTF-8 (RFC 8259); other bytes are read as Latin-1, so that nothing is lost.
 *
 * @returns undefined for a blank line
 */
function membersOf(bytes: Buffer): Members | undefined {
  const text = bytes.toString(isUtf8(bytes) ? "utf8" : "latin1");
  const json = (text.charCodeAt(0) === BYTE_ORDER_MARK ? text.slice(1) : text).trim();
  if (json === "") return undefined;
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) && !Array.isArray(value) ? annotated(value) : "not a JSON object";
  } catch {
    return "not JSON";
  }
}

/**
 * Returns the members of an object with those that annotation programs put elsewhere: the data and choices of Label
 * Studio, and the answers of Prodigy.
 */
function annotated(value: Readonly<Record<string, unknown>>): Members {
  const { data, annotations, accept, answer } = value;
  if (isRecord(data) && !Array.isArray(data)) {
    return { ...value, ...data, ...(Array.isArray(annotations) && { label: choicesIn(annotations) }) };
  }
  if (answer === "reject" || answer === "ignore") return `the answer is ${answer}`;
  return Array.isArray(accept) && !Object.hasOwn(value, "label") ? { ...value, label: accept } : value;
}

/** Returns the choices in the annotations of a task that nobody cancelled; undefined if nobody has chosen. */
function choicesIn(annotations: readonly unknown[]): unknown[] | undefined {
  const results = annotations
    .filter((one) => isRecord(one) && one.was_cancelled !== true)
    .flatMap((one) => (one as { result?: unknown }).result ?? []);
  const choices = results.flatMap((result) => {
    const value = isRecord(result) && isRecord(result.value) ? result.value.choices : undefined;
    return Array.isArray(value) ? value : [];
  });
  return choices.length > 0 ? choices : undefined;
}

/** Finds the columns of objects. @param lines some of them, as bytes */
export function columnsOfObjects(path: string, lines: Iterable<Buffer>, named: NamedColumns): Columns {
  const members = Array.from(lines, membersOf);
  const objects = members.filter((one) => typeof one === "object");
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  const { hasClasses, label = "label", text = "text" } = named;
  // Reading reports what is wrong with the lines.
  if (objects.length === 0) return { label: hasClasses ? label : undefined, text };
  const rows = objects.map((one) => names.map((name) => (Object.hasOwn(one, name) ? one[name] : undefined)));
  return findColumns(path, "member", { names, rows }, named);
}

/** Makes an entry of an object. @returns undefined for a blank line */
export function objectEntry(
  place: string,
  bytes: Buffer,
  { label: labelColumn, text: textColumn, oneHot }: Columns,
): ArchiveEntry | undefined {
  const members = membersOf(bytes);
  if (members === undefined) return undefined;
  const malformed = (detail: string): ArchiveEntry => ({ place, problem: "malformed", detail });
  if (typeof members === "string") return malformed(members);
  const of = (name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined);
  const text = of(textColumn);
  if (typeof text !== "string") return malformed(`no text in ${JSON.stringify(textColumn)}`);
  const label =
    labelColumn === undefined
      ? oneHot && labelOf(oneHot.filter((name) => Number(of(name)) === 1))
      : labelOf(of(labelColumn));
  if (label === "") return malformed(`no class in ${JSON.stringify(labelColumn)}`);
  return { place, label, ...limited(Buffer.from(text)) };
}

/** Returns the class of a value: a list with one label is this label. */
function labelOf(value: unknown): string {
  if (!Array.isArray(value)) return isLabel(value) ? classIn(String(value)) : "";
  if (!value.every(isLabel)) return "";
  const [first, ...others] = value.map(String);
  const isOne = first !== undefined && others.length === 0 && !/^\[|;/.test(first);
  return isOne ? classIn(first) : cellOf(value);
}
