import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { DataError, orDataError, orElse } from "../../base/errors.js";
import { openTrusted } from "../../documents/files/guarded-files.js";
import { LineFile, type LineFileKind } from "../../documents/files/line-file.js";
import { exists, fileStamp, readRegular } from "../../documents/files/open-file.js";
import { TERM_SOURCES } from "../../features/term-kinds.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { MAX_KEPT, sourceOf } from "./lesson-terms.js";
import type { UserLesson } from "./own-answer.js";
import { isWordLine, type WordList, wordLine, wordsIn } from "./word-line.js";

const LESSONS = { name: "file of lessons", most: 2 ** 28 } satisfies LineFileKind;
/** How every file of lessons begins, and which version this one writes. */
const KIND = '{"thresher":"user",';
const VERSION = 1;

/** The bytes of a lesson before its terms: digest, time, P_site as a byte, and how many terms the message has. */
const SITE_AT = DIGEST_BYTES + 4;
const TOTALS_AT = SITE_AT + 1;
const TERMS_AT = TOTALS_AT + 2 * TERM_SOURCES.length;
const TERM_BYTES = 3;
/** In how many steps the file has P_site. */
export const SITE_STEPS = 255;
/** Milliseconds to wait while another process teaches the user. */
const PATIENCE = 2000;

/**
 * Whether a file has the lessons of a user; false if there is none. Before version 0.3, a user had a whole model.
 *
 * @throws DataError if it cannot be read
 */
export function hasLessons(path: string): boolean {
  const beginning = () => readRegular(path, KIND.length);
  return exists(path) && orDataError(beginning, (why) => `${path}: ${why}`).equals(Buffer.from(KIND));
}

/**
 * Reads the lessons of a user, sorted by digest, and the word list that was imported, if there is one.
 *
 * @throws DataError if the file is damaged or has the lessons of another user, or another user can write to it
 */
export function readLessons(path: string, user: string) {
  // In one piece: `LineFile` makes a window of 200 kB for a file of 20.
  const bytes = readRegular(path, LESSONS.most, (path) => openTrusted(path, LESSONS));
  const lines = bytes.toString().split("\n");
  return lessonsIn(lines, lines.pop(), path, user);
}

/**
 * Changes the lessons of a user on disk. The same lessons always make the same bytes.
 *
 * @param change gets the lessons, none if there is no file. If it returns undefined, nothing is written
 * @param list takes the place of the word list. Default: the word list stays
 * @returns the lessons afterwards, and the `fileStamp` of their file
 * @throws as `readLessons`; DataError if another process changes the file for too long, or it cannot be written
 */
export function changeLessons(
  path: string,
  user: string,
  change: (lessons: UserLesson[]) => UserLesson[] | undefined,
  list?: WordList,
) {
  const lines: string[] = [];
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const file = LineFile.own(path, LESSONS, (line) => lines.push(line), PATIENCE);
  try {
    // Asked under the lock, because another process may just have written the first lesson.
    const before = exists(path) ? lessonsIn(lines, file.torn, path, user).lessons : [];
    const lessons = change(before)?.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
    if (lessons === undefined) return { lessons: before, stamp: fileStamp(path) };
    const words = list === undefined ? lines.filter(isWordLine) : [wordLine(list)];
    const rest = [...words, ...lessons.map(lineOf)];
    file.rewrite([headOf(user, rest.length), ...rest]);
    return { lessons, stamp: fileStamp(path) };
  } finally {
    file.close();
  }
}

/** Returns the first line. @param lines how many follow; earlier versions did not say it */
function headOf(name: string, lines?: number): string {
  return JSON.stringify({ thresher: "user", version: VERSION, name, lines });
}

