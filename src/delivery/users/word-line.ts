import { crc32 } from "node:zlib";
import type { ProgramName } from "./word-programs.js";

/** A word list of another program: in how many ham and spam messages each token was. */
export interface WordList {
  readonly program: ProgramName;
  /** The ham and the spam that the program had learned. */
  readonly messages: readonly [ham: number, spam: number];
  /** The number of each token, by the program's `keyOf`, ascending. */
  readonly keys: readonly number[];
  /** Of each token, the ham messages and the spam messages that had it, one after the other. */
  readonly counts: readonly number[];
}

const LINE = /^words ([0-9a-f]{1,8}) (.+)$/;

/** Whether a line of a file of lessons is a word list. */
export function isWordLine(line: string): boolean {
  return line.startsWith("words ");
}

/** Returns a word list as a line: a checksum in hexadecimal, and JSON. */
export function wordLine(list: WordList): string {
  const json = JSON.stringify(list);
  return `words ${crc32(json).toString(16)} ${json}`;
}

/** Returns the word list in a line; undefined if it is damaged. */
export function wordsIn(line: string): WordList | undefined {
  const [, sum = "", json = ""] = LINE.exec(line) ?? [];
  return Number.parseInt(sum, 16) === crc32(json) ? JSON.parse(json) : undefined;
}
