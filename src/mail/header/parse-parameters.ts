import { remembering } from "../../base/lazily.js";
import { decodedText } from "../charset/mislabelled-text.js";
import { withoutComments } from "./header-text.js";

/** The value of a `Content-Type` or `Content-Disposition` field. */
export interface ParameterizedValue {
  /** The value before the first parameter, in lower case: `text/plain`, `attachment`. */
  readonly value: string;
  /** By name in lower case. The first parameter of each name counts. Encoded words are not decoded. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Real fields have at most ten parameters. Each section of a value (RFC 2231) counts as one. */
export const MAX_PARAMETERS = 100;

/**
 * Parses `type; name=value; name="value"` with comments (RFC 2045, section 5.1). Also reads values that are divided
 * into sections and encoded by RFC 2231: `name*0*=utf-8''a%20; name*1=b`. Sections may come in any order, and missing
 * ones are skipped. An unclosed quotation mark ends with the field.
 */
export const parseParameters: (field: string) => ParameterizedValue = remembering(parsed, 1024);

/** Does the work of `parseParameters`, which remembers the results. */
function parsed(field: string): ParameterizedValue {
  // Some programs put quotation marks around the type.
  const [first, ...more] = pieces(withoutComments(field).replace(/^\s*"([^"]*)"/, "$1"));
  // `text/html charset=utf-8` without the semicolon is common.
  const [value, ...withoutSemicolon] = withoutBlanks(first).split(/\s+/);
  const rest = [...withoutSemicolon, ...more].slice(0, MAX_PARAMETERS);
  const parameters = new Map<string, string>();
  const sections = new Map<string, ValueSection[]>();
  for (const piece of rest) {
    const equals = piece.indexOf("=");
    if (equals < 0) continue;
    const name = piece.slice(0, equals).trim().toLowerCase();
    const text = unquoted(piece.slice(equals + 1).trim());
    const section = SECTION.exec(name);
    if (section === null) {
      if (!parameters.has(name)) parameters.set(name, text);
      continue;
    }
    const found = sections.get(section[1]) ?? [];
    sections.set(section[1], found);
    const isEncoded = section[3] !== undefined || section[2] === undefined;
    found.push({ number: Number(section[2] ?? 0), isEncoded, text });
  }
  // If a program wrote both forms, the encoded one is better (RFC 6266, section 4.3).
  for (const [name, found] of sections) parameters.set(name, joined(found));
  return { value: value.toLowerCase(), parameters };
}

/** Removes white space at both ends and around the slash in `text / html`. */
function withoutBlanks(type: string): string {
  const slash = type.indexOf("/");
  return slash < 0 ? type.trim() : `${type.slice(0, slash).trim()}/${type.slice(slash + 1).trim()}`;
}

/** A section of a value that is divided or encoded by RFC 2231. */
interface ValueSection {
  readonly number: number;
  readonly isEncoded: boolean;
  readonly text: string;
}

/** `name*`, `name*0`, `name*0*`. Only the middle one is not encoded. */
const SECTION = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/;

/** Splits a field at the semicolons outside quotation marks. */
function pieces(field: string): string[] {
  const found: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < field.length && found.length <= MAX_PARAMETERS; at++) {
    const character = field[at];
    if (isQuoted && character === "\\") at++;
    else if (character === '"') isQuoted = !isQuoted;
    else if (character === ";" && !isQuoted) {
      found.push(field.slice(start, at));
      start = at + 1;
    }
  }
  return found.length <= MAX_PARAMETERS ? [...found, field.slice(start)] : found;
}

/**
 * Returns the content of a quoted string, or a value without quotation marks as it is. A backslash escapes only a quote
 * or a backslash. Before any other character, it belongs to a path: `C:\old\a.txt`.
 */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const characters: string[] = [];
  for (let at = 1; at < text.length && text[at] !== '"'; at++) {
    if (text[at] === "\\" && /^["\\]$/.test(text[at + 1])) at++;
    if (at < text.length) characters.push(text[at]);
  }
  return characters.join("");
}

/** Joins the sections. The first is `charset'language'text`. Decodes all at once, because a character may be divided. */
function joined(sections: ValueSection[]): string {
  const inOrder = sections.toSorted((a, b) => a.number - b.number);
  const first = inOrder[0];
  const prefix = first.isEncoded ? /^([^']*)'[^']*'/.exec(first.text) : null;
  const bytes = inOrder.map(({ text, isEncoded }, index) => {
    const plain = index === 0 && prefix !== null ? text.slice(prefix[0].length) : text;
    return isEncoded ? percentDecoded(plain) : Buffer.from(plain);
  });
  return decodedText(Buffer.concat(bytes), prefix?.[1] ?? "").toString();
}

/** Returns the bytes of a text in which `%` and two hexadecimal digits stand for a byte. */
function percentDecoded(text: string): Uint8Array {
  const plain = Buffer.from(text).toString("latin1");
  const bytes = plain.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1");
}
