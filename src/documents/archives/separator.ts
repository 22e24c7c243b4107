import { LINE_FEED } from "../files/byte-window.js";

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

const WITHOUT_DATE = /^From -[ \t\r]*\n/;

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
