import { firstBytes } from "../documents/document.js";
import { decoderFor } from "../text/decode.js";
import { firstAddress } from "./header/address.js";
import { firstValue, headerFields, MAX_HEADER_BYTES } from "./header/header.js";
import { subjectLine } from "./header/subject.js";
import type { HeaderSettings } from "./message-facts.js";
import { beginsWithHeader } from "./news.js";
/** What a list shows of a message. */
export interface MessageHeading {
  /** As `firstAddress` gives it; empty if the message does not say. */
  readonly from: string;
  /** As `subjectLine` gives it; empty if there is none. */
  readonly subject: string;
}

/**
 * The sender and subject of a document, undefined if it is not a message: with `as: "news"` all
 * are, else those that begin with a header. Make both safe before printing.
 */
export function messageHeading(document: Uint8Array, { as, encoding }: HeaderSettings): MessageHeading | undefined {
  const message = decoderFor(encoding)(firstBytes(document, MAX_HEADER_BYTES));
  if (as !== "news" && !beginsWithHeader(message)) return undefined;
  const from = firstAddress(firstValue(headerFields(message), "from") ?? "") ?? "";
  return { from, subject: subjectLine(message) ?? "" };
}
