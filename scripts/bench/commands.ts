import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BenchOptions } from "./bench.js";
import type { ProcessCommand } from "./run-process.js";

const ROOT = dirname(createRequire(import.meta.url).resolve("thresher/package.json"));
const THRESHER = join(ROOT, "dist/bin/thresher.cjs");
const REPORT_USAGE = pathToFileURL(join(ROOT, "dist/scripts/bench/report-usage.js")).href;
const SCIKIT_LEARN_PROGRAM = join(ROOT, "scripts/bench/scikit-learn.py");

export const WORD_COUNT = "cat | wc -w";
export const SCIKIT_LEARN = "scikit-learn";
export const NODE = "node -e 0";

/** thresher, as its users start it. */
export function thresher(...args: readonly string[]): ProcessCommand {
  return { name: `thresher ${args[0]}`, argv: [process.execPath, THRESHER, ...args] };
}

/** thresher, made to tell how much memory it takes. */
export function thresherMetered(...args: readonly string[]): ProcessCommand {
  return { name: `thresher ${args[0]}`, argv: [process.execPath, "--import", REPORT_USAGE, THRESHER, ...args] };
}

/** One message from standard input, as a mail server would have thresher see it. */
export function thresherFilter(message: string, ...options: readonly string[]): ProcessCommand {
  return fromFile(message, thresher("filter", ...options));
}

/** A command with a file for its standard input. */
export function fromFile(message: string, { name, argv }: ProcessCommand): ProcessCommand {
  return { name, argv: ["sh", "-c", 'message=$1; shift; exec "$@" < "$message"', "sh", message, ...argv] };
}

/** How the benchmark has documents read. */
export function readingOptions({ encoding, jobs }: Pick<BenchOptions, "encoding" | "jobs">): string[] {
  return ["--encoding", encoding, "--as", "text", ...(jobs === undefined ? [] : ["--jobs", String(jobs)])];
}

export function evaluateOnTest(options: BenchOptions, train: string, test: string): ProcessCommand {
  return thresherMetered("evaluate", train, "--test", test, ...readingOptions(options), "--json", "--quiet");
}

/** Counts the words of all documents: reads the same bytes, and looks at each of them once. */
export function wordCount(train: string, test: string): ProcessCommand {
  // In the C locale, where wc need not put bytes together to characters: the faster peer of the two.
  const script = 'find "$1" "$2" -type f -print0 | xargs -0 cat | LC_ALL=C wc -w';
  return { name: WORD_COUNT, argv: ["sh", "-c", script, "sh", train, test] };
}

export function scikitLearn(python: string, ...args: readonly string[]): ProcessCommand {
  return { name: SCIKIT_LEARN, argv: [python, SCIKIT_LEARN_PROGRAM, ...args] };
}

/** Node.js with nothing to do: what every command on it takes at the least. */
export function nothing(): ProcessCommand {
  return { name: NODE, argv: [process.execPath, "-e", "0"] };
}
