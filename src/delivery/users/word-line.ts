import { crc32 } from "node:zlib";
import { type ProgramName, WORD_PROGRAMS } from "./word-programs.js";

/** What a word list of another program says: in how many ham and spam messages each token was. */
export interface WordList {
  readonly program: ProgramName;
  /** The ham and the spam that the program had learned. */
  readonly messages: readonly [ham: number, spam: number];
  /** The number of each token, by the program's `keyOf`, ascending. */
  readonly keys: Float64Array;
  /** Of each token, the ham and the spam messages that had it. */
  readonly counts: Uint16Array;
}

/** Counts up to it can be stored. */
export const MAX_COUNT = 2 ** 16 - 1;
const START = "words ";
const KEY_BYTES = 5;
const TOKEN_BYTES = KEY_BYTES + 4;

/** Whether a line of a file of lessons is a word list. */
export function isWordLine(line: string): boolean {
  return line.startsWith(START);
}

/** Returns a word list as a line: a checksum in hexadecimal, tokens in base64, program and messages in JSON. */
export function wordLine({ program, messages, keys, counts }: WordList): string {
  const bytes = Buffer.alloc(TOKEN_BYTES * keys.length);
  for (const [i, key] of keys.entries()) {
    const at = bytes.writeUIntBE(key, TOKEN_BYTES * i, KEY_BYTES);
    bytes.writeUInt16BE(counts[2 * i + 1], bytes.writeUInt16BE(counts[2 * i], at));
  }
  const text = `${bytes.toString("base64")} ${JSON.stringify([program, ...messages])}`;
  return `${START}${crc32(text).toString(16).padStart(8, "0")} ${text}`;
}

/** Returns the word list in a line; undefined if it is damaged. */
export function wordsIn(line: string): WordList | undefined {
  const [, sum, text = "", base64 = "", json = ""] = /^words ([0-9a-f]{8}) (([\w+/=]*) (\[.+\]))$/.exec(line) ?? [];
  if (sum === undefined || Number.parseInt(sum, 16) !== crc32(text)) return undefined;
  const [program, ham, spam] = JSON.parse(json);
  if (!(program in WORD_PROGRAMS)) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const tokens = Math.floor(bytes.length / TOKEN_BYTES);
  const keys = Float64Array.from({ length: tokens }, (_, i) => bytes.readUIntBE(TOKEN_BYTES * i, KEY_BYTES));
  const counts = Uint16Array.from({ length: 2 * tokens }, (_, i) =>
    bytes.readUInt16BE(TOKEN_BYTES * (i >> 1) + KEY_BYTES + 2 * (i & 1)),
  );
  return { program, messages: [ham, spam], keys, counts };
}
