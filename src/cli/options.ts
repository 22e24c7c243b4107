import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import { PRIORS, type Prior } from "../classifiers/prior.js";
import { STRIPPABLE, type Strippable } from "../email/news.js";
import { UsageError } from "../errors.js";

/** What every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly seed: number;
  readonly jobs: number;
  readonly debug?: boolean;
}

/** Adds what every command takes. */
export function withCommonOptions(command: Command): Command {
  return command
    .optionsGroup("Output:")
    .option("--json", "print one JSON document on standard output")
    .option("--quiet", "print no messages and no progress, only results and errors")
    .option("--debug", "print the stack of an error")
    .optionsGroup("Running:")
    .option("--seed <n>", "seed of everything random", whole(0), 1)
    .option("--jobs <n>", "threads that read documents; the result does not depend on it", whole(1), defaultJobs())
    .helpOption("-h, --help", "show help");
}

/** What a corpus can be, in the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table or JSON lines";

/** Which files and columns of a corpus are documents. */
export interface CorpusOptions {
  readonly include?: string[];
  readonly exclude?: string[];
  readonly strict?: boolean;
  readonly labelColumn?: string;
  readonly textColumn?: string;
}

/** Adds the options that decide which files are documents. */
export function withCorpusOptions(command: Command): Command {
  return command
    .optionsGroup("Corpus:")
    .option("--include <pattern>", "only files below the corpus that match, such as '**/*.txt' (repeatable)", collect)
    .option("--exclude <pattern>", "no files or folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read, instead of leaving it out")
    .option("--label-column <name>", "of a table or JSON lines: what holds the class (default: label)")
    .option("--text-column <name>", "of a table or JSON lines: what holds the text (default: text)");
}

/** The values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Names with commas between them, in lower case. */
export function names(text: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, ...text.split(",").map((name) => name.trim().toLowerCase())])];
}

/** A whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Required a whole number of at least ${least}.`);
  };
}

/** A finite number; the library says what range. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("Required a number.");
}

/** A class prior: one of the words, or numbers with commas between; the library says which numbers. */
export function prior(text: string): Prior {
  const named = PRIORS.find((name) => name === text);
  if (named !== undefined) return named;
  const parts = text.split(",").map(Number);
  if (text.split(",").every((part) => part.trim() !== "") && parts.every(Number.isFinite)) return parts;
  throw new InvalidArgumentError(`Required one of ${PRIORS.join(", ")}, or numbers with commas between, one a class.`);
}

/** A share: `1/3`, `0.33` or `33%`. */
export function fraction(text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?)|(%))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("Required a share such as 1/3, 0.33 or 33%.");
  return Number(match[1]) / (match[3] === "%" ? 100 : Number(match[2] ?? 1));
}

/** `2-256`, or one number for both ends. */
export function range(text: string): [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("Required two whole numbers such as 1-2.");
  return [Number(match[1]), Number(match[2] ?? match[1])];
}

/** Names with commas between them; an unknown one is refused where the list is known. */
export function list(text: string, before: readonly Strippable[] = []): Strippable[] {
  const parts = text.split(",").map((part) => part.trim());
  const unknown = parts.find((part) => !(STRIPPABLE as readonly string[]).includes(part));
  if (unknown !== undefined) {
    throw new UsageError(
      `--strip: required some of ${STRIPPABLE.join(", ")} with commas between, got ${JSON.stringify(unknown)}`,
    );
  }
  return [...new Set([...before, ...(parts as Strippable[])])];
}

/** More threads than this only wait for the disk. */
const MOST_JOBS = 8;

function defaultJobs(): number {
  return Math.min(MOST_JOBS, availableParallelism());
}
