import { type Decoder, decoderFor } from "../base/decode.js";
import { firstBytes, type LabelledDocument, type RowFacts } from "../documents/document.js";
import { parseDate, parseTime } from "./header/date.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "./header/header.js";
import { decodeEncodedWords, endOfQuote, withoutComments } from "./header/header-text.js";
import { baseSubject, subjectLine } from "./header/subject.js";
import { messageIds, repliedTo, type ThreadedMessage } from "./header/threads.js";
import { type DocumentForm, isMessage, messageFields } from "./news.js";

/** The sender, date and thread of a message, from its header. Only the row of a table has a `group` and `others`. */
export interface MessageFacts extends ThreadedMessage, Pick<RowFacts, "group" | "others"> {
  /** Whether the document is a message, or a row with a column of dates. If not, the facts from a header are empty. */
  readonly isMessage: boolean;
  /** The `Date` field as written. */
  readonly date: string | undefined;
  /** The date in milliseconds since 1970; undefined if it cannot be read. */
  readonly time: number | undefined;
  /** The sender, as `firstAddress` returns it. */
  readonly sender: string | undefined;
}

/** The settings for reading a header. */
export interface HeaderSettings {
  /** The form of the documents. `mail` is not decoded before its header is read. */
  readonly as: DocumentForm;
  /** The encoding of documents in other forms, as `decoderFor` takes it. */
  readonly encoding: string;
}

/**
 * Reads the headers of a corpus in a separate pass. If `as` is `"news"` or `"mail"`, every document is a message;
 * otherwise only the documents that begin with a header are messages.
 *
 * @param ids the ids of the documents to read
 * @returns one entry per id, in the same order; an empty entry if the document is gone
 * @throws UsageError if the encoding is unknown, DataError if the corpus is strict and cannot be read.
 */
export function readMessageFacts(
  corpus: Iterable<LabelledDocument>,
  ids: readonly string[],
  settings: HeaderSettings,
): MessageFacts[] {
  const factsOf = messageFacts(settings);
  const wanted = new Set(ids);
  const found = new Map<string, MessageFacts>();
  for (const { id, bytes, row } of corpus) if (wanted.has(id)) found.set(id, factsOf(bytes, row));
  return ids.map((id) => found.get(id) ?? NO_FACTS);
}

/**
 * Returns a function that reads the header of one document. Its result is empty if the document is not a message.
 * Values in a table row override the header.
 */
export function messageFacts(settings: HeaderSettings): (bytes: Uint8Array, row?: RowFacts) => MessageFacts {
  const decode = headerDecoder(settings);
  return (bytes, row) => {
    const header = decode(firstBytes(bytes, MAX_HEADER_BYTES));
    const facts = isMessage(header, settings) ? factsIn(header) : NO_FACTS;
    if (row === undefined) return facts;
    const { date, group, others } = row;
    const dated = date === undefined ? {} : { isMessage: true, date: date || undefined, time: parseTime(date) };
    return { ...facts, ...dated, group: group || undefined, others };
  };
}

/** Returns the decoder to use before a header is read. It leaves mail as it is, because mail names its own charsets. */
export function headerDecoder({ as, encoding }: HeaderSettings): Decoder {
  return as === "mail" ? (bytes) => bytes : decoderFor(encoding);
}

/** The facts about a document that is not a message. */
const NO_FACTS: MessageFacts = {
  isMessage: false,
  date: undefined,
  time: undefined,
  sender: undefined,
  subject: undefined,
  messageId: undefined,
  references: [],
};

/** Returns the Message-ID of raw mail, if it has one. */
export function messageIdOf(message: Uint8Array): string | undefined {
  return messageIds(firstValue(headerFields(firstBytes(message, MAX_HEADER_BYTES)), "message-id") ?? "").at(0);
}

