import { isMessage, type TextSettings } from "./analyzer.js";
import type { LabelledDocument } from "./documents/document.js";
import { uncut } from "./documents/files.js";
import { firstAddress } from "./email/address.js";
import { parseDate } from "./email/date.js";
import { decodeEncodedWords } from "./email/encoded-words.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "./email/header.js";
import { baseSubject } from "./email/subject.js";
import { messageIds, repliedTo, type ThreadedMessage } from "./email/threads.js";
import { decoderFor } from "./text/decode.js";

/** What the header of a document says of when, by whom and in which thread it was written. */
export interface MessageFacts extends ThreadedMessage {
  /** Whether the document is a message: a text has no header, and all that follows is undefined or empty. */
  readonly isMessage: boolean;
  /** The `Date` field as it stands. */
  readonly date: string | undefined;
  /** The time that it means, in milliseconds since 1970; undefined if there is none that can be understood. */
  readonly time: number | undefined;
  /** As `firstAddress` gives it. */
  readonly sender: string | undefined;
}

/** The settings that decide how a header is read. */
export type HeaderSettings = Pick<TextSettings, "as" | "encoding">;

/**
 * What the headers of a corpus say, read in a pass of its own: who only counts words does
 * without. Documents are messages as everywhere: all of them with `as: "news"` or `"mail"`, else those
 * that begin with a header.
 *
 * @param ids the documents that are wanted, in the order of the result: those of the rows of a matrix
 * @returns one a given id, without facts for a document that is no longer there
 * @throws UsageError if the encoding is not known, DataError if the corpus is strict and something cannot be read.
 */
export function readMessageFacts(
  corpus: Iterable<LabelledDocument>,
  ids: readonly string[],
  settings: HeaderSettings,
): MessageFacts[] {
  const decode = decoderFor(settings.encoding);
  const wanted = new Set(ids);
  const found = new Map<string, MessageFacts>();
  for (const { id, bytes } of corpus) {
    if (!wanted.has(id)) continue;
    const header = decode(bytes.length > MAX_HEADER_BYTES ? uncut(bytes.subarray(0, MAX_HEADER_BYTES)) : bytes);
    found.set(id, isMessage(header, settings) ? factsOf(header) : NO_FACTS);
  }
  return ids.map((id) => found.get(id) ?? NO_FACTS);
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

function factsOf(header: Uint8Array): MessageFacts {
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
