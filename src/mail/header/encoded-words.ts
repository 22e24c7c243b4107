import { withoutEncodedWords } from "../../base/encoded-words.js";
import { decodedText } from "../charset/mislabelled-text.js";

/**
 * Decodes the encoded words of a header value: see `withoutEncodedWords`. An unknown charset is read as UTF-8 if valid,
 * else as windows-1252.
 */
export function decodeEncodedWords(value: string): string {
  return withoutEncodedWords(value, (bytes, charset) => decodedText(bytes, charset).toString());
}
