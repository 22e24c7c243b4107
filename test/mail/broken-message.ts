/** A message against the rules, or at their edge, and what is to be made of it. */
export interface BrokenMessage {
  readonly name: string;
  /** Built when asked for: some are megabytes. The same bytes every time. */
  readonly bytes: () => Uint8Array;
  /** Words that a person would read in its texts, or that stand there for a program. */
  readonly words: readonly string[];
  /** Words that must not be found: they are no text. */
  readonly without?: readonly string[];
  /** All that is noted. */
  readonly notes: readonly string[];
  /** Terms with their fields that a classifier of mail must be given beside these words and notes, with all fields. */
  readonly terms?: readonly string[];
  /** Terms that it must not be given. */
  readonly never?: readonly string[];
}

export const HEAD = "From: ann@alpha.example\nTo: bob@beta.example\nSubject: greeting\n";

export const latin1 = (text: string) => Buffer.from(text, "latin1");
export const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

export const raw = (text: string) => () => latin1(text);

/** A message of a text that its header says something of. */
export const message = (header: string, body: string | Uint8Array) => () =>
  Buffer.concat([Buffer.from(`${HEAD}${header}${header === "" ? "" : "\n"}\n`), Buffer.from(body)]);

export const text = (charset: string, body: string | Uint8Array, more = "") =>
  message(`Content-Type: text/plain; charset=${charset}${more}`, body);
export const html = (body: string | Uint8Array) => message("Content-Type: text/html; charset=utf-8", body);
export const encoded = (encoding: string, body: string) => message(`Content-Transfer-Encoding: ${encoding}`, body);
export const multipart = (boundary: string, body: string) =>
  message(`Content-Type: multipart/mixed; ${boundary}`, body);

/** Two parts of text, with this line between them. */
export const twoParts = (line: string) => `preamble\n--${line}\n\nhello\n--${line}\n\nworld\n--${line}--\nepilogue\n`;

export function nestedMultiparts(depth: number) {
  const part = (i: number) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n\nhello\n--b${i}\n`;
  return raw(`${HEAD}${Array.from({ length: depth }, (_, i) => part(i)).join("")}\nworld\n`);
}

export function nestedMessages(depth: number) {
  const forwarded = "Subject: forwarded\nContent-Type: message/rfc822\n\n";
  return raw(`${HEAD}Content-Type: message/rfc822\n\n${forwarded.repeat(depth)}Subject: last\n\nhello\n`);
}

export function noise(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 24;
  });
}

export const utf16 = (words: string) => Buffer.from(words, "utf16le");
export const image = "Content-Type: image/png\nContent-Disposition";
export const attachment = (disposition: string) =>
  multipart("boundary=b", `--b\n\nhello\n--b\n${image}: ${disposition}\n\nx\n--b--\n`);

const list = (text: string, separator = " ") => (text === "" ? [] : text.split(separator));

/** A message, with the words that it must give and the notes, each separated by blanks, and terms, by commas. */
export function broken(
  name: string,
  bytes: () => Uint8Array,
  words: string,
  notes: string,
  { without = "", terms = "", never = "" }: { without?: string; terms?: string; never?: string } = {},
): BrokenMessage {
  return {
    ...{ name, bytes, words: list(words), without: list(without), notes: list(notes) },
    ...{ terms: list(terms, ", "), never: list(never, ", ") },
  };
}
