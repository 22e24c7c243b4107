import { decodeEncodedWords } from "./encoded-words.js";
import { firstValue, headerFields } from "./header.js";

/**
 * What the first Subject field of a message says: folded lines joined, encoded words (RFC
 * 2047) decoded, runs of white space one space; undefined if the header has none.
 *
 * @param message UTF-8, a header and a body with a blank line between
 */
export function subjectLine(message: Uint8Array): string | undefined {
  const value = firstValue(headerFields(message), "subject");
  return value && decodeEncodedWords(value).replace(/\s+/g, " ").trim();
}
