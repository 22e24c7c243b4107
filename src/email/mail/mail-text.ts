import { MarkedText } from "../../text/marked-text.js";
import type { Message } from "../message.js";
import type { Strippable } from "../news.js";
import { readMessage } from "../read-message.js";
import { isVerdictField, withoutVerdicts } from "../verdict-fields.js";
import { addHeader } from "./header-fields.js";
import { PartFields } from "./part-fields.js";

/** What of a message is left out, and what counts beside the words of its texts. */
export interface MailTextOptions {
  /** Names of `MAIL_FIELDS` and of header fields, but not of those that filters write. */
  readonly fields: readonly string[];
  /** `headers` leaves the bodies: their texts, links, attachments and facts, and no subject either. */
  readonly strip: readonly Strippable[];
}

/**
 * Makes a text with marked pieces of messages, any bytes: the texts of the parts, HTML as it
 * is seen, in plain letters, and the fields that count. Texts come after the header, in the
 * order of the message, and what was found in all of them last. What filters wrote into the
 * header is as if it were not there.
 */
export function mailText({ fields, strip }: MailTextOptions): (message: Uint8Array) => Uint8Array {
  const counting: ReadonlySet<string> = new Set(fields);
  const hasHeader = !strip.includes("headers");
  const ofTexts = strip.filter((part) => part !== "headers");
  const text = new MarkedText();
  return (bytes) => {
    const message = readClean(bytes);
    if (hasHeader) addHeader(message.header, counting, text);
    new PartFields(counting, ofTexts, text).add(message);
    return text.finish();
  };
}

/** Read once more if filters wrote into it, which may have made a header of a text: most messages have been through none. */
function readClean(bytes: Uint8Array): Message {
  const message = readMessage(bytes);
  return message.header.some(({ name }) => isVerdictField(name)) ? readMessage(withoutVerdicts(bytes)) : message;
}
