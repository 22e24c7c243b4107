import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import type { BenchOptions } from "./bench.js";
import { type ProcessCommand, runProcess } from "./run-process.js";

const ROOT = dirname(createRequire(import.meta.url).resolve("text-thresher/package.json"));
const THRESHER = join(ROOT, "dist/bin/thresher.cjs");
const REPORT_USAGE = join(ROOT, "dist/scripts/bench/report-usage.cjs");
const SCIKIT_LEARN_PROGRAM = join(ROOT, "scripts/bench/scikit-learn.py");

export const WORD_COUNT = "cat | wc -w";
export const SCIKIT_LEARN = "scikit-learn";
export const NODE = "node -e 0";

/** thresher as users start it. */
export function thresher(...args: readonly string[]): ProcessCommand {
  return { name: `thresher ${args[0]}`, argv: [process.execPath, THRESHER, ...args] };
}

/** thresher, reporting its peak memory. */
export function thresherMetered(...args: readonly string[]): ProcessCommand {
  return { name: `thresher ${args[0]}`, argv: [process.execPath, "--require", REPORT_USAGE, THRESHER, ...args] };
}

/** thresher filter on one message. */
export function thresherFilter(message: string, ...options: readonly string[]): ProcessCommand {
  return fromFile(message, thresher("filter", ...options));
}

/** A command with a file as standard input. */
export function fromFile(message: string, { name, argv }: ProcessCommand): ProcessCommand {
  return { name, argv: ["sh", "-c", 'message=$1; shift; exec "$@" < "$message"', "sh", message, ...argv] };
}

/** The options for reading documents. */
export function readingOptions({ encoding, jobs }: Pick<BenchOptions, "encoding" | "jobs">): string[] {
  return ["--encoding", encoding, "--as", "text", ...(jobs === undefined ? [] : ["--jobs", String(jobs)])];
}

export function evaluateOnTest(options: BenchOptions, train: string, test: string): ProcessCommand {
  return thresherMetered("evaluate", train, "--test", test, ...readingOptions(options), "--json", "--quiet");
}

/** Counts the words of all documents: reads the same bytes and looks at each once. */
export function wordCount(train: string, test: string): ProcessCommand {
  // The C locale is faster: wc need not decode characters.
  const script = 'find "$1" "$2" -type f -print0 | xargs -0 cat | LC_ALL=C wc -w';
  return { name: WORD_COUNT, argv: ["sh", "-c", script, "sh", train, test] };
}

export function scikitLearn(python: string, ...args: readonly string[]): ProcessCommand {
  return { name: SCIKIT_LEARN, argv: [python, SCIKIT_LEARN_PROGRAM, ...args] };
}

/** Node.js with nothing to do. */
export function nothing(): ProcessCommand {
  return { name: NODE, argv: [process.execPath, "-e", "0"] };
}

/** The first on the path may lack the packages of the system's. */
const CANDIDATES = ["python3", "/usr/bin/python3"];

const PROBE = `
import codecs, json, sys, sklearn
try: codec = codecs.lookup(sys.argv[1]).name
except LookupError: codec = None
print(json.dumps({"version": sklearn.__version__, "python": sys.version.split()[0], "codec": codec}))
`;

export interface FoundPython {
  readonly program: string;
  /** Version of scikit-learn. */
  readonly version: string;
  /** Version of Python. */
  readonly python: string;
  /** Whether Python knows the encoding. */
  readonly encoding: boolean;
}

/** Finds a Python with scikit-learn. */
export async function findPython(
  encoding: string,
  signal?: AbortSignal,
  candidates: readonly string[] = CANDIDATES,
): Promise<FoundPython | undefined> {
  for (const program of candidates) {
    try {
      const { stdout } = await runProcess({ name: program, argv: [program, "-c", PROBE, encoding] }, signal);
      const { version, python, codec } = JSON.parse(stdout) as Record<"version" | "python" | "codec", string | null>;
      return { program, version: String(version), python: String(python), encoding: codec !== null };
    } catch (error) {
      if (!(error instanceof DataError)) throw error;
    }
  }
  return undefined;
}
