import { bufferOf } from "../lines.js";

/**
 * Returns the summary, description and place of each entry of a calendar (RFC 5545), one per line. Omits reminders.
 *
 * @param calendar in UTF-8
 */
export function calendarText(calendar: Uint8Array): Uint8Array {
  // As Latin-1, each byte is a character, so UTF-8 passes unchanged. A line that begins with a blank continues the last one.
  const lines = bufferOf(calendar)
    .toString("latin1")
    .replace(/\r?\n[ \t]/g, "")
    .split(/\r?\n/);
  const texts: string[] = [];
  let inReminder = false;
  for (const line of lines) {
    if (/^(?:BEGIN|END):VALARM\b/i.test(line)) inReminder = /^B/i.test(line);
    const found = inReminder ? null : PROPERTY.exec(line);
    if (found !== null) texts.push(found[1].replace(/\\(.)/g, (_, escaped) => (/n/i.test(escaped) ? "\n" : escaped)));
  }
  return Buffer.from(texts.join("\n"), "latin1");
}

/** The value begins after the first colon outside quotation marks. */
const PROPERTY = /^(?:SUMMARY|DESCRIPTION|LOCATION)(?:;(?:[^":]|"[^"]*")*)?:(.*)$/i;
