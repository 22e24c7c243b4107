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

/**
 * JSON in which unsafe characters are escapes too: the same value to a reader, safe on a
 * terminal. With an indent, an object or array that holds no other stands on one line.
 */
export function safeJson(value: unknown, indent?: number): string {
  const json = indent === undefined ? JSON.stringify(value) : indented(value, " ".repeat(indent), "\n");
  return json.replace(UNSAFE_IN_JSON, escaped);
}

/** As JSON.stringify indents, but a line for each number of a matrix helps nobody. */
function indented(value: unknown, indent: string, line: string): string {
  if (!isNested(value)) return JSON.stringify(value) ?? "null";
  const items: [string, unknown][] = Array.isArray(value)
    ? value.map((item) => ["", item])
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([name, item]) => [`${JSON.stringify(name)}: `, item]);
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  if (items.length === 0) return open + close;
  if (!items.some(([, item]) => isNested(item))) {
    const space = Array.isArray(value) ? "" : " ";
    return `${open}${space}${items.map(([name, item]) => name + (JSON.stringify(item) ?? "null")).join(", ")}${space}${close}`;
  }
  const inner = line + indent;
  return `${open}${inner}${items.map(([name, item]) => name + indented(item, indent, inner)).join(`,${inner}`)}${line}${close}`;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
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
