import { availableParallelism } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { UsageError } from "../../base/errors.js";
import { PRIORS, type Prior } from "../../classifiers/bayes/prior.js";

/** The options that every command takes. */
export interface CommonOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly seed: number;
  readonly jobs: number;
  readonly debug?: boolean;
}

/** How the value of an option is read: by a function, or as one of a few words. */
type Reader = ((text: string, before: never) => unknown) | readonly string[];

interface OptionDetails {
  readonly default?: unknown;
  /** The value if the option is given without one. */
  readonly preset?: string;
  readonly conflicts?: readonly string[];
  readonly isHidden?: boolean;
}

/** An option as data: its flags, what it does, and how its value is read. */
export type OptionRow = readonly [flags: string, does: string, ...how: (Reader | OptionDetails)[]];

/** Adds options under a heading of the help. */
export function withOptions(command: Command, heading: string, rows: readonly OptionRow[]): Command {
  command.optionsGroup(`${heading}:`);
  for (const [flags, does, ...how] of rows) {
    const option = new Option(flags, does);
    for (const part of how) {
      if (typeof part === "function") option.argParser(part as (text: string, before: unknown) => unknown);
      else if (isWords(part)) option.choices(part);
      else {
        option.default(part.default).hideHelp(part.isHidden ?? false);
        option.conflicts([...(part.conflicts ?? [])]);
        if (part.preset !== undefined) option.preset(part.preset);
      }
    }
    command.addOption(option);
  }
  return command;
}

function isWords(part: readonly string[] | OptionDetails): part is readonly string[] {
  return Array.isArray(part);
}

export function withCommonOptions(command: Command): Command {
  withOptions(command, "Output", [
    ["--json", "print one JSON document on standard output"],
    ["--quiet", "print no messages and no progress, only results and errors"],
    ["--debug", "print the stack of an error"],
  ]);
  return withRunningOptions(command);
}

export function withRunningOptions(command: Command): Command {
  const jobs = { default: Math.min(MOST_JOBS, availableParallelism()) };
  return withOptions(command, "Running", [
    ["--seed <n>", "seed of all random choices", whole(0), { default: 1 }],
    ["--jobs <n>", "threads that read and count a corpus; the result does not depend on it", whole(1), jobs],
  ]);
}

/** The default of `--jobs` is at most this. More threads would mostly wait for the disk. */
const MOST_JOBS = 8;

/** The options that choose the documents of a corpus. */
export interface CorpusChoices {
  readonly include?: string[];
  readonly exclude?: string[];
  readonly strict?: boolean;
  readonly labelColumn?: string;
  readonly textColumn?: string;
  readonly labelField?: string;
  readonly multiLabel?: boolean;
}

/** The forms of a corpus, for the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table or JSON lines";

const INCLUDE = "only files that match, such as '**/*.txt', or a folder by its name (repeatable)";
const EXCLUDE: OptionRow = ["--exclude <pattern>", "leave out files and folders that match (repeatable)", collect];

export function withCorpusOptions(command: Command): Command {
  return withOptions(command, "Corpus", [
    [
      "--include <pattern>",
      `${INCLUDE}; in a Maildir, a name such as inbox or Sent adds a folder that is otherwise left out`,
      collect,
    ],
    EXCLUDE,
    ["--strict", "stop at a file or folder that cannot be read (default: leave it out)"],
    ["--label-column <name>", "in a table or JSON lines, the column of the class (default: label)"],
    ["--text-column <name>", "in a table or JSON lines, the column of the text (default: text)"],
    [
      "--label-field <name>",
      "in mailboxes, the header field with the labels of each message, whose first is its class; a mailbox of Google Takeout needs no option (X-Gmail-Labels)",
    ],
    [
      "--multi-label",
      'a document may have several labels, such as a;b or ["a","b"]: a yes/no decision for each label (train, evaluate)',
    ],
    ["--no-multi-label", "take a;b as one class, whatever the other documents have"],
  ]);
}

/** @throws UsageError if --multi-label is given to a command that works with one class for each document. */
export function refuseMultiLabel({ multiLabel }: CorpusChoices, command: string): void {
  if (multiLabel) throw new UsageError(`--multi-label works with train, evaluate and classify, not with ${command}`);
}

export function withFileOptions(command: Command): Command {
  return withOptions(command, "Folders", [
    ["--include <pattern>", INCLUDE, collect],
    EXCLUDE,
    ["--strict", "stop at a file or folder that cannot be read"],
    ["--text-column <name>", "in a table or JSON lines, the column of the text (default: text)"],
  ]);
}

/** Collects the values of an option that may be given several times. */
export function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
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

/** k, M and G are powers of 1,000, as in printed sizes. */
const UNITS: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9 };

export function size(text: string): number {
  const match = /^(\d{1,12}(?:\.\d{1,6})?) ?([kmg]?)b?$/i.exec(text.trim());
  if (match !== null) return Math.floor(Number(match[1]) * UNITS[match[2].toLowerCase()]);
  throw new InvalidArgumentError("give a size such as 5M, 800k or 5000000");
}

/** Parses a class prior: a word, or numbers separated by commas. The library checks the numbers. */
export function prior(text: string): Prior {
  const named = PRIORS.find((name) => name === text);
  if (named !== undefined) return named;
  const parts = numbersIn(text);
  if (parts !== undefined) return parts;
  throw new InvalidArgumentError(`give ${PRIORS.join(", ")}, or a number for each class, such as 0.3,0.7`);
}

/** Parses numbers: `2,1,1`. */
export function numbers(text: string): number[] {
  const parts = numbersIn(text);
  if (parts === undefined) throw new InvalidArgumentError("give numbers such as 2,1,1");
  return parts;
}

function numbersIn(text: string): number[] | undefined {
  const parts = text.split(",");
  return parts.every((part) => part.trim() !== "" && Number.isFinite(Number(part))) ? parts.map(Number) : undefined;
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

/** Parses one of a few words. */
export function oneOf<T extends string>(words: readonly T[]): (text: string) => T {
  return (text) => {
    const found = words.find((word) => word === text);
    if (found !== undefined) return found;
    throw new InvalidArgumentError(`choose ${either(words)}`);
  };
}

/** Parses different values separated by commas, each with `parse`. An option given several times collects them. */
export function listOf<T>(parse: (text: string) => T): (text: string, before?: readonly T[]) => T[] {
  const parsed = (part: string, isAlone: boolean) => {
    try {
      return parse(part.trim());
    } catch (error) {
      if (isAlone || !(error instanceof InvalidArgumentError)) throw error;
      throw new InvalidArgumentError(`${JSON.stringify(part)} is wrong: ${error.message}`);
    }
  };
  return (text, before = []) => [
    ...new Set([...before, ...text.split(",").map((part) => parsed(part, part === text))]),
  ];
}

export const names = listOf((name) => name);

/** Parses what `parse` takes, or the word `all`, which sets no limit. */
export function orAll(parse: (text: string) => number): (text: string) => number {
  return (text) => (text === "all" ? Number.POSITIVE_INFINITY : parse(text));
}

/** Words as a choice: `a, b or c`. */
export function either(words: readonly string[]): string {
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}
