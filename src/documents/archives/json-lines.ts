import { isUtf8 } from "node:buffer";
import { isRecord } from "../../base/checks.js";
import { limited, MAX_DOCUMENT_BYTES } from "../document.js";
import { cellOf, isLabel } from "../label-sets.js";
import type { ArchiveEntry, ArchiveFormat, Boundary, Columns, EntryOptions } from "./archive.js";
import type { ByteWindow } from "./byte-window.js";

/** JSON lines: each line is a document, as an object with a text and a class. */
export const JSON_LINES: ArchiveFormat = {
  title: ["JSON lines", "JSON lines"],
  unit: "document",
  endings: [".jsonl", ".ndjson"],
  isBeginning: (beginning) => /^\s*\{\s*"/.test(beginning.toString("latin1")),
  classIn: "column",
  entries,
  boundaries,
};

const BYTE_ORDER_MARK = 0xfeff;

/** A line contains a document, which its escapes make longer, and perhaps other members. */
const MAX_LINE_BYTES = 2 * MAX_DOCUMENT_BYTES;

/**
 * Reads the documents in JSON lines. A class may be a string, a number, a boolean or an array of these. Places are line
 * numbers, from 1. Skips blank lines.
 */
function* entries(window: ByteWindow, { columns, before = 0 }: EntryOptions): Generator<ArchiveEntry> {
  for (let number = before + 1; window.reach(1); number++) {
    const place = String(number);
    const end = window.lineEnd(MAX_LINE_BYTES);
    if (end === undefined) {
      window.passLine();
      yield { place, problem: "malformed", detail: `a line of more than ${MAX_LINE_BYTES / 2 ** 20} MiB` };
      continue;
    }
    const line = window.view(0, end);
    // JSON is UTF-8 (RFC 8259). Other bytes are read as Latin-1, so that nothing is lost.
    const text = line.toString(isUtf8(line) ? "utf8" : "latin1");
    window.drop(end + 1);
    const entry = entryOf(place, text, columns);
    if (entry !== undefined) yield entry;
  }
}

/** Returns the boundaries between lines. */
function* boundaries(window: ByteWindow): Generator<Boundary> {
  for (let before = 0; window.reach(1); before++) {
    yield { at: window.passed, before };
    window.passLine();
  }
}

function entryOf(place: string, line: string, columns: Columns): ArchiveEntry | undefined {
  const json = (line.charCodeAt(0) === BYTE_ORDER_MARK ? line.slice(1) : line).trim();
  if (json === "") return undefined;
  const malformed = (detail: string): ArchiveEntry => ({ place, problem: "malformed", detail });
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return malformed("not JSON");
  }
  if (!isRecord(value)) return malformed("not a JSON object");
  const of = (name: string): unknown => (Object.hasOwn(value, name) ? value[name] : undefined);
  const text = of(columns.text);
  if (typeof text !== "string") return malformed(`no text in ${JSON.stringify(columns.text)}`);
  const label = columns.label === undefined ? undefined : labelOf(of(columns.label));
  if (label === "") return malformed(`no class in ${JSON.stringify(columns.label)}`);
  return { place, label, ...limited(Buffer.from(text)) };
}

function labelOf(value: unknown): string {
  if (Array.isArray(value)) return value.every(isLabel) ? cellOf(value) : "";
  return isLabel(value) ? String(value).trim() : "";
}
