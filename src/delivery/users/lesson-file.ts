import { crc32 } from "node:zlib";
import { DataError } from "../../base/errors.js";
import { openTrusted } from "../../documents/files/guarded-files.js";
import { LineFile, type LineFileKind } from "../../documents/files/line-file.js";
import { exists, readRegular } from "../../documents/files/open-file.js";
import { TERM_SOURCES } from "../../features/term-kinds.js";
import { DIGEST_BYTES } from "../../mail/rewrite/identity.js";
import { MAX_KEPT, sourceOf } from "./lesson-terms.js";
import type { UserLesson } from "./own-answer.js";

const LESSONS = { name: "file of lessons", most: 2 ** 28 } satisfies LineFileKind;
/** How every file of lessons begins, and which version this one writes. */
const KIND = '{"thresher":"user",';
const VERSION = 1;

/** The bytes of a lesson before its terms: digest, time, P_site as a byte, and how many terms the message has. */
const SITE_AT = DIGEST_BYTES + 4;
const TOTALS_AT = SITE_AT + 1;
const TERMS_AT = TOTALS_AT + 2 * TERM_SOURCES.length;
const TERM_BYTES = 3;
const MAX_TOTAL = 2 ** 16 - 1;

/** Whether a file has the lessons of a user. Before version 0.3, a user had a whole model. @throws Error if there is none */
export function hasLessons(path: string): boolean {
  return exists(path) && readRegular(path, KIND.length).equals(Buffer.from(KIND));
}

/**
 * Reads the lessons of a user, sorted by digest.
 *
 * @throws DataError if the file is damaged or has the lessons of another user, or another user can write to it
 */
export function readLessons(path: string, user: string): UserLesson[] {
  // In one piece: `LineFile` makes a window of 200 kB for a file of 20.
  const bytes = readRegular(path, LESSONS.most, (path) => openTrusted(path, LESSONS));
  return lessonsIn(bytes.toString().split("\n").slice(0, -1), path, user);
}

/**
 * Changes the lessons of a user on disk. The same lessons always make the same bytes.
 *
 * @param change gets the lessons, none if there is no file. If it returns undefined, nothing is written
 * @returns the lessons afterwards
 * @throws as `readLessons`; DataError if another process changes the file, or it cannot be written
 */
export function changeLessons(
  path: string,
  user: string,
  change: (lessons: UserLesson[]) => UserLesson[] | undefined,
): UserLesson[] {
  const lines: string[] = [];
  const isThere = exists(path);
  const file = LineFile.own(path, LESSONS, (line) => lines.push(line));
  try {
    const before = isThere ? lessonsIn(lines, path, user) : [];
    const changed = change(before);
    if (changed === undefined) return before;
    const sorted = changed.toSorted((a, b) => Buffer.compare(a.digest, b.digest));
    file.rewrite([JSON.stringify({ thresher: "user", version: VERSION, name: user }), ...sorted.map(lineOf)]);
    return sorted;
  } finally {
    file.close();
  }
}

/** Returns a lesson as a line: a checksum in hexadecimal, bytes in base64, and the class in JSON. */
function lineOf({ digest, label, seconds, site, numbers, totals }: UserLesson): string {
  const bytes = Buffer.alloc(TERMS_AT + TERM_BYTES * numbers.length);
  bytes.set(digest);
  bytes.writeUInt32BE(seconds, DIGEST_BYTES);
  bytes[SITE_AT] = Math.round(255 * site);
  for (const [i, total] of totals.entries()) bytes.writeUInt16BE(Math.min(total, MAX_TOTAL), TOTALS_AT + 2 * i);
  for (const [i, number] of numbers.entries()) bytes.writeUIntBE(number, TERMS_AT + TERM_BYTES * i, TERM_BYTES);
  const text = `${bytes.toString("base64")} ${JSON.stringify(label)}`;
  return `${crc32(text).toString(16).padStart(8, "0")} ${text}`;
}

/** Returns the lessons in the lines of a file. @throws as `readLessons` */
function lessonsIn([head = "", ...lines]: readonly string[], path: string, user: string): UserLesson[] {
  const damaged = (why: string) =>
    new DataError(`${path}: this file of lessons is damaged (${why}): move it away, and teach again`);
  if (!head.startsWith(KIND)) throw damaged("its first line");
  let found: { readonly version?: unknown; readonly name?: unknown };
  try {
    found = JSON.parse(head);
  } catch {
    throw damaged("its first line");
  }
  if (found.version !== VERSION) {
    throw new DataError(`${path}: another version of Thresher has written these lessons: use that version`);
  }
  if (found.name !== user) {
    const [is, wants] = [found.name, user].map((name) => JSON.stringify(name));
    throw new DataError(`${path}: these are the lessons of ${is}, not of ${wants}: move the file to its own place`);
  }
  // One array for all, because servers read thousands of these files.
  const room = new Uint32Array(lines.length * MAX_KEPT);
  const lessons = lines.map((line, n) => {
    const lesson = lessonIn(line, room.subarray(n * MAX_KEPT));
    if (lesson === undefined) throw damaged(`line ${n + 2}`);
    return lesson;
  });
  const isSorted = lessons.every(({ digest }, n) => n === 0 || Buffer.compare(lessons[n - 1].digest, digest) < 0);
  if (!isSorted) throw damaged("its order");
  return lessons;
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
  if (!isSound) return undefined;
  return {
    digest: bytes.subarray(0, DIGEST_BYTES),
    label: JSON.parse(json),
    seconds: bytes.readUInt32BE(DIGEST_BYTES),
    site: bytes[SITE_AT] / 255,
    numbers,
    totals,
  };
}
