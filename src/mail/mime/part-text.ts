/** Reads a single part: what its header says about its body, and the text of the body. */
import { isAscii } from "node:buffer";
import { charsetDecoder, decodeText, MAX_CHARSET_NAME, utf16Order } from "../charset/charset.js";
import { correctedText } from "../charset/mislabelled-text.js";
import { firstValue, type HeaderField } from "../header/header.js";
import { decodeEncodedWords } from "../header/header-text.js";
import { parseParameters } from "../header/parse-parameters.js";
import { bufferOf, plainLength } from "../lines.js";
import type { MessageNote, MessagePart } from "../message.js";
import { withoutData } from "./inline-data.js";
import { decodeTransferEncoding, isKnownEncoding } from "./transfer-encoding.js";

/** The description of a body, from the header of its part. */
export type PartContent = ReturnType<typeof contentOf>;

/** Reads the header of a part. @param defaultType for a part that names no type (RFC 2045, section 5.2) */
export function contentOf(fields: readonly HeaderField[], defaultType: string) {
  const typeField = firstValue(fields, "content-type");
  const { value, parameters } = parseParameters(typeField ?? "");
  // `text` alone means `text/plain`, and `multipart` alone means `multipart/mixed`.
  const given = /^(?:text|multipart)$/.test(value) ? `${value}/${value === "text" ? "plain" : "mixed"}` : value;
  const type = /^[^\s/]+\/[^\s/]+$/.test(given) ? given : defaultType;
  const disposition = parseParameters(firstValue(fields, "content-disposition") ?? "");
  const name = fileName(disposition.parameters.get("filename") ?? parameters.get("name"));
  return {
    type,
    charset: parameters.get("charset")?.trim().replace(/^'|'$/g, "").slice(0, MAX_CHARSET_NAME).toLowerCase(),
    /** `""` if not given. */
    boundary: parameters.get("boundary")?.trimEnd() ?? "",
    encoding: parseParameters(firstValue(fields, "content-transfer-encoding") ?? "").value,
    disposition: dispositionOf(disposition.value, type),
    fileName: name,
    /** Whether to delete the space before a soft line end (RFC 3676: `format=flowed`, `delsp=yes`). */
    deletesSpaces: /^yes$/i.test(parameters.get("delsp") ?? "") && /^flowed$/i.test(parameters.get("format") ?? ""),
    isMultipart: type.startsWith("multipart/"),
    /** Whether the body is a whole message. */
    isMessage: /^message\/(?:rfc822|global|news)$/.test(type),
    /** Whether the body may be a message together with its signature, in the form of S/MIME. */
    maySign: /^application\/(?:x-)?pkcs7-mime$/.test(type) || /\.p7m$/i.test(name ?? ""),
    /** Whether the words of the body count. A multipart or message that cannot be split is read as text, too. */
    isText: /^(?:multipart|text(?!\/rtf$)|message)\//.test(type),
    /** Whether there is a `Content-Type` field that is not a valid media type. */
    hasFaultyType: typeField !== undefined && type !== value,
  };
}

/**
 * Tells whether a part is shown in the message. An unknown disposition means attachment (RFC 2183, section 2.8). A part
 * without a disposition is shown if mail programs can show its type.
 */
function dispositionOf(given: string, type: string): MessagePart["disposition"] {
  const isInline = given === "" ? /^(?:text|message|multipart|image)\//.test(type) : given === "inline";
  return isInline ? "inline" : "attachment";
}

/** In characters. No file system has longer names. */
export const MAX_FILE_NAME = 255;

/**
 * Returns the name of an attachment, from the parameter `filename` or `name`. Removes folders, control characters and
 * white space around the name. Turns a tab where the name was folded into a blank. Decodes encoded words, which RFC
 * 2047 forbids here but which are common.
 *
 * @returns undefined if nothing is left
 */
export function fileName(parameter: string | undefined): string | undefined {
  if (parameter === undefined) return undefined;
  const decoded = decodeEncodedWords(parameter);
  const base = decoded.slice(Math.max(decoded.lastIndexOf("/"), decoded.lastIndexOf("\\")) + 1);
  const name = base
    .slice(0, MAX_FILE_NAME)
    .replace(/ ?[\t\r\n]+/g, " ")
    .replace(/\p{Cc}/gu, "")
    .trim();
  return name === "" || name === "." || name === ".." ? undefined : name;
}

/**
 * Reads the text of a part.
 *
 * @param limit of the text, in bytes without the transfer encoding
 * @returns the text in UTF-8, without NULs and encoded data, undefined if the part is binary; `size` in bytes, without the
 *   transfer encoding and before the charset is decoded (CRLF counts as one); and the files that were in the text
 */
