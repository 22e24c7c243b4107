/** No header is longer in practice; what follows is not searched. */
const SEARCHED = 1 << 14;

/**
 * The first Subject field of a message, its folded lines joined, runs of white space one
 * space; undefined if the header has none. Encoded words (RFC 2047) stay as they are.
 *
 * @param message UTF-8, a header and a body with a blank line between
 */
export function subjectLine(message: Uint8Array): string | undefined {
  const beginning = new TextDecoder().decode(message.subarray(0, SEARCHED));
  const [header] = beginning.split(/\r?\n\r?\n/, 1);
  const field = /^Subject:(.*(?:\r?\n[ \t].*)*)/im.exec(header);
  return field?.[1].replace(/\s+/g, " ").trim();
}
