/**
 * Decodes the encoded words, `=?utf-8?Q?Gr=C3=BC=C3=9Fe?=`, of a header value (RFC 2047), and drops
 * white space between two of them. Neighbours of one charset are decoded together, because some
 * programs cut a character or a group of base64 digits in two.
 *
 * @param decode decodes bytes in a charset, whose name is in lower case
 */
export function withoutEncodedWords(value: string, decode: (bytes: Buffer, charset: string) => string): string {
  if (!value.includes("=?")) return value;
  let result = "";
  let end = 0;
  let sequence: WordSequence | undefined;
  const decoded = () => (sequence === undefined ? "" : decode(bytesOf(sequence), sequence.charset));
  for (const match of value.matchAll(ENCODED_WORD)) {
    const [word, charset, encoding, text] = match;
    const between = value.slice(end, match.index);
    const isBase64 = encoding.toLowerCase() === "b";
    const isAdjacent = sequence !== undefined && between.trim() === "";
    if (sequence === undefined || !isAdjacent || sequence.charset !== charset.toLowerCase()) {
      result += decoded() + (isAdjacent ? "" : between);
      sequence = { charset: charset.toLowerCase(), pieces: [] };
    }
    const last = sequence.pieces.at(-1);
    if (isBase64 && last?.isBase64 && isCut(last.text)) last.text += text;
    else sequence.pieces.push({ isBase64, text });
    end = match.index + word.length;
  }
  return result + decoded() + value.slice(end);
}

/** Neighbouring words of one charset, without their marks. A piece that is not in base64 is in the Q encoding. */
interface WordSequence {
  readonly charset: string;
  readonly pieces: { readonly isBase64: boolean; text: string }[];
}

/**
 * Matches an encoded word: charset (a language may follow, RFC 2231), encoding, text. Blanks and question marks in the text break the rule and
 * are common. The text ends before `?=` or, without an end, before `=?`, so that no character is read twice.
 */
const ENCODED_WORD = /=\?([^\s?*=]+)(?:\*[^\s?]*)?\?([bq])\?((?:[^?=]|\?(?!=)|=(?!\?(?!=)))*)\?=/gi;

/** Whether base64 ends within a group of four digits. The next word then begins with the rest of the group. */
function isCut(text: string): boolean {
  return text.length % 4 !== 0 && !text.endsWith("=");
}

/** Returns the bytes of neighbouring words. */
function bytesOf({ pieces }: WordSequence): Buffer {
  return Buffer.concat(
    pieces.map(({ isBase64, text }) => (isBase64 ? Buffer.from(text, "base64") : quotedBytes(text))),
  );
}

/** The Q encoding: `_` is a space, `=` and two hexadecimal digits are a byte. */
function quotedBytes(text: string): Uint8Array {
  const plain = text
    .replaceAll("_", " ")
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(plain, "latin1");
}
