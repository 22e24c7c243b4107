import { UsageError } from "../errors.js";

/** A header field to be written. */
export interface NewField {
  readonly name: string;
  /** Printable ASCII; a line after the first begins with a blank or a tab. */
  readonly value: string;
}

/**
 * Stands among our fields where a message had no header: the blank line after them is ours,
 * too. Without it nobody could tell that line from one that the message began with.
 */
export const SEPARATOR_FIELD = "X-Thresher-Separator";

/**
 * A message with header fields of ours, and without any that came with it under the same
 * names: whatever it says of itself is not what we say. All else stays byte for byte.
 *
 * The fields come first, as trace fields do (RFC 5322, section 3.6.7), so that the order of
 * the others and what was signed of them stay; only the line `From user date` of a mailbox
 * stays before them. A message that begins with no field gets a blank line after ours, and
 * `SEPARATOR_FIELD` among them.
 *
 * Lines end with LF or CRLF, and ours as the first of them does; in a message without any
 * LF, with a bare CR. In others a bare CR is a character: programs that deliver mail see
 * no line end in it.
 *
 * @param message any bytes at all
 * @param names what fields are removed under, in any case; default: those of `fields`
 * @throws UsageError if a field would be none, or more than one.
 */
export function markedMessage(message: Uint8Array, fields: readonly NewField[], names?: readonly string[]): Uint8Array {
  return Buffer.concat(markedParts(message, fields, names));
}

/** As `markedMessage`, in parts that are views of `message` as far as it is unchanged: a large one is not copied. */
export function markedParts(
  message: Uint8Array,
  fields: readonly NewField[],
  names: readonly string[] = fields.map(({ name }) => name),
): Uint8Array[] {
  for (const field of fields) requireField(field);
  const rest = unmarkedMessage(message, names);
  const lineEnd = lineEndOf(rest);
  const start = mailboxLineEnd(rest);
  const separated = beginsWithText(rest, start);
  const own = separated ? [...fields, { name: SEPARATOR_FIELD, value: "added" }] : fields;
  const lines = own.map(({ name, value }) => `${name}: ${value.replaceAll("\n", lineEnd)}${lineEnd}`);
  const header = Buffer.from(lines.join("") + (separated ? lineEnd : ""), "latin1");
  return [rest.subarray(0, start), header, rest.subarray(start)];
}

/**
 * A message without the header fields of these names: what `markedMessage` was given, byte
 * for byte, if it had none of them itself. The message itself if there is nothing to remove.
 *
 * @param names in any case; `SEPARATOR_FIELD`, with the blank line that it stands for, is always among them
 */
export function unmarkedMessage(message: Uint8Array, names: readonly string[]): Uint8Array {
  const own = new Set([...names, SEPARATOR_FIELD].map((name) => name.toLowerCase()));
  return withoutFields(message, (name) => own.has(name));
}

/**
 * A message without some header fields, and without the blank line that `SEPARATOR_FIELD`
 * stands for, if that is among them. The message itself if there is nothing to remove.
 *
 * @param isRemoved asked of the name of each field, in lower case; of one above 64 characters, of its beginning
 */
export function withoutFields(message: Uint8Array, isRemoved: (name: string) => boolean): Uint8Array {
  const once = withoutThem(message, isRemoved);
  // With the last LF gone, bare CRs end lines, and other fields may come to light: never a third time.
  return once !== message && message.includes(LF) && !once.includes(LF) ? withoutThem(once, isRemoved) : once;
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const COLON = 0x3a;

const FIELD_NAME = /^[!-9;-~]+$/;
const FIELD_VALUE = /^[\t -~]*(?:\n[\t ][\t -~]*)*$/;

function requireField({ name, value }: NewField): void {
  if (FIELD_NAME.test(name) && FIELD_VALUE.test(value)) return;
  throw new UsageError(`header field: required a name and a value of printable ASCII, got ${JSON.stringify(name)}`);
}

function withoutThem(message: Uint8Array, isRemoved: (name: string) => boolean): Uint8Array {
  const newline = message.includes(LF) ? LF : CR;
  const start = mailboxLineEnd(message);
  const kept: Uint8Array[] = [];
  let keptTo = 0;
  let others = false;
  let separated = false;
  let removing = false;
  let at = start;
  const remove = (from: number, to: number): void => {
    if (from > keptTo) kept.push(message.subarray(keptTo, from));
    keptTo = to;
  };
  while (at < message.length) {
    const blank = blankLineEnd(message, at, newline);
    if (blank >= 0) {
      const rest = message.subarray(blank);
      // What begins with a line of a mailbox would have had our fields after that line.
      const ours = separated && !others && (start > 0 || mailboxLineEnd(rest, newline) === 0);
      if (ours && beginsWithText(rest, 0, newline)) remove(at, blank);
      break;
    }
    const name = fieldName(message, at);
    const continues = at > start && (message[at] === SPACE || message[at] === TAB);
    // Without a field at its beginning there is no header, and all of it is text.
    if (name === undefined && at === start) break;
    if (!continues) removing = name !== undefined && isRemoved(name);
    const found = message.indexOf(newline, at);
    const end = found < 0 ? message.length : found + 1;
    if (removing) {
      remove(at, end);
      if (name === SEPARATOR) separated = true;
    } else {
      others = true;
    }
    at = end;
  }
  if (keptTo === 0) return message;
  kept.push(message.subarray(keptTo));
  return Buffer.concat(kept);
}

const SEPARATOR = SEPARATOR_FIELD.toLowerCase();

/** No name that is looked for is longer. */
const LONGEST_NAME = 64;

/** The name of the field that begins here, in lower case; undefined if none does. Of a longer one, the beginning. */
function fieldName(message: Uint8Array, start: number): string | undefined {
  let end = start;
  while (end < message.length && message[end] > SPACE && message[end] < 0x7f && message[end] !== COLON) end++;
  if (end === start) return undefined;
  let colon = end;
  while (colon < message.length && (message[colon] === SPACE || message[colon] === TAB)) colon++;
  if (message[colon] !== COLON) return undefined;
  return Buffer.from(message.subarray(start, Math.min(end, start + LONGEST_NAME + 1)))
    .toString("latin1")
    .toLowerCase();
}

/** Where an empty line that begins here ends; -1 if none does. */
function blankLineEnd(message: Uint8Array, at: number, newline: number): number {
  if (message[at] === newline) return at + 1;
  return newline === LF && message[at] === CR && message[at + 1] === LF ? at + 2 : -1;
}

/** Whether neither a field nor an empty line begins here, nor the message ends. */
function beginsWithText(message: Uint8Array, at: number, newline = message.includes(LF) ? LF : CR): boolean {
  return at < message.length && blankLineEnd(message, at, newline) < 0 && fieldName(message, at) === undefined;
}

/** Where the line `From user date` ends that a mailbox has before a message, 0 if there is none; some write `>From `. */
function mailboxLineEnd(message: Uint8Array, newline = message.includes(LF) ? LF : CR): number {
  const at = message[0] === 0x3e ? 1 : 0;
  if (!FROM.every((byte, i) => message[at + i] === byte) || fieldName(message, at) !== undefined) return 0;
  return message.indexOf(newline) + 1;
}

const FROM = Buffer.from("From ");

function lineEndOf(message: Uint8Array): string {
  const end = message.indexOf(LF);
  if (end < 0) return message.includes(CR) ? "\r" : "\n";
  return message[end - 1] === CR ? "\r\n" : "\n";
}
