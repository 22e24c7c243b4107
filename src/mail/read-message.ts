import type { HeaderField } from "./header/header.js";
import { bufferOf } from "./lines.js";
import { MESSAGE_LIMITS, type Message, type MessageNote, type MessagePart } from "./message.js";
import { messageIn } from "./message-place.js";
import { readParts } from "./mime/message-parts.js";

/**
 * Parses a message into its header, MIME parts and texts (RFC 5322, 2045 to 2047, 2231). Accepts any bytes and never
 * throws. Time and memory are linear in the number of bytes. Ignores anything that programs put before or after a
 * message: see `messageIn`.
 *
 * @example
 * const { header, parts, notes } = readMessage(readFileSync("letter.eml"));
 * console.log(decodeEncodedWords(firstValue(header, "subject") ?? ""), notes);
 * for (const { type, text } of parts) console.log(type, text && Buffer.from(text).toString());
 */
export function readMessage(bytes: Uint8Array): Message {
  const whole = bufferOf(messageIn(bytes));
  const message = whole.subarray(0, MESSAGE_LIMITS.bytes);
  const notes = new Set<MessageNote>();
  const parts: MessagePart[] = [];
  if (whole.length > message.length) notes.add("bytes");
  const header = readParts(message, 0, { parts, notes, textLeft: MESSAGE_LIMITS.textBytes });
  if (header.length === 0 && message.length > 0) notes.add("no-header");
  noteFields(header, notes);
  return { header, parts, notes: [...notes].sort() };
}

/** Fields that a header may have only once (RFC 5322, section 3.6, and RFC 2045). */
const SINGLE = new Set(
  (
    "date from sender reply-to to cc bcc message-id in-reply-to references subject " +
    "mime-version content-type content-transfer-encoding content-disposition"
  ).split(" "),
);

/** Fields whose commas separate recipients. */
const RECIPIENTS = new Set(["to", "cc", "bcc"]);

/** Adds notes about NULs, repeated fields and too many recipients. */
function noteFields(header: readonly HeaderField[], notes: Set<MessageNote>): void {
  const seen = new Set<string>();
  let recipients = 0;
  for (const { name, value } of header) {
    if (value.includes("\0")) notes.add("nul");
    if (!SINGLE.has(name)) continue;
    if (seen.has(name)) notes.add("duplicate-field");
    seen.add(name);
    if (RECIPIENTS.has(name)) recipients += value.split(",", MESSAGE_LIMITS.recipients + 1).length;
  }
  if (recipients > MESSAGE_LIMITS.recipients) notes.add("recipients");
}
