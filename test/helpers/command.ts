import type { ChildProcess } from "node:child_process";
import { getuid } from "node:process";
import { fileURLToPath } from "node:url";
import { commandHere } from "./command-here.js";
import { type Outcome, Running, type StartOptions } from "./running.js";

export type { Outcome };

export interface RunOptions {
  /** What is written to standard input; default: nothing, closed at once. */
  readonly input?: string | Uint8Array;
  readonly cwd?: string;
  /** Options for Node itself, such as `--import` with a module to load first. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The number of the user and the group to run it as; default: those that run the tests. */
  readonly user?: number;
  /** Called with the child as soon as it is started. */
  readonly onStart?: (child: ChildProcess) => void;
}

/** The words of a command line, or a text of words with a space between them. */
export type Words = string | readonly string[];

export const wordsOf = (words: Words): readonly string[] => (typeof words === "string" ? words.split(" ") : words);

/** The command as it is installed. */
export const COMMAND = fileURLToPath(new URL("../../dist/bin/thresher.cjs", import.meta.url));
const COMMAND_AS_NOBODY = fileURLToPath(new URL("./as-nobody.cjs", import.meta.url));

/**
 * Runs the built `thresher`: in this process, which is a hundred times quicker than to start one, or in
 * one of its own where options or a standard input that is read ask for that.
 */
export function thresher(words: Words, options: RunOptions = {}): Promise<Outcome> {
  const args = wordsOf(words);
  const { input, node, onStart, ...others } = options;
  const readsInput = input !== undefined || args[0] === "filter" || args.includes("-");
  const isOrdinary = !readsInput && node === undefined && onStart === undefined;
  return isOrdinary ? commandHere(COMMAND, args, others) : thresherProcess(args, options);
}

/** Runs `thresher` as a user does: the built command in a process of its own. */
export function thresherProcess(words: Words, options: RunOptions = {}): Promise<Outcome> {
  return execute(process.execPath, [...(options.node ?? []), COMMAND, ...wordsOf(words)], options);
}

/**
 * Runs `thresher` as a user to whom a file without read permission is unreadable. Root can
 * read everything, so that tests that run as root give up their rights first.
 */
export function thresherAsNobody(words: Words, options: RunOptions = {}): Promise<Outcome> {
  if (getuid?.() !== 0) return thresherProcess(words, options);
  return execute(process.execPath, [...(options.node ?? []), COMMAND_AS_NOBODY, ...wordsOf(words)], options);
}

/** Starts `thresher` as a user does. */
export function startThresher(args: readonly string[], options: StartOptions = {}): Running {
  return new Running(process.execPath, [COMMAND, ...args], options);
}

/** Runs a program to its end. */
export function execute(program: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const { input, cwd, env, user, onStart } = options;
  // Tests that run at the same time cannot tell which of them starts it.
  const { child, outcome } = new Running(program, args, { cwd, env, user, stdin: "pipe", outlivesTest: true });
  // A command that reads no further has a right to: it closes the pipe, and that is no fault of the test.
  child.stdin?.on("error", () => undefined);
  if (input !== undefined) child.stdin?.write(input);
  if (onStart === undefined) child.stdin?.end();
  else onStart(child);
  return outcome;
}

/** Number of commands at a time: the processors of the smallest machine that runs these tests. */
const AT_ONCE = 2;

/** Calls a function on each item, a few at a time; the results come in the order of the items. */
export async function each<T, R>(items: readonly T[], call: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  const work = async () => {
    for (const [i, item] of waiting) results[i] = await call(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}
