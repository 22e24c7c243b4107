/**
 * Text from a document or a file name, made safe for a terminal and for one line: control
 * characters (C0, C1, DEL), line and paragraph separators, and the characters that change
 * the direction of text or are invisible are written as escapes, `\n` or `\u202e`.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** As `safeText`, and a backslash is doubled, so that the original can be got back. */
export function escapedText(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(UNSAFE, escaped);
}

/** JSON in which unsafe characters are escapes too: the same value to a reader, safe on a terminal. */
export function safeJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, undefined, indent).replace(UNSAFE_IN_JSON, escaped);
  // A line for each number of a matrix helps nobody.
  return json.replace(/\[\n[-+.\deE,\s]*\]/g, (numbers) => numbers.replace(/\s+/g, "").replaceAll(",", ", "));
}

/** Cc, Zl, Zp, and of Cf the marks of direction, the zero-width ones and the invisible tags; lone surrogates. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0001}\u{e0020}-\u{e007f}]/gu;
const UNSAFE_IN_JSON =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0001}\u{e0020}-\u{e007f}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return SHORT[character] ?? units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}
