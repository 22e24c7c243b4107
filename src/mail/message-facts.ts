import { type Decoder, decoderFor } from "../base/decode.js";
import { firstBytes, type LabelledDocument } from "../documents/document.js";
import { firstAddress } from "./header/address.js";
import { parseDate } from "./header/date.js";
import { decodeEncodedWords } from "./header/encoded-words.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "./header/header.js";
import { baseSubject, subjectLine } from "./header/subject.js";
import { messageIds, repliedTo, type ThreadedMessage } from "./header/threads.js";
import { type DocumentForm, isMessage, messageFields } from "./news.js";

/** The sender, date and thread of a message, from its header. */
export interface MessageFacts extends ThreadedMessage {
  /** If not, everything else is undefined or empty. */
  readonly isMessage: boolean;
  /** The `Date` field as written. */
  readonly date: string | undefined;
  /** The same in milliseconds since 1970; undefined if it cannot be read. */
  readonly time: number | undefined;
  /** As `firstAddress` gives it. */
  readonly sender: string | undefined;
}

/** The settings for reading a header. */
export interface HeaderSettings {
  readonly as: DocumentForm;
  readonly encoding: string;
}

/**
 * Reads the headers of a corpus, in a pass of its own. All documents are messages if `as` is
 * `"news"` or `"mail"`, else those that begin with a header.
 *
 * @param ids the documents that are wanted
 * @returns one entry per id, in their order; an empty one if the document is gone
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
  for (const { id, bytes } of corpus) if (wanted.has(id)) found.set(id, factsOf(bytes));
  return ids.map((id) => found.get(id) ?? NO_FACTS);
}

/** Reads the header of one document; empty facts if it is no message. */
export function messageFacts(settings: HeaderSettings): (bytes: Uint8Array) => MessageFacts {
  const decode = headerDecoder(settings);
  return (bytes) => {
    const header = decode(firstBytes(bytes, MAX_HEADER_BYTES));
    return isMessage(header, settings) ? factsIn(header) : NO_FACTS;
  };
}

/** Decodes a document before its header is read. Mail stays as it is, because it names its charsets itself. */
export function headerDecoder({ as, encoding }: HeaderSettings): Decoder {
  return as === "mail" ? (bytes) => bytes : decoderFor(encoding);
}

const NO_FACTS: MessageFacts = {
  isMessage: false,
  date: undefined,
  time: undefined,
  sender: undefined,
  subject: undefined,
  messageId: undefined,
  references: [],
};

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
  /** As `firstAddress` gives it; empty if there is no sender. */
  readonly from: string;
  /** As `subjectLine` gives it; empty if there is no subject. */
  readonly subject: string;
}

/**
 * The sender and subject of a document, undefined if it is not a message: with `as: "news"` all
 * are, else those that begin with a header. Make both safe before printing.
 */
export function messageHeading(document: Uint8Array, settings: HeaderSettings): MessageHeading | undefined {
  const message = headerDecoder(settings)(firstBytes(document, MAX_HEADER_BYTES));
  const fields = settings.as === "news" ? headerFields(message) : messageFields(message);
  if (fields === undefined) return undefined;
  return { from: firstAddress(firstValue(fields, "from") ?? "") ?? "", subject: subjectLine(fields) ?? "" };
}
