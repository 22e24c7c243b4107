/** Formats the values of header fields: texts and parameters, encoded and folded where needed. */
import { cutName, MAX_NAME_BYTES } from "../../documents/files/safe-name.js";

/** In characters. Longer lines are folded (RFC 5322, section 2.1.1). */
const MAX_LINE = 78;

/** Bytes of text in an encoded word. With the longest field name before it, the line has at most 76 characters. */
const MAX_WORD_BYTES = 30;

/** In characters. Longer text is encoded, so that it can be folded. */
const MAX_PLAIN = 60;

/**
 * Formats a parameter of a header field, `name=value`. Quotes a value that is not a token (RFC 2045, section 5.1).
 * Encodes a value that is not printable ASCII (RFC 2231): `name*=utf-8''Gr%C3%BC%C3%9Fe`. Cuts a value after 255 bytes
 * (MAX_NAME_BYTES), so that it fits a line of 998 bytes even if percent-encoded (RFC 5322, section 2.1.1).
 */
export function formatParameter(name: string, value: string): string {
  const text = cutName(value, MAX_NAME_BYTES);
  if (/^[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+$/.test(text)) return `${name}=${text}`;
  if (/^[ -~]*$/.test(text)) return `${name}="${text.replace(/["\\]/g, "\\$&")}"`;
  return `${name}*=utf-8''${Array.from(Buffer.from(text), percentEncode).join("")}`;
}

/** Joins parameters with `; ` to the value of a field. Folds lines that would be too long together with its name. */
export function joinParameters(fieldName: string, parameters: readonly string[]): string {
  let text = `${fieldName}:`;
  for (const [i, parameter] of parameters.entries()) {
    const part = i < parameters.length - 1 ? `${parameter};` : parameter;
    const width = text.length - text.lastIndexOf("\n") - 1;
    text += i > 0 && width + 1 + part.length > MAX_LINE ? `\n ${part}` : ` ${part}`;
  }
  return text.slice(`${fieldName}: `.length);
}

/** Formats a text as the value of a header field, in encoded words if needed (RFC 2047). Cuts it after MAX_NAME_BYTES. */
export function formatText(value: string): string {
  const text = cutName(value, MAX_NAME_BYTES);
  if (/^[!-~]+(?: [!-~]+)*$/.test(text) && !text.includes("=?") && text.length <= MAX_PLAIN) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (word !== "" && Buffer.byteLength(word + character) > MAX_WORD_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`).join("\n ");
}

/** Encodes a byte for a value of RFC 2231. Letters, digits and `._~-` stay as they are. */
function percentEncode(byte: number): string {
  const character = String.fromCharCode(byte);
  if (/[0-9A-Za-z._~-]/.test(character)) return character;
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
