import { withoutSpamTag } from "./header/subject.js";
import { bufferOf, CR } from "./lines.js";
import { type Strippable, stripMessage } from "./news.js";
import { unfilteredMessage } from "./rewrite/unfiltered-message.js";

/**
 * How many bytes from the beginning of a message make raw text: the header and the first screens of the body. The
 * README of this room has the accuracy with other numbers.
 */
export const RAW_BYTES = 2000;

/** Control characters get the pictures of them in Unicode: ␊ for LF. */
const PICTURES = 0x2400;
const SPACE = 0x20;

/**
 * The beginning of a message as it came: header and body, nothing decoded, each byte a character of Latin-1. Left out
 * are fields that teach nothing, tags of filters in the subject, what stands before the header, and CRs, which programs
 * add and remove.
 *
 * @returns UTF-8 without control characters
 */
export function rawText(message: Uint8Array, strip: readonly Strippable[]): Uint8Array {
  const clean = stripMessage(unfilteredMessage(message), strip);
  const text = new Uint16Array(RAW_BYTES);
  let size = 0;
  for (const byte of withoutTag(clean).subarray(0, RAW_BYTES)) {
    if (byte !== CR) text[size++] = byte < SPACE ? PICTURES + byte : byte;
  }
  return Buffer.from(Buffer.from(text.buffer, 0, 2 * size).toString("utf16le"));
}

/** In bytes; tags are shorter. */
const LONGEST_TAG = 200;

/** Without the tag of a filter in its first subject. */
function withoutTag(message: Uint8Array): Uint8Array {
  const beginning = bufferOf(message).toString("latin1", 0, RAW_BYTES);
  const subject = /^subject:/im.exec(beginning);
  if (subject === null) return message;
  const start = subject.index + subject[0].length;
  const [value] = bufferOf(message)
    .toString("latin1", start, start + LONGEST_TAG)
    .split(/[\r\n]/);
  const untagged = withoutSpamTag(value);
  if (untagged.length === value.length) return message;
  return Buffer.concat([
    message.subarray(0, start),
    Buffer.from(" "),
    message.subarray(start + value.length - untagged.length),
  ]);
}
