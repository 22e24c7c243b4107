/** No folder has a longer name, in bytes; three times as much is still one line of a header (RFC 5322, section 2.1.1). */
const LONGEST_VALUE = 255;

/** Where a line is folded that can be: RFC 5322, section 2.1.1. */
const LINE_WIDTH = 78;

/** What stands in an encoded word beside its text, and before it the longest field name, fit in a line of 76 with this many bytes. */
const ENCODED_BYTES = 30;

/**
 * A parameter of a header field, `name=value`. A value that is no word is quoted (RFC 2045,
 * section 5.1); one with other characters than printable ASCII is written as RFC 2231 has
 * it: `name*=utf-8''Gr%C3%BC%C3%9Fe`. Of what is longer than a folder name can be, the beginning.
 */
export function headerParameter(name: string, value: string): string {
  const text = beginning(value);
  if (/^[!#$%&'*+.0-9A-Z^_`a-z{|}~-]+$/.test(text)) return `${name}=${text}`;
  if (/^[ -~]*$/.test(text)) return `${name}="${text.replace(/["\\]/g, "\\$&")}"`;
  const bytes = Array.from(Buffer.from(text), (byte) =>
    /[0-9A-Za-z._~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : percentEncoded(byte),
  );
  return `${name}*=utf-8''${bytes.join("")}`;
}

/** Parameters with `; ` between them, folded before one that would make a line too long. */
export function joinedParameters(fieldName: string, parameters: readonly string[]): string {
  let text = "";
  let width = fieldName.length + ": ".length;
  for (const [i, parameter] of parameters.entries()) {
    const last = i === parameters.length - 1;
    const length = parameter.length + (last ? 0 : 1);
    const fold = i > 0 && width + 1 + length > LINE_WIDTH;
    text += `${i === 0 ? "" : fold ? "\n " : " "}${parameter}${last ? "" : ";"}`;
    width = fold ? 1 + length : width + (i === 0 ? 0 : 1) + length;
  }
  return text;
}

/** Text as the whole value of a header field: as it is, or in encoded words (RFC 2047). Of a long one, the beginning. */
export function encodedText(value: string): string {
  const text = beginning(value);
  if (/^[!-~]+(?: [!-~]+)*$/.test(text) && !text.includes("=?") && text.length <= 2 * ENCODED_BYTES) return text;
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (word !== "" && Buffer.byteLength(word + character) > ENCODED_BYTES) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((part) => `=?utf-8?B?${Buffer.from(part).toString("base64")}?=`).join("\n ");
}

/** Whole characters, as many as there is room for. */
function beginning(value: string): string {
  if (Buffer.byteLength(value) <= LONGEST_VALUE) return value;
  const characters = Array.from(value.slice(0, LONGEST_VALUE));
  while (Buffer.byteLength(characters.join("")) > LONGEST_VALUE) characters.pop();
  return characters.join("");
}

function percentEncoded(byte: number): string {
  return `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
