/** The date that ends a `From ` line, as asctime(3) writes it, with a time zone before or after the year. */
const DATE =
  /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[ ]{1,2}(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[ ]{1,2}\d{1,2}[ ]{1,2}\d{1,2}:\d\d(?::\d\d)?(?:[ ]{1,2}[A-Z0-9+-]{1,6}){0,2}[ ]{1,2}\d{4}\b/i;

/** Fields that messages begin with in mailboxes. A line of prose may begin with a word and a colon, but not these. */
const FIRST_FIELD =
  /^(?:(?:return-path|received|delivered-to|envelope-to|from|sender|reply-to|to|cc|subject|date|message-id|mime-version|content-type|status)|(?:x|list|arc|dkim|authentication|resent)-[!-9;-~]{1,64})[ \t]*:/i;

/**
 * Whether a line is one that mailboxes begin a message with: `From `, mostly an address,
 * and a date as asctime(3) writes it (RFC 4155, appendix A). Some programs write another date or
 * none; then the line after it must be a field that messages begin with.
 *
 * @param text begins with the line, and has the next one, too
 */
export function isSeparator(text: Buffer): boolean {
  if (!beginsWithFrom(text)) return false;
  const end = text.indexOf(LINE_FEED);
  const line = text.toString("latin1", 0, end < 0 ? text.length : end);
  if (DATE.test(line)) return true;
  return end >= 0 && FIRST_FIELD.test(text.toString("latin1", end + 1, end + 1 + FIELD_BYTES));
}

const LINE_FEED = 10;

/** The names of fields are shorter. */
const FIELD_BYTES = 80;

function beginsWithFrom(text: Buffer): boolean {
  return text.toString("latin1", 0, 5) === "From ";
}
