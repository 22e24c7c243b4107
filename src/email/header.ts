/** One field of a message header. */
export interface HeaderField {
  /** In lower case. */
  readonly name: string;
  /** In one line: unfolded, without white space at its ends; encoded words as they stand. */
  readonly value: string;
}

/** Where a header is cut off: the longest chains of `Received` lines take a tenth of it, and what is longer is no header. */
export const MAX_HEADER_BYTES = 1 << 18;

/**
 * The header fields of a message in their order, a field that comes twice twice. Lines end
 * with CRLF, LF or a bare CR; a line `From user date` before the first field, as mailboxes
 * have it, is none. What is no field and does not continue one is left out. A text that
 * does not begin with a field has no header.
 *
 * @param message UTF-8; what follows the first MAX_HEADER_BYTES does not count
 */
export function headerFields(message: Uint8Array): HeaderField[] {
  const text = Buffer.from(message.buffer, message.byteOffset, Math.min(message.length, MAX_HEADER_BYTES)).toString();
  const found: { name: string; lines: string[] }[] = [];
  let open = false;
  for (const [number, line] of headerLines(text).entries()) {
    if (/^[ \t]/.test(line)) {
      if (open) found.at(-1)?.lines.push(line);
      continue;
    }
    const name = FIELD_NAME.exec(line);
    open = name !== null;
    if (name !== null) found.push({ name: name[1].toLowerCase(), lines: [line.slice(name[0].length)] });
    else if (number === 0 && !/^>?From /.test(line)) return [];
  }
  return found.map(({ name, lines }) => ({ name, value: lines.join("").trim() }));
}

/** The value of the first field of that name, which is given in lower case. */
export function firstValue(fields: readonly HeaderField[], name: string): string | undefined {
  return fields.find((field) => field.name === name)?.value;
}

/** RFC 5322, section 2.2, with the white space before the colon that section 4.5 still allows. */
const FIELD_NAME = /^([!-9;-~]+)[ \t]*:/;

/** Up to the first blank line. */
function headerLines(text: string): string[] {
  const lines: string[] = [];
  const end = /\r\n|\n|\r/g;
  let start = 0;
  while (start < text.length) {
    const match = end.exec(text);
    const line = text.slice(start, match?.index);
    if (line === "") break;
    lines.push(line);
    if (match === null) break;
    start = end.lastIndex;
  }
  return lines;
}
