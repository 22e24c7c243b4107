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

/**
 * Removes the codes from enriched text (RFC 1896): `<bold>al</bold>pha` becomes `alpha`. Also reads its predecessor,
 * `text/richtext` (RFC 1341).
 *
 * @param enriched in an encoding that extends ASCII
 */
export function enrichedText(enriched: Uint8Array): Uint8Array {
  const text = bufferOf(enriched).toString("latin1");
  const kept: string[] = [];
  let end = 0;
  /** The code around this place whose content is not text; `""` outside of these codes. */
  let within = "";
  for (const { 0: code, 1: name, index } of text.matchAll(CODE)) {
    if (within === "") kept.push(text.slice(end, index), SHOWN[code.toLowerCase()] ?? "");
    end = index + code.length;
    const named = name?.toLowerCase() ?? "";
    if (within !== "") within = named === `/${within}` ? "" : within;
    else if (NO_TEXT.has(named)) within = named;
  }
  if (within === "") kept.push(text.slice(end));
  return Buffer.from(kept.join(""), "latin1");
}

/** `<<` means `<`. Names have at most 60 characters. */
const CODE = /<<|<(\/?[a-z0-9-]{1,60})>/gi;

/** The text of codes; all others have none. */
const SHOWN: Readonly<Record<string, string>> = {
  "<<": "<",
  "<lt>": "<",
  "<nl>": "\n",
  "<np>": "\n",
  "</paragraph>": "\n",
};

/** Codes whose content is not text. */
const NO_TEXT: ReadonlySet<string> = new Set(["param", "comment"]);
