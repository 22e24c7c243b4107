import { withoutSpamTag } from "./header/subject.js";
import { bufferOf, CR, SPACE } from "./lines.js";
import { type Strippable, stripMessage } from "./news.js";
import { unfilteredMessage } from "./rewrite/marked-message.js";

/**
 * How many bytes at the beginning of a message, without CRs, become raw text: the header and the first screens of the
 * body. The README of this room has the accuracy with other sizes.
 */
export const RAW_BYTES = 2000;

/** A control character below U+0020 becomes its picture in Unicode, such as ␊ for LF. This is the first picture. */
const PICTURES = 0x2400;

/**
 * Returns the beginning of a message as it arrived: header and body. Decodes nothing: each byte becomes a character
 * of Latin-1. Leaves out fields that teach nothing, tags of filters in the subject, text before the header, and CRs,
 * because programs add and remove these.
 *
 * @returns UTF-8 without control characters below U+0020
 */
export function rawText(message: Uint8Array, strip: readonly Strippable[]): Uint8Array {
  const clean = stripMessage(unfilteredMessage(message), strip);
  const text = new Uint16Array(RAW_BYTES);
  let size = 0;
  for (const byte of withoutTag(clean)) {
    if (byte !== CR) text[size++] = byte < SPACE ? PICTURES + byte : byte;
    if (size === RAW_BYTES) break;
  }
  // Two bytes for each UTF-16 unit.
  return Buffer.from(Buffer.from(text.buffer, 0, 2 * size).toString("utf16le"));
}

/** In bytes. Tags are shorter. */
const MAX_TAG = 200;

/** Removes the tag of a filter from the first subject. */
function withoutTag(message: Uint8Array): Uint8Array {
  const beginning = bufferOf(message).toString("latin1", 0, RAW_BYTES);
  const subject = /^subject:/im.exec(beginning);
  if (subject === null) return message;
  const start = subject.index + subject[0].length;
  const [value] = bufferOf(message)
    .toString("latin1", start, start + MAX_TAG)
    .split(/[\r\n]/);
  const untagged = withoutSpamTag(value);
  if (untagged.length === value.length) return message;
  const rest = message.subarray(start + value.length - untagged.length);
  return Buffer.concat([message.subarray(0, start), Buffer.from(" "), rest]);
}