/** Reads the facts from a message, whose header is enough. */
function factsIn(header: Uint8Array): MessageFacts {
  const fields = headerFields(header);
  const value = (name: string) => firstValue(fields, name);
  const date = value("date");
  return {
    isMessage: true,
    date,
    time: parseDate(date ?? ""),
    sender: firstAddress(value("from") ?? ""),
    subject: baseSubject(decodeEncodedWords(value("subject") ?? "")),
    messageId: messageIds(value("message-id") ?? "").at(0),
    references: [...messageIds(value("references") ?? ""), ...repliedTo(value("in-reply-to") ?? "")],
  };
}

/** The sender and subject of a message, for lists. */
export interface MessageHeading {
  /** The sender, as `firstAddress` returns it; empty if there is no sender. */
  readonly from: string;
  /** The subject, as `subjectLine` returns it; empty if there is no subject. */
  readonly subject: string;
}

/**
 * Returns the sender and subject of a document, or undefined if it has no header. With `as: "news"`, every document has
 * one. Make both texts safe before you print them.
 */
export function messageHeading(document: Uint8Array, settings: HeaderSettings): MessageHeading | undefined {
  const message = headerDecoder(settings)(firstBytes(document, MAX_HEADER_BYTES));
  const fields = settings.as === "news" ? headerFields(message) : messageFields(message);
  if (fields === undefined) return undefined;
  return { from: firstAddress(firstValue(fields, "from") ?? "") ?? "", subject: subjectLine(fields) ?? "" };
}

/**
 * Returns the first address in a `From` field, in lower case. Accepts `Ann <ann@host>` and `ann@host (Ann)`, with
 * quoted names, comments, groups and routes (RFC 5322, sections 3.4 and 4.4). If the sender is only a name, returns the
 * name in lower case. Returns undefined if nothing is left.
 */
export function firstAddress(value: string): string | undefined {
  const { bracketed, plain } = untilAddress(withoutComments(value));
  if (bracketed !== undefined) return bracketed;
  const words = plain.split(/[\s,;]+/).filter((word) => word !== "");
  const address = words.find((word) => word.includes("@")) ?? words.join(" ");
  // Without an address, the only name may be in a comment.
  const sender = address === "" ? (value.match(/[^\s()<>",;:]+/g) ?? []).join(" ") : address;
  return sender === "" ? undefined : sender.toLowerCase();
}

/**
 * Reads a field up to its first address.
 *
 * @param text without comments
 * @returns the address, if it is in angle brackets (`bracketed`), and the text before it outside of angle brackets,
 *   without quotation marks and names of groups (`plain`)
 */
function untilAddress(text: string): { readonly bracketed?: string; readonly plain: string } {
  let plain = "";
  // A flag, because searching `plain` each time takes quadratic time in a list of thousands.
  let hasAddress = false;
  // After a quotation mark that is not closed, later ones are ordinary characters.
  let quotesClose = true;
  for (let at = 0; at < text.length; at++) {
    const character = text[at];
    if (character === '"' && quotesClose) {
      const end = endOfQuote(text, at);
      quotesClose = end > 0;
      if (end > 0) {
        plain += text.slice(at + 1, end - 1);
        hasAddress ||= text.slice(at, end).includes("@");
        at = end - 1;
      }
    } else if (character === "<") {
      const close = text.indexOf(">", at);
      const end = close < 0 ? text.length : close;
      const address = unrouted(text.slice(at + 1, end));
      if (address.includes("@") || (address !== "" && !hasAddress)) return { bracketed: address, plain };
      at = end;
    } else if ((character === "," || character === ";") && hasAddress) {
      break;
    } else if (character === ":" && !hasAddress) {
      // The name of a group.
      plain = "";
    } else {
      plain += character;
      hasAddress ||= character === "@";
    }
  }
  return { plain };
}

/** Returns an address from angle brackets in lower case, without white space, route (`@host,@host:`) or `mailto:`. */
function unrouted(address: string): string {
  return address
    .replace(/[<\s]+/g, "")
    .replace(/^@[^:]*:|^mailto:/i, "")
    .toLowerCase();
}
