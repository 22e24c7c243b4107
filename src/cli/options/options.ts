import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError } from "commander";
import { PRIORS, type Prior } from "../../classifiers/bayes/prior.js";
import { STRIPPABLE, type Strippable } from "../../mail/news.js";

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly seed: number;
  readonly jobs: number;
  readonly debug?: boolean;
}

/** Adds the options that every command takes. */
export function withCommonOptions(command: Command): Command {
  const withOutput = command
    .optionsGroup("Output:")
    .option("--json", "print one JSON document on standard output")
    .option("--quiet", "print no messages and no progress, only results and errors")
    .option("--debug", "print the stack of an error");
  return withRunningOptions(withOutput);
}

/** Adds the options about random choices and threads. */
export function withRunningOptions(command: Command): Command {
  return command
    .optionsGroup("Running:")
    .option("--seed <n>", "seed of all random choices", whole(0), 1)
    .option("--jobs <n>", "threads that read documents; the result does not depend on it", whole(1), defaultJobs());
}

/** The forms of a corpus, for the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table or JSON lines";

/** The options that choose the documents of a corpus. */
export interface CorpusOptions {
  readonly include?: string[];
  readonly exclude?: string[];
  readonly strict?: boolean;
  readonly labelColumn?: string;
  readonly textColumn?: string;
}

/** Adds the options that choose the documents of a corpus. */
export function withCorpusOptions(command: Command): Command {
  return command
    .optionsGroup("Corpus:")
    .option(
      "--include <pattern>",
      "only files that match, such as '**/*.txt', or a folder by its name (repeatable); in a Maildir, a name such as inbox or Sent adds a folder that is otherwise left out",
      collect,
    )
    .option("--exclude <pattern>", "leave out files and folders that match (repeatable)", collect)
    .option("--strict", "stop at a file or folder that cannot be read (default: leave it out)")
    .option("--label-column <name>", "in a table or JSON lines, the column of the class (default: label)")
    .option("--text-column <name>", "in a table or JSON lines, the column of the text (default: text)");
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** Parses names separated by commas, in lower case. */
export function names(text: string, before: readonly string[] = []): string[] {
  return [...new Set([...before, ...text.split(",").map((name) => name.trim().toLowerCase())])];
}

/** Parses a whole number of at least `least`. */
export function whole(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`give a whole number of at least ${least}`);
  };
}

/** Parses a finite number. The library checks its range. */
export function number(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && Number.isFinite(value)) return value;
  throw new InvalidArgumentError("give a number");
}

/** Parses a class prior: a word, or numbers separated by commas. The library checks the numbers. */
export function prior(text: string): Prior {
  const named = PRIORS.find((name) => name === text);
  if (named !== undefined) return named;
  const parts = text.split(",").map(Number);
  if (text.split(",").every((part) => part.trim() !== "") && parts.every(Number.isFinite)) return parts;
  throw new InvalidArgumentError(`give ${PRIORS.join(", ")}, or a number for each class, such as 0.3,0.7`);
}

/** Parses a share: `1/3`, `0.33` or `33%`. */
export function fraction(text: string): number {
  const match = /^(\d+(?:\.\d+)?|\.\d+)(?:\/(\d+(?:\.\d+)?)|(%))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("give a share such as 1/3, 0.33 or 33%");
  return Number(match[1]) / (match[3] === "%" ? 100 : Number(match[2] ?? 1));
}

/** Parses a range such as `2-256`; a single number is both ends. */
export function range(text: string): [number, number] {
  const match = /^(\d+)(?:-(\d+))?$/.exec(text.trim());
  if (match === null) throw new InvalidArgumentError("give two whole numbers such as 1-2");
  return [Number(match[1]), Number(match[2] ?? match[1])];
}

/** Parses the parts of messages to leave out, separated by commas. */
export function list(text: string, before: readonly Strippable[] = []): Strippable[] {
  const parts = text.split(",").map((part) => part.trim());
  const unknown = parts.find((part) => !(STRIPPABLE as readonly string[]).includes(part));
  if (unknown !== undefined) {
    throw new InvalidArgumentError(
      `${JSON.stringify(unknown)} is no part of a message; choose from ${STRIPPABLE.join(", ")}`,
    );
  }
  return [...new Set([...before, ...(parts as Strippable[])])];
}

/** Parses values separated by commas, each with `parse`. */
export function listOf<T>(parse: (text: string) => T): (text: string) => T[] {
  return (text) =>
    text.split(",").map((part) => {
      try {
        return parse(part.trim());
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        throw new InvalidArgumentError(
          text === part ? error.message : `${JSON.stringify(part)} in it: ${error.message}`,
        );
      }
    });
}

/** Parses one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found === undefined)
      throw new InvalidArgumentError(`choose ${words.slice(0, -1).join(", ")} or ${words.at(-1)}`);
    return found;
  };
}

/** Parses what `parse` takes, or the word `all`, which sets no limit. */
export function orAll(parse: (text: string) => number): (text: string) => number {
  return (text) => (text === "all" ? Number.POSITIVE_INFINITY : parse(text));
}

/** More threads than this wait for the disk. */
const MOST_JOBS = 8;

function defaultJobs(): number {
  return Math.min(MOST_JOBS, availableParallelism());
}
