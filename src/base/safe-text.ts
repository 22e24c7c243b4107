/**
 * Makes text from a document or a file name safe for one line of a terminal. Control characters, line and
 * paragraph separators, direction marks and invisible characters become escapes such as `\n` or `\u202e`.
 */
export function safeText(text: string): string {
  return text.replace(UNSAFE, escaped);
}

/** Escapes like `safeText`, but reversibly: a backslash is doubled. */
export function escapedText(text: string): string {
  return text.replaceAll("\\", "\\\\").replace(UNSAFE, escaped);
}

/** Returns the stack of an error and of its causes. Each line is made safe, because it may contain file names. */
export function safeStack(error: unknown): string {
  if (!(error instanceof Error)) return safeText(String(error));
  const { message, stack = message, cause } = error;
  const [first, ...frames] = stack.replace(message, () => safeText(message)).split("\n");
  const lines = [withoutPasswords(first), ...frames].map(safeText).join("\n");
  return cause === undefined ? lines : `${lines}\ncaused by ${safeStack(cause)}`;
}

/** Removes users and passwords from the addresses in a text. An address may lack its scheme, such as `redis://`. */
export function withoutPasswords(text: string): string {
  return text.replace(/(^|[\s"'=(])((?:[a-z][a-z0-9+.-]*:\/\/)?)[^\s"'/@=]*:[^\s"']*@/gi, "$1$2…@");
}

/**
 * Writes JSON that is safe on a terminal.
 *
 * @param indent spaces per level; an object or array without nested values is on one line. Default: all on one line
 */
export function safeJson(value: unknown, indent?: number): string {
  const json = indent === undefined ? JSON.stringify(value) : indented(value, " ".repeat(indent), "\n");
  return json.replace(UNSAFE_IN_JSON, escaped);
}

/** Indents like `JSON.stringify`, but keeps a row of a matrix on one line. */
function indented(value: unknown, indent: string, line: string): string {
  if (!isNested(value)) return JSON.stringify(value) ?? "null";
  if (!Object.values(value).some(isNested)) return onOneLine(value);
  const inner = line + indent;
  if (Array.isArray(value)) return `[${value.map((item) => inner + indented(item, indent, inner)).join()}${line}]`;
  const members = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${indented(item, indent, inner)}`);
  return `{${members.join()}${line}}`;
}

/** Writes an object or array without nested values on one line. */
function onOneLine(value: object): string {
  // Each member is on its own line after one space. There are no other line ends.
  const json = JSON.stringify(value, undefined, 1).replaceAll("\n ", " ");
  if (!json.endsWith("\n}") && !json.endsWith("\n]")) return json;
  return Array.isArray(value) ? `[${json.slice(2, -2)}]` : `${json.slice(0, -2)} }`;
}

function isNested(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** Categories Cc, Zl and Zp; in Cf, direction marks, zero-width characters and tags; lone surrogates. */
const UNSAFE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0001}\u{e0020}-\u{e007f}]/gu;
/** As `UNSAFE`, without the characters that `JSON.stringify` escapes itself. */
const UNSAFE_IN_JSON =
  /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\u{e0001}\u{e0020}-\u{e007f}]/gu;

/** The unsafe characters with a short escape. */
const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Returns the escape of an unsafe character, such as `\n` or `\u202e`. */
function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  return SHORT[character] ?? units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Writes names for a message: `"ham", "junk"`. */
export function quoted(names: readonly string[]): string {
  return names.map((name) => JSON.stringify(name)).join(", ");
}
