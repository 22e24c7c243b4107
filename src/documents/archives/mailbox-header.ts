import { isUtf8 } from "node:buffer";
import { decoderNamed } from "../../base/decode.js";
import { withoutEncodedWords } from "../../base/encoded-words.js";
import { LINE_FEED } from "../files/byte-window.js";
import { isSpecialFolder } from "../files/special-folders.js";
import type { FileProblem } from "./archive.js";

/** The field into which Google Takeout writes the labels of a message. */
export const GMAIL_LABELS = "X-Gmail-Labels";

/** Labels that Gmail sets by itself, in some languages. Labels of sent, draft and deleted mail are special folders. */
const SYSTEM: ReadonlySet<string> = new Set(
  `inbox,unread,opened,important,starred,archived,chat,chats,muted,snoozed,scheduled,all mail
posteingang,ungelesen,geöffnet,wichtig,markiert,archiviert
boîte de réception,non lus,ouvert,importants,suivis,messages archivés
recibidos,no leídos,abierto,importantes,destacados,archivados
posta in arrivo,da leggere,aperti,importanti,speciali,archiviati`.split(/[,\n]/),
);

/** Labels for the tabs of the inbox, such as `Category Promotions`. */
const CATEGORY = /^(?:category|kategorie|catégorie|categoría|categoria)\b/i;

/** The rest of a longer list of labels is not read. */
const FIELD_CHARACTERS = 1 << 13;

/**
 * Reads the labels that a user has given a message from a header field. Commas separate them, or blanks in `X-Keywords`
 * and `X-Mozilla-Keys`. Labels may be in quotes or encoded words (RFC 2047). Leaves out labels that Gmail sets by
 * itself, such as `Inbox` and `Unread`.
 */
export function labelsInField(message: Uint8Array, field: string): string[] {
  const value = valueIn(headerOf(message), field);
  if (value === undefined) return [];
  const text = decoded(value.replace(/\r?\n/g, "").slice(0, FIELD_CHARACTERS));
  const parts = /^x-(?:keywords|mozilla-keys)$/i.test(field)
    ? text.split(/\s+/)
    : Array.from(text.matchAll(/"((?:[^"\\]|\\.)*)"|([^,"]+)/g), ([, quoted, plain]) =>
        quoted === undefined ? plain : quoted.replace(/\\(.)/g, "$1"),
      );
  return [...new Set(parts.map((part) => part.trim()))].filter((label) => label !== "" && !isSystem(label));
}

/** Whether a message has a header field. */
export function hasField(message: Uint8Array, field: string): boolean {
  return valueIn(headerOf(message), field) !== undefined;
}

/** Returns the value of the first field with a name, including its line ends. */
function valueIn(header: string, field: string): string | undefined {
  const name = field.replace(/[^\w-]/g, "\\$&");
  return new RegExp(`^${name}:([^\\n]*(?:\\n[ \\t][^\\n]*)*)`, "im").exec(header)?.[1];
}

/** Whether Gmail has set a label by itself, or it is that of a special folder such as Sent. */
function isSystem(label: string): boolean {
  return SYSTEM.has(label.toLowerCase()) || CATEGORY.test(label) || isSpecialFolder(label, false);
}

/** Decodes a field with one character per byte. */
function decoded(field: string): string {
  const bytes = Buffer.from(field, "latin1");
  return withoutEncodedWords(isUtf8(bytes) ? bytes.toString() : field, (word, charset) => {
    const utf8 = decoderNamed(charset)?.(word);
    return utf8 === undefined ? word.toString("latin1") : Buffer.from(utf8).toString();
  });
}

/** A quick test for fields in which mail programs and servers store the state of a message. Most messages have none. */
const MAY_BE = /\n(?:x-mozilla-status|x-status|status|x-imap)/i;

/** In bytes. The rest of a longer header is not searched. */
const HEADER_BYTES = 1 << 16;

/** Thunderbird's `X-Mozilla-Status`: deleted or moved, but the folder has not been compacted since. */
const EXPUNGED = 0x0008;

/** `X-Mozilla-Status2`: marked as deleted on the IMAP server. */
const IMAP_DELETED = 0x0020_0000;

