import { uncut } from "./documents/files.js";
import { firstAddress } from "./email/address.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "./email/header.js";
import { beginsWithHeader } from "./email/news.js";
import { subjectLine } from "./email/subject-line.js";
import type { HeaderSettings } from "./message-facts.js";
import { decoderFor } from "./text/decode.js";

/** What a message is recognised by in a list. */
export interface MessageHeading {
  /** As `firstAddress` gives it; empty if the message does not say. */
  readonly from: string;
  /** As `subjectLine` gives it; empty if there is none. */
  readonly subject: string;
}

/**
 * The heading of a document that is a message: all are with `as: "news"`, else those that
 * begin with a header. What it says is the sender's word, and not safe to print.
 *
 * @param document the bytes as they stand in a file
 * @returns undefined for a text
 */
export function messageHeading(document: Uint8Array, { as, encoding }: HeaderSettings): MessageHeading | undefined {
  const beginning = document.length > MAX_HEADER_BYTES ? uncut(document.subarray(0, MAX_HEADER_BYTES)) : document;
  const message = decoderFor(encoding)(beginning);
  if (as !== "news" && !beginsWithHeader(message)) return undefined;
  const from = firstAddress(firstValue(headerFields(message), "from") ?? "") ?? "";
  return { from, subject: subjectLine(message) ?? "" };
}
