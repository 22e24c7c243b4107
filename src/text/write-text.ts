const ENCODER = new TextEncoder();
/** Characters below it are one byte in UTF-8. */
const ASCII_END = 0x80;

/**
 * Writes a text in UTF-8 from `into[at]` on. For short ASCII texts, this is faster than `TextEncoder.encodeInto`.
 *
 * @param into with room for three bytes for each character of the text
 * @returns the end of the text
 */
export function writeText(text: string, into: Uint8Array, at: number): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= ASCII_END) return at + ENCODER.encodeInto(text, into.subarray(at)).written;
    into[at + i] = code;
  }
  return at + text.length;
}