/**
 * Returns the problem with a message that mail programs do not show: it is marked as deleted, or contains data of a
 * mail server. Returns undefined for all other messages.
 */
export function deletedProblem(message: Uint8Array): FileProblem | undefined {
  const header = headerOf(message);
  if (!MAY_BE.test(`\n${header}`)) return undefined;
  const stateOf = (name: string) => (valueIn(header, name) ?? "").trim();
  const hasBit = (name: string, bit: number) =>
    /^[\da-f]{4,8}$/i.test(stateOf(name)) && (Number.parseInt(stateOf(name), 16) & bit) !== 0;
  // Flags: R read, O old, D deleted, F flagged, A answered, T draft.
  const isMarked = ["status", "x-status"].some((name) => /^[ROFAT]*D[ROFATD]*$/.test(stateOf(name)));
  if (isMarked || hasBit("x-mozilla-status", EXPUNGED) || hasBit("x-mozilla-status2", IMAP_DELETED)) {
    return { problem: "deleted" };
  }
  const isData = /^x-imap(?:base)?:/im.test(header) && stateOf("subject").startsWith("DON'T DELETE THIS MESSAGE");
  return isData ? { problem: "deleted", detail: "data of a mail server" } : undefined;
}

/** Returns the header of a message, with one character for each byte. */
export function headerOf({ buffer, byteOffset, length }: Uint8Array): string {
  const beginning = Buffer.from(buffer, byteOffset, Math.min(length, HEADER_BYTES));
  const plain = beginning.indexOf("\n\n");
  const rest = plain < 0 ? beginning : beginning.subarray(0, plain);
  const crlf = rest.indexOf("\n\r\n");
  return (crlf < 0 ? rest : rest.subarray(0, crlf)).toString("latin1");
}

/**
 * The date at the end of the `From ` line that separates messages in a mailbox, as asctime(3) writes it. A time zone
 * may come before or after the year.
 */
const DATE =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[ ]{1,2}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ ]{1,2}\d{1,2}[ ]{1,2}\d{1,2}:\d\d(?::\d\d)?(?:[ ]{1,2}[A-Z0-9+-]{1,6}){0,2}[ ]{1,2}\d{4}\b/i;

/** The fields that messages in mailboxes begin with. Prose may have a word and a colon, but not one of these words. */
const FIRST_FIELD =
  /^(?:(?:return-path|received|delivered-to|envelope-to|from|sender|reply-to|to|cc|subject|date|message-id|in-reply-to|references|mime-version|content-(?:type|length)|status|path|newsgroups|xref)|(?:x|list|arc|dkim|authentication|resent)-[!-9;-~]{1,64})[ \t]*:/i;

/** In bytes. Names of fields are shorter. */
const FIELD_BYTES = 80;

/**
 * Whether a text begins with a line that separates messages: `From `, usually an address, and a date (RFC 4155,
 * appendix A). Without a date, the next line must be a header field.
 *
 * @param text the line and the beginning of the next one
 */
export function isSeparator(text: Buffer): boolean {
  return isFrom(text) && (hasDate(text) || isBeforeField(text));
}

/**
 * Whether a line separates messages even without a blank line before it. It has a date or is `From -`, as Netscape
 * wrote it, and a header field follows it.
 */
export function isSureSeparator(text: Buffer): boolean {
  return isFrom(text) && (hasDate(text) || WITHOUT_DATE.test(text.toString("latin1", 0, 16))) && isBeforeField(text);
}

/** Matches the separator of Netscape. */
const WITHOUT_DATE = /^From -[ \t\r]*\n/;

/** Whether a text begins with `From `. */
function isFrom(text: Buffer): boolean {
  return text.toString("latin1", 0, 5) === "From ";
}

/** Whether the first line has a date. */
function hasDate(text: Buffer): boolean {
  const end = text.indexOf(LINE_FEED);
  return DATE.test(text.toString("latin1", 0, end < 0 ? text.length : end));
}

/** Whether the second line is a header field. */
function isBeforeField(text: Buffer): boolean {
  const end = text.indexOf(LINE_FEED);
  return end >= 0 && FIRST_FIELD.test(text.toString("latin1", end + 1, end + 1 + FIELD_BYTES));
}
