import { withoutDisguises } from "../../text/disguise/disguise.js";
import type { TextPiece } from "../../text/term-table.js";
import type { HeaderField } from "../header/header.js";
import { decodeEncodedWords } from "../header/header-text.js";
import { isLaterField } from "../header/later-fields.js";
import { withoutSpamTag } from "../header/subject.js";
import type { Message, MessageNote } from "../message.js";
import type { Strippable } from "../news.js";
import { readMessage } from "../read-message.js";
import { SEPARATOR, unfilteredMessage } from "../rewrite/marked-message.js";
import { FieldTexts } from "./field-texts.js";
import { MADE_FIELDS } from "./fields.js";
import { PartFields } from "./part-fields.js";

/** The fields of a message that count in addition to the words of its texts, and the parts that are left out. */
export interface MailReaderOptions {
  /** Names of `MAIL_FIELDS` and of header fields, except those in which filters write their verdicts. */
  readonly fields: readonly string[];
  /** The parts to leave out. Without `headers`, the bodies remain: their texts, links, attachments and facts. */
  readonly strip: readonly Strippable[];
}

/**
 * Returns a function that parses a message, from any bytes, into the pieces that count. These are the header fields,
 * then the texts of the parts in their order, then the links, disguised words and facts of all parts. Reads HTML as a
 * browser shows it, and writes disguised words in plain letters.
 *
 * Ignores fields that are written when a message arrives or later, unless `fields` names them. A `Received` field of a
 * program that put the message into a mailbox or fetched it from one never counts.
 */
export function mailReader({ fields, strip }: MailReaderOptions): (message: Uint8Array) => readonly TextPiece[] {
  const counting: ReadonlySet<string> = new Set(fields);
  const hasHeader = !strip.includes("headers");
  const textParts = strip.filter((part) => part !== "headers");
  return (bytes) => {
    const message = readClean(bytes, counting);
    const texts = new FieldTexts();
    if (hasHeader) addHeader(message.header, counting, texts);
    new PartFields(counting, textParts, texts).add(message);
    return texts.pieces;
  };
}

/** Notes that the removed fields may have caused. */
const NOTES_ON_HEADER: ReadonlySet<string> = new Set<MessageNote>(["header-bytes", "header-fields", "nul"]);

/**
 * Parses a message and removes the fields that teach nothing, unless the user chose them by name.
 *
 * A few messages must be parsed twice: a filter may have put a header before a text without one, or the removed fields
 * may have filled a header to its limit, so that other fields were not read. The second time, fields that the user chose
 * are removed, too.
 */
function readClean(bytes: Uint8Array, chosen: ReadonlySet<string>): Message {
  const message = readMessage(bytes);
  // `received` names fields of two kinds, so choosing it keeps only those that teach something.
  const header = message.header.filter(({ name, value }) => {
    return !isLaterField(name, () => value) || (name !== "received" && chosen.has(name));
  });
  if (header.length === message.header.length) return message;
  const isAdded = message.header.some(({ name }) => name === SEPARATOR);
  // Whether the rest of the message is read in the same way without the removed fields.
  const isWhole = header.length > 0 && !isAdded && !message.notes.some((note) => NOTES_ON_HEADER.has(note));
  return isWhole ? { ...message, header } : readMessage(unfilteredMessage(bytes));
}

/** The most characters of a header field that are read. Only lists of recipients are longer. */
const MAX_FIELD = 1 << 14;

/** Header fields that name the program with which the message was written. */
const AGENTS: ReadonlySet<string> = new Set("x-mailer user-agent x-newsreader x-mimeole x-mailing-software".split(" "));

/** Adds the terms of the header fields that count, each under the name of its field. */
function addHeader(header: readonly HeaderField[], fields: ReadonlySet<string>, texts: FieldTexts): void {
  for (const { name, value } of header) {
    const cut = value.slice(0, MAX_FIELD);
    if (name === "received") {
      if (fields.has("received")) texts.addText("received", routeOf(cut));
    } else if (name === "date") {
      if (fields.has("date")) texts.addTerms("date", zoneAndHour(cut));
    } else if (fields.has(name) && !MADE_FIELDS.has(name)) {
      const decoded = decodeEncodedWords(cut);
      texts.addText(name, name === "subject" ? withoutDisguises(Buffer.from(withoutSpamTag(decoded))).text : decoded);
    }
    if (AGENTS.has(name) && fields.has("agent")) texts.addText("agent", decodeEncodedWords(cut));
  }
  if (fields.has("header")) texts.addTerms("header", new Set(header.map(({ name }) => name)));
}

/** Matches what differs in each message: its id and its recipient. */
const ID_OR_RECIPIENT = /\s(?:id|for)\s+\S+/gi;

/** Returns a `Received` field without the id, recipient and date of the message (RFC 5321, section 4.4). */
function routeOf(value: string): string {
  const end = value.lastIndexOf(";");
  return value.slice(0, end < 0 ? value.length : end).replace(ID_OR_RECIPIENT, " ");
}

/** Returns the terms of a `Date` field: its time zone, and the hour as written. The day and the year teach nothing. */
function zoneAndHour(value: string): string[] {
  const zone = /[+-]\d{4}/.exec(value)?.[0] ?? "no zone";
  const hour = /\b(\d\d?):\d\d/.exec(value)?.[1];
  return hour === undefined ? [zone] : [zone, `${Number(hour)} h`];
}
