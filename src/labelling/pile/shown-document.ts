import { decoderFor } from "../../base/decode.js";
import { safeText } from "../../base/safe-text.js";
import { firstBytes } from "../../documents/document.js";
import { firstValue, type HeaderField } from "../../mail/header/header.js";
import { decodeEncodedWords } from "../../mail/header/header-text.js";
import { readHtml } from "../../mail/html/reader.js";
import type { MessagePart } from "../../mail/message.js";
import { type HeaderSettings, headerDecoder, messageHeading } from "../../mail/message-facts.js";
import { isMessage } from "../../mail/news.js";
import { readMessage } from "../../mail/read-message.js";
import type { ItemLine, Question } from "../state.js";

/** In characters. Nobody reads more to choose a folder. */
const MAX_TEXT = 20_000;

/** In characters. A longer line is cut: no text has such lines, and no view has to break them. */
const MAX_LINE = 2000;

/** In characters. */
const MAX_FIELD = 500;
const MAX_TITLE = 120;

/** In bytes. The title of a text is in its beginning. */
const TITLE_SEARCHED = 1000;

const decodeAuto = decoderFor();

/** Returns one line about a document: the sender and subject of mail, otherwise the beginning of the text. */
export function titleOf(bytes: Uint8Array, settings: HeaderSettings): Omit<ItemLine, "item"> {
  const heading = messageHeading(bytes, settings);
  if (heading !== undefined) return { from: cut(heading.from, MAX_TITLE), title: cut(heading.subject, MAX_TITLE) };
  const beginning = Buffer.from(decodeAuto(firstBytes(bytes, TITLE_SEARCHED))).toString();
  return { from: "", title: cut(beginning.replace(/\s+/g, " ").trim(), MAX_TITLE) };
}

/**
 * Returns a document as a person would read it: of mail, sender, recipients, subject, date and the text, in which HTML
 * is plain text. Control characters and those that change the direction of writing are shown as escapes.
 */
export function shownDocument(bytes: Uint8Array, settings: HeaderSettings): Pick<Question, "fields" | "text"> {
  const decoded = headerDecoder(settings)(bytes);
  if (!isMessage(decoded, settings)) return { fields: [], text: readable(decodeAuto(bytes)) };
  const { header, parts } = readMessage(decoded);
  const texts = parts.filter(({ text }) => text !== undefined);
  const isPlain = (part?: MessagePart) => part?.type === "text/plain" && part.disposition === "inline";
  // HTML after plain text mostly says the same. The footer of a mailing list comes after HTML.
  const shown = texts.filter(({ type }, i) => type !== "text/html" || !isPlain(texts[i - 1]));
  const text = shown.map(({ type, text = new Uint8Array() }) =>
    readable(type === "text/html" ? readHtml(text).visible : text),
  );
  const attachments = parts.flatMap(({ fileName }) =>
    fileName === undefined ? [] : [`[${cut(fileName, MAX_TITLE)}]`],
  );
  return { fields: fieldsOf(header), text: [...text, ...attachments].join("\n\n").slice(0, MAX_TEXT) };
}

function fieldsOf(header: readonly HeaderField[]): Question["fields"] {
  return (["from", "to", "subject", "date"] as const).flatMap((name) => {
    const value = firstValue(header, name);
    if (value === undefined) return [];
    return [{ name, text: cut(decodeEncodedWords(value).replace(/\s+/g, " ").trim(), MAX_FIELD) }];
  });
}

/** Returns a text with safe lines of limited length. */
function readable(text: Uint8Array): string {
  // Four bytes a character at most.
  const beginning = Buffer.from(firstBytes(text, 4 * MAX_TEXT))
    .toString()
    .slice(0, MAX_TEXT);
  const lines = beginning.split(/\r\n?|\n/).map((line) => cut(line.replaceAll("\t", "    ").trimEnd(), MAX_LINE));
  return lines
    .join("\n")
    .replace(/\n{4,}/g, "\n\n\n")
    .trim();
}

/** Returns a safe line. @param most its maximum number of characters */
function cut(line: string, most: number): string {
  return safeText(line.length <= most ? line : `${line.slice(0, most - 1)}…`);
}