export function readText(bytes: Uint8Array, content: PartContent, limit: number) {
  const notes: MessageNote[] = [];
  // Quoted-printable needs up to three bytes for one, and additional line ends.
  const maxEncoded = 4 * limit;
  const decoded = decodeTransferEncoding(bytes.subarray(0, maxEncoded), content.encoding);
  if (decoded.isFaulty) notes.push(isKnownEncoding(content.encoding) ? "bad-encoding" : "unknown-encoding");
  // Always a Buffer: V8 compiles a function again for each kind of array that it receives.
  let raw: Uint8Array = bufferOf(decoded.bytes);
  if (raw.length > limit || bytes.length > maxEncoded) {
    notes.push("text-bytes");
    raw = cut(raw, limit);
  }
  const charset = charsetOf(raw, content);
  if (charsetDecoder(charset) === undefined) notes.push("unknown-charset");
  const size = plainLength(raw);
  let text: Uint8Array = bufferOf(decodeText(raw, charset));
  if (hasNul(text)) {
    notes.push("nul");
    text = text.filter((byte) => byte !== 0);
  }
  if (isBinary(text)) return { text: undefined, size, files: [], notes: [...notes, "binary" as const] };
  const better = charset === "" ? undefined : correctedText(raw, text, charset);
  if (better !== undefined) {
    notes.push("wrong-charset");
    text = better.filter((byte) => byte !== 0);
  }
  const { text: rest, files, hasDataLines } = withoutData(content.deletesSpaces ? unflowed(text) : text);
  if (files.length > 0) notes.push("inline-file");
  if (hasDataLines) notes.push("encoded-lines");
  return { text: rest, size, files, notes };
}

/** Cuts a text, if possible at nearby white space, because half a character could suggest another charset. */
function cut(bytes: Uint8Array, limit: number): Uint8Array {
  let end = limit;
  while (end > 0 && limit - end < MAX_WORD && bytes[end] > 0x20) end--;
  return bytes.subarray(0, limit - end < MAX_WORD ? end : limit);
}

/** In bytes. White space is searched for within this distance. */
const MAX_WORD = 1000;

/** Returns the charset that the part names, otherwise the one that its bytes or its HTML suggest, otherwise `""`. */
function charsetOf(bytes: Uint8Array, { charset = "", type }: PartContent): string {
  const mayBeWide = hasNul(bytes);
  if (isAscii(bytes) && !mayBeWide) return charset;
  const order = mayBeWide && !/^(?:utf-?(?:16|32)|ucs|unicode|iso-10646)/.test(charset) ? utf16Order(bytes) : undefined;
  if (order !== undefined) return order;
  if (charset !== "" || type !== "text/html") return charset;
  const beginning = bufferOf(bytes).toString("latin1", 0, HTML_SEARCHED);
  const named = /<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([\w-]+)/i.exec(beginning)?.[1] ?? "";
  return charsetDecoder(named) === undefined || /^utf-?16/i.test(named) ? "" : named;
}

/** A page names its charset within this many bytes (WHATWG HTML, section 13.2.3.2). */
const HTML_SEARCHED = 1024;

/** Whether a text has a NUL. */
function hasNul(bytes: Uint8Array): boolean {
  return bufferOf(bytes).includes(0);
}

/**
 * Whether more than one byte in twenty of the beginning is a control character. White space does not count, nor do
 * escapes, because they switch charsets. A text in ASCII is never binary.
 */
function isBinary(text: Uint8Array): boolean {
  if (isAscii(text)) return false;
  const beginning = bufferOf(text).toString("latin1", 0, BINARY_SEARCHED);
  return (beginning.match(CONTROLS)?.length ?? 0) * 20 > beginning.length;
}

/** In bytes. Enough to tell data from text. */
const BINARY_SEARCHED = 1024;

/** Control characters, without white space and the escape. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const CONTROLS = /[\0-\x08\x0e-\x1a\x1c-\x1f]/g;

/**
 * Joins the lines of flowed text with `DelSp=yes` (RFC 3676). The space before a soft line end is not text, so programs
 * may cut words and addresses anywhere. Joins only neighbouring lines of the same depth of quotation.
 *
 * @param text in UTF-8
 */
function unflowed(text: Uint8Array): Uint8Array {
  const result: string[] = [];
  /** The depth of quotation of the line that continues; -1 if no line does. */
  let open = -1;
  for (const line of bufferOf(text).toString("latin1").split(/\r?\n/)) {
    const marks = /^>*/.exec(line)?.[0] ?? "";
    const depth = marks.length;
    // A blank was put before lines that begin with one, or like a mailbox line.
    const content = line.slice(line[depth] === " " ? depth + 1 : depth);
    const isSignature = content === "-- ";
    const flows = content.endsWith(" ") && !isSignature;
    if (open !== depth || isSignature) result.push(result.length === 0 ? "" : "\n", marks, depth > 0 ? " " : "");
    result.push(flows ? content.slice(0, -1) : content);
    open = flows ? depth : -1;
  }
  return Buffer.from(result.join(""), "latin1");
}
