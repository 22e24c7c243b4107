import { withoutDisguises } from "../../text/disguise.js";
import type { MarkedText } from "../../text/marked-text.js";
import { decodeEncodedWords } from "../encoded-words.js";
import type { HeaderField } from "../header.js";
import { MADE_FIELDS } from "./fields.js";

/** Of a field of a header, in characters: what follows is no more than lists of recipients. */
export const MAX_FIELD = 1 << 14;

const ENCODER = new TextEncoder();

/** Fields that name the program: of mail, news, and those before there were standards. */
const AGENTS: ReadonlySet<string> = new Set([
  "x-mailer",
  "user-agent",
  "x-newsreader",
  "x-mimeole",
  "x-mailing-software",
]);

const MADE: ReadonlySet<string> = new Set(MADE_FIELDS);

/** Adds what counts of the header of a message. */
export function addHeader(header: readonly HeaderField[], fields: ReadonlySet<string>, text: MarkedText): void {
  for (const { name, value } of header) {
    const cut = value.slice(0, MAX_FIELD);
    if (name === "received") {
      if (fields.has("received")) text.addText("received", onTheWay(cut));
    } else if (name === "date") {
      if (fields.has("date")) text.addTerms("date", timesOf(cut));
    } else if (fields.has(name) && !MADE.has(name)) {
      const decoded = decodeEncodedWords(cut);
      text.addText(name, name === "subject" ? withoutDisguises(ENCODER.encode(decoded)).text : decoded);
    }
    if (AGENTS.has(name) && fields.has("agent")) text.addText("agent", decodeEncodedWords(cut));
  }
  if (fields.has("header")) text.addTerms("header", new Set(header.map(({ name }) => name)));
}

/** Without what is of this one message (RFC 5321, section 4.4): its number, whom it is for, and the date behind the last semicolon. */
function onTheWay(value: string): string {
  const end = value.lastIndexOf(";");
  return value.slice(0, end < 0 ? value.length : end).replace(OF_ONE_MESSAGE, " ");
}

const OF_ONE_MESSAGE = /\s(?:id|for)\s+\S+/gi;

/** The zone and the hour as they are given: a day or a year is nothing to learn from. */
function timesOf(value: string): string[] {
  const zone = /[+-]\d{4}/.exec(value)?.[0] ?? "no zone";
  const hour = /\b(\d\d?):\d\d/.exec(value)?.[1];
  return hour === undefined ? [zone] : [zone, `${Number(hour)} h`];
}
