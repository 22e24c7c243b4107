/** A document as it is read. */
export interface Decoded {
  readonly text: string;
  /** How many NULs were left out. */
  readonly nuls: number;
  /** Whether it is data, of which only the beginning is in `text`. */
  readonly isBinary: boolean;
}

/** The text of a document without NULs, as browsers leave them out; of data only the first DATA_READ characters. */
export function decoded(bytes: Uint8Array): Decoded {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
  const text = whole.includes("\0") ? whole.replaceAll("\0", "") : whole;
  const nuls = whole.length - text.length;
  const beginning = text.slice(0, DATA_READ);
  let odd = 0;
  for (let at = 0; at < beginning.length; at++) if (isOdd(beginning.charCodeAt(at))) odd++;
  const isBinary = odd > beginning.length / ODD_SHARE;
  return { text: isBinary ? beginning : text, nuls, isBinary };
}

/** Enough to tell, and little enough that the words of a picture do not count for more than a message. */
const DATA_READ = 1 << 12;

/** One odd character in ten makes it data: text in the wrong charset has fewer. */
const ODD_SHARE = 10;

/** Control characters but for those of white space and of ISO 2022, and what was no UTF-8. */
function isOdd(code: number): boolean {
  return (code < 0x20 && (code < 0x09 || code > 0x0d) && code !== 0x1b) || code === 0x7f || code === 0xfffd;
}
