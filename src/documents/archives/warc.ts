import { reason } from "../../base/errors.js";
import { limited, MAX_DOCUMENT_BYTES, PAGE_HEADER } from "../document.js";
import type { ByteWindow } from "../files/byte-window.js";
import { hasPackedMagic, unpackedDocument } from "../packing/unpack.js";
import { type ArchiveEntry, ArchiveFault, type ArchiveFormat, type EntryOptions } from "./archive.js";
import { type Columns, findColumns } from "./columns.js";
import { memberEntry, valuesRow } from "./json-lines.js";

/** The columns of a web archive, by the fields of a record. */
const FIELDS: Readonly<Record<string, string>> = {
  url: "warc-target-uri",
  id: "warc-record-id",
  date: "warc-date",
  type: "warc-identified-payload-type",
};

/**
 * Web archives (WARC 1.0 and 1.1, ISO 28500), and the texts of Common Crawl (WET). Documents are texts (`conversion`), and
 * answers of servers that are texts or HTML (`response`, `resource`). Places are the numbers of records, from 1.
 */
export const WARC: ArchiveFormat = {
  name: "warc",
  title: ["web archive", "web archives"],
  unit: "document",
  endings: [".warc", ".wet"],
  isBeginning: (beginning) => beginning.toString("latin1", 0, 5) === "WARC/",
  classIn: "file",
  columns(_, named, path) {
    const beginning = { names: ["text", ...Object.keys(FIELDS)], rows: [] };
    // The text is the whole document.
    const ownText = { textColumn: [], trained: undefined, hasClasses: false };
    return { ...findColumns(path, "field", beginning, { ...named, ...ownText }), text: "" };
  },
  entries,
};

/** In bytes. The header of a record or of an answer is shorter. */
const MAX_HEADER_BYTES = 1 << 17;

const BLANKS: readonly (number | undefined)[] = [10, 13];

/** Reads the records that are documents. @throws ArchiveFault where a record is cut or has a wrong length */
function* entries(window: ByteWindow, { columns }: EntryOptions): Generator<ArchiveEntry> {
  for (let number = 1; ; number++) {
    while (window.reach(1) && BLANKS.includes(window.at(0))) window.drop(1);
    if (!window.reach(1)) return;
    window.reach(MAX_HEADER_BYTES);
    const fault = (what = "is cut short") => new ArchiveFault(`record ${number} ${what}`);
    const header = headerOf(window.view(0, MAX_HEADER_BYTES));
    if (header === undefined && window.length < MAX_HEADER_BYTES) throw fault();
    if (header === undefined || window.view(0, 5).toString() !== "WARC/")
      throw fault("does not begin with WARC/: the record before it may have a wrong length");
    const { fields } = header;
    const stated = fields.get("content-length") ?? "none";
    if (!/^\d{1,15}$/.test(stated)) throw fault(`has a wrong length: ${stated}`);
    const length = Number(stated);
    window.drop(header.length);
    if (/^(?:conversion|response|resource)$/i.test(fields.get("warc-type") ?? "")) {
      const read = Math.min(length, MAX_DOCUMENT_BYTES + MAX_HEADER_BYTES);
      if (!window.reach(read)) throw fault();
      yield* entryOf(String(number), fields, window.copy(0, read), columns);
    }
    if (!window.pass(length)) throw fault();
  }
}

type Fields = ReadonlyMap<string, string>;

/**
 * Reads the header that bytes begin with, of a record or of an answer of a server: its fields by names in lower case, and
 * its length. Undefined if it does not end.
 */
function headerOf(bytes: Buffer) {
  const [end] = [bytes.indexOf("\r\n\r\n"), bytes.indexOf("\n\n")].filter((at) => at >= 0).sort((a, b) => a - b);
  if (end === undefined) return undefined;
  const fields = new Map<string, string>();
  for (const [, name, value] of bytes.toString("utf8", 0, end).matchAll(/^([^:\s]+):(.*)$/gm)) {
    // Old programs write addresses in angle brackets.
    fields.set(name.toLowerCase(), value.trim().replace(/^<(.*)>$/, "$1"));
  }
  return { fields, length: end + (bytes[end] === BLANKS[0] ? 2 : 4) };
}

/** Returns the document in a record, if it is a text. */
function entryOf(place: string, fields: Fields, block: Buffer, columns: Columns): ArchiveEntry[] {
  const http = /^application\/http\b/i.test(fields.get("content-type") ?? "") ? headerOf(block) : undefined;
  const type = (http?.fields ?? fields).get("content-type") ?? "";
  const [, kind, rest] = /^(text\/plain|text\/html|application\/xhtml\+xml)\b(.{0,200})/i.exec(type) ?? [];
  if (kind === undefined) return [];
  try {
    const plain = http === undefined ? block : payloadOf(block.subarray(http.length), http.fields);
    if (plain.length === 0) return [];
    const header = kind.toLowerCase() === "text/plain" ? "" : `${PAGE_HEADER}${rest}\n\n`;
    const cellOf = (name: string) => (name === "" ? "." : fields.get(FIELDS[name]));
    const row = valuesRow(cellOf, () => Object.keys(FIELDS), columns);
    return [{ ...memberEntry(place, row, columns), ...limited(Buffer.concat([Buffer.from(header), plain])) }];
  } catch (error) {
    return [{ place, problem: "unreadable", detail: reason(error) }];
  }
}

/** Returns the content of an answer, without how it was sent. Some archives keep the fields, but not the encodings. */
function payloadOf(body: Buffer, fields: Fields): Uint8Array {
  const whole = /\bchunked\b/i.test(fields.get("transfer-encoding") ?? "") ? (withoutChunks(body) ?? body) : body;
  if (/^br$/i.test(fields.get("content-encoding") ?? ""))
    return process.getBuiltinModule("node:zlib").brotliDecompressSync(whole, { maxOutputLength: MAX_DOCUMENT_BYTES });
  return hasPackedMagic(whole) ? unpackedDocument([whole]).bytes : whole;
}

/** Joins the chunks of an answer (RFC 9112). Undefined if it does not consist of chunks. */
function withoutChunks(body: Buffer): Buffer | undefined {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; ) {
    const start = body.indexOf("\n", at) + 1;
    const [digits] = /^[\da-f]{1,8}(?=[;\s])/i.exec(body.toString("latin1", at, start)) ?? [];
    if (digits === undefined) return undefined;
    const end = start + Number.parseInt(digits, 16);
    if (end === start) break;
    chunks.push(body.subarray(start, end));
    at = end + 2;
  }
  return Buffer.concat(chunks);
}