/** Returns a lesson as a line: a checksum in hexadecimal, bytes in base64, and the class in JSON. */
function lineOf({ digest, label, seconds, site, numbers, totals }: UserLesson): string {
  const bytes = Buffer.alloc(TERMS_AT + TERM_BYTES * numbers.length);
  bytes.set(digest);
  bytes.writeUInt32BE(seconds, DIGEST_BYTES);
  bytes[SITE_AT] = Math.round(SITE_STEPS * site);
  for (const [i, total] of totals.entries()) bytes.writeUInt16BE(total, TOTALS_AT + 2 * i);
  for (const [i, number] of numbers.entries()) bytes.writeUIntBE(number, TERMS_AT + TERM_BYTES * i, TERM_BYTES);
  const text = `${bytes.toString("base64")} ${JSON.stringify(label)}`;
  return `${crc32(text).toString(16).padStart(8, "0")} ${text}`;
}

/** Returns the lessons in the lines of a file. @param torn what is after the last whole line @throws as `readLessons` */
function lessonsIn([head = "", ...all]: readonly string[], torn: string | undefined, path: string, user: string) {
  const damaged = (why: string) =>
    new DataError(`${path}: this file of lessons is damaged (${why}): move it away, and teach again`);
  const found = head.startsWith(KIND) ? orElse(() => JSON.parse(head), undefined) : undefined;
  if (found === undefined) throw damaged("its first line");
  if (found.version !== VERSION) {
    throw new DataError(`${path}: another version of Thresher has written these lessons: use that version`);
  }
  if (found.name !== user) {
    const [is, wants] = [found.name, user].map((name) => JSON.stringify(name));
    throw new DataError(`${path}: these are the lessons of ${is}, not of ${wants}: move the file to its own place`);
  }
  if (torn !== "" || (found.lines ?? all.length) !== all.length) throw damaged("it is cut short");
  if (![headOf(user), headOf(user, all.length)].includes(head)) throw damaged("its first line");
  const [first, ...others] = all;
  const words = first !== undefined && isWordLine(first) ? wordsIn(first) : false;
  if (words === undefined) throw damaged("line 2");
  const lines = words ? others : all;
  // One array for all, because servers read thousands of these files.
  const room = new Uint32Array(lines.length * MAX_KEPT);
  const lessons = lines.map((line, n) => {
    const lesson = lessonIn(line, room.subarray(n * MAX_KEPT));
    if (lesson === undefined) throw damaged(`line ${all.length - lines.length + n + 2}`);
    return lesson;
  });
  const isSorted = lessons.every(({ digest }, n) => n === 0 || Buffer.compare(lessons[n - 1].digest, digest) < 0);
  if (!isSorted) throw damaged("its order");
  return { lessons, words: words || undefined };
}

/** Returns the lesson of a line; undefined if it is damaged. @param room for its terms */
function lessonIn(line: string, room: Uint32Array): UserLesson | undefined {
  const [, sum, text = "", base64 = "", json = ""] = /^([0-9a-f]{8}) (([\w+/=]+) (".+"))$/.exec(line) ?? [];
  if (sum === undefined || Number.parseInt(sum, 16) !== crc32(text)) return undefined;
  const bytes = Buffer.from(base64, "base64");
  const terms = (bytes.length - TERMS_AT) / TERM_BYTES;
  if (!Number.isInteger(terms) || terms < 0 || terms > MAX_KEPT) return undefined;
  const numbers = room.subarray(0, terms);
  for (let i = 0; i < terms; i++) numbers[i] = bytes.readUIntBE(TERMS_AT + TERM_BYTES * i, TERM_BYTES);
  const totals = TERM_SOURCES.map((_, i) => bytes.readUInt16BE(TOTALS_AT + 2 * i));
  const isSound = numbers.every((n, i) => sourceOf(n) < TERM_SOURCES.length && (i === 0 || numbers[i - 1] < n));
  const label: unknown = orElse(() => JSON.parse(json), undefined);
  if (!isSound || typeof label !== "string") return undefined;
  return {
    digest: bytes.subarray(0, DIGEST_BYTES),
    label,
    seconds: bytes.readUInt32BE(DIGEST_BYTES),
    site: bytes[SITE_AT] / SITE_STEPS,
    numbers,
    totals,
  };
}
