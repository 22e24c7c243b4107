import { expect } from "vitest";
import { each, type Outcome, type RunOptions, thresher, type Words, wordsOf } from "./command.js";

/** Runs a command that is to succeed without a notice, apart from those on figures. Returns its standard output. */
export async function outputOf(words: Words, options: RunOptions = {}): Promise<string> {
  const { code, stdout, stderr } = await thresher(words, options);
  expect({ code, stderr: apartFromFigures(stderr) }, String(words)).toEqual({ code: 0, stderr: "" });
  return stdout;
}

/** The same with `--json`, parsed. */
export async function jsonOf(words: Words, options: RunOptions = {}) {
  return JSON.parse(await outputOf([...wordsOf(words), "--json"], options));
}

/**
 * The contract of an error: the exit code, nothing on standard output, and one line that
 * says what is wrong.
 *
 * @param what names the case where a test has several
 */
export function expectFault(outcome: Outcome, code: 1 | 2, message: RegExp | string, what?: string): void {
  expect(outcome, what).toMatchObject({ code, signal: null, stdout: "" });
  expectOneLine(outcome.stderr, message, what);
}

/** A command line that is refused: its words, the error, and the exit code if it is not 2. */
export type Refused = readonly [words: Words, message: RegExp | string, code?: 1 | 2];

/**
 * Runs command lines that are all refused.
 *
 * @param before the words that all begin with; those with a model of their own (`-m`) begin without its model
 */
export async function expectRefused(
  cases: readonly Refused[],
  before: Words = [],
  options: RunOptions = {},
): Promise<void> {
  await each(cases, async ([given, message, code = 2]) => {
    const words = wordsOf(given);
    const isOwn = words.includes("-m");
    const first = wordsOf(before).filter((word, i, all) => !isOwn || (word !== "-m" && all[i - 1] !== "-m"));
    expectFault(await thresher([...first, ...words], options), code, message, words.join(" "));
  });
}

/** One line that begins as all messages do, without a stack. */
export function expectOneLine(stderr: string, message: RegExp | string, what?: string): void {
  expect(stderr, what).toMatch(/^thresher: [^\n]+\n$/);
  expect(stderr, what).not.toMatch(/should not have happened|\bat .*:\d+:\d+/);
  if (typeof message === "string") expect(stderr, what).toContain(message);
  else expect(stderr, what).toMatch(message);
}

/** Standard error without the warnings about figures that mean little. */
export function apartFromFigures(stderr: string): string {
  return stderr.replace(
    /^thresher: (?:\d+ class(?:es)? ha(?:s|ve) fewer than 5 tested|accuracy \d|the calibration is fitted)[^\n]*\n/gm,
    "",
  );
}
