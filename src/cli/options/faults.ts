import type { Command } from "commander";
import { safeText, withoutPasswords } from "../../base/safe-text.js";
import { either } from "./parsers.js";

/** Options by the names that other programs give them. */
const ALIASES: Readonly<Record<string, string>> = {
  "--max-features": "--max-terms",
  "--cv": "--folds",
  "--scoring": "--by",
  "--metric": "--by",
};

/** Options of other programs that mean nearly the same as one of ours. */
const SIMILAR_OPTIONS: Readonly<Record<string, string>> = {
  "--min-df": "--min-documents",
  "--max-df": "--max-document-share",
  "--ngram-range": "--ngrams",
  "--test-size": "--holdout",
  "--random-state": "--seed",
  "--n-jobs": "--jobs",
  "--threads": "--jobs",
  "--n-splits": "--folds",
  "--n-neighbors": "--k",
  "--smoothing": "--alpha",
  "--c": "--cost",
  "--analyzer": "--tokens",
  "--spam": "--positive",
  "--format": "--json",
  "--out": "--model",
  "--output": "--model",
};

/** Options of the previous version, and what to use instead. */
const GONE_OPTIONS: Readonly<Record<string, string>> = {
  "plan --deal": "leave it out; to measure accuracy, run thresher evaluate CORPUS on one machine",
  "plan --list": "mount the place where the files lie, and name its folder",
  "evaluate --parts": "counts of a plan are not evaluated; run thresher evaluate CORPUS on one machine",
  "evaluate --root": "it went with --parts; run thresher evaluate CORPUS on one machine",
  "curve --parts": "counts of a plan are not evaluated; run thresher curve CORPUS on one machine",
  "curve --root": "it went with --parts; run thresher curve CORPUS on one machine",
};

/** Commands of other programs, and the same commands here. */
const SIMILAR_COMMANDS: Readonly<Record<string, string>> = {
  predict: "classify",
  test: "evaluate",
  score: "evaluate",
  "cross-validate": "evaluate",
  validate: "evaluate",
  fit: "train",
  "partial-fit": "learn",
  "learning-curve": "curve",
  "grid-search": "tune",
  search: "tune",
  why: "explain",
  show: "inspect",
  info: "inspect",
  undo: "sort --undo",
  remove: "unlearn",
  server: "serve",
  daemon: "serve",
  csv: "table",
};

/** Returns the arguments with our names in place of those of other programs. */
export function withoutAliases(args: readonly string[], command: Command | undefined): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  return args.map((arg, i) => {
    const [name] = arg.split("=", 1);
    if (command === undefined || i >= end || !Object.hasOwn(ALIASES, name) || hasOption(command, name)) return arg;
    const own = ALIASES[name];
    // The --by of other commands does not choose a measure.
    const isMeant = hasOption(command, own) && (own !== "--by" || command.name() === "tune");
    return isMeant ? own + arg.slice(name.length) : arg;
  });
}

function hasOption(command: Command, long: string): boolean {
  return command.options.some((option) => option.long === long);
}

/** Makes a command say in one line of plain English what is wrong with a command line. */
export function reportFaultsInOneLine(command: Command): void {
  command.exitOverride();
  command.showSuggestionAfterError();
  command.configureOutput({
    outputError: (text, write) => {
      const fault = text.trim().replace(/^error: |\.$/g, "");
      const hint = command.parent === null ? "thresher --help" : `thresher ${command.name()} --help`;
      const said = safeText(withoutPasswords(plainly(fault, command)));
      write(`thresher: ${said}${said.endsWith("?") ? " See" : "; see"} ${hint}\n`);
    },
  });
}

/** Returns a message of commander in our words; unchanged if we have no words for it. */
function plainly(fault: string, command: Command): string {
  for (const [pattern, say] of SAYINGS) {
    const match = pattern.exec(fault);
    if (match !== null) return say(match, command);
  }
  return fault.replace(/\n/g, " ");
}

type Saying = (match: RegExpExecArray, command: Command) => string;

/** The messages of commander, and our words for them. */
const SAYINGS: readonly (readonly [RegExp, Saying])[] = [
  [/^unknown command '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s, unknownCommand],
  [/^unknown option '(.*?)'(?:\n\(Did you mean (?:one of )?(.*)\?\))?$/s, unknownOption],
  [/^missing required argument '(.*?)'$/, ([, name], command) => `${command.name()} needs ${ARGUMENTS[name] ?? name}`],
  [/^too many arguments/, tooMany],
  [/^option '(.*?)' argument '(.*)' is invalid\. (.*)$/s, invalidValue],
  [/^command-argument value '.*' is invalid for argument '.*'\. (.*)$/s, ([, what]) => what],
  [/^option '(.*?)' argument missing$/, ([, flags]) => `${longOf(flags)} needs a value: ${flags.split(", ").at(-1)}`],
  [
    /^option '(.*?)' cannot be used with option '(.*?)'$/,
    ([, a, b]) => `${longOf(a)} and ${longOf(b)} cannot be combined: choose one`,
  ],
];

/** Arguments in words. */
const ARGUMENTS: Readonly<Record<string, string>> = {
  corpus: "a corpus, such as a folder with a folder for each class",
  plan: "a plan, from thresher plan",
  folder: "a folder with counts, from thresher count",
  path: "a document: a file, a folder, or - for standard input",
  label: "a class",
  a: "two evaluations to compare",
  b: "two evaluations to compare, not one",
  shell: "the name of a shell: bash, zsh or fish",
};

function unknownCommand([, name, near]: RegExpExecArray): string {
  const other = Object.hasOwn(SIMILAR_COMMANDS, name) ? SIMILAR_COMMANDS[name] : near;
  return `there is no command "${name}"${meant(other)}`;
}

function unknownOption([, flag, near]: RegExpExecArray, command: Command): string {
  const name = flag.split("=", 1)[0].toLowerCase().replaceAll("_", "-");
  const option = `${command.name()} has no option ${flag}`;
  if (name === "--scoring" || name === "--metric") {
    return `${option}: evaluate prints every measure, and tune --by chooses one`;
  }
  const instead = GONE_OPTIONS[`${command.name()} ${name}`];
  if (instead !== undefined) return `${option} any more: ${instead}`;
  const other = [SIMILAR_OPTIONS[name], ALIASES[name], name].find((long) => long && hasOption(command, long));
  return option + meant(other ?? near);
}

function meant(other: string | undefined): string {
  return other === undefined ? "" : `: did you mean ${other.replace(/, (?=[^,]*$)/, " or ")}?`;
}

function tooMany(_: RegExpExecArray, command: Command): string {
  const { registeredArguments } = command;
  const [first] = registeredArguments;
  const extra = command.args[registeredArguments.length];
  const option = command.options.find(({ optional, long }) => optional && process.argv.includes(long ?? ""));
  if (first?.name() === "corpus") {
    return `${command.name()} takes one corpus, not ${JSON.stringify(extra)} too: a corpus is one path, such as a folder with a folder or a mailbox for each class`;
  }
  const hint = option === undefined ? "" : `; write ${option.long} after it`;
  return `${command.name()} takes ${["no argument", "one argument", "two arguments"][registeredArguments.length]}: leave out ${JSON.stringify(extra)}${hint}`;
}

function invalidValue([, flags, value, what]: RegExpExecArray, command: Command): string {
  const choices = /^Allowed choices are (.*)\.?$/.exec(what);
  const name = longOf(flags);
  // An option whose value may be left out takes the next word as its value.
  const swallowed = /\[\w+\]$/.test(flags) && command.registeredArguments.length > 0;
  const hint = swallowed ? `; if ${JSON.stringify(value)} is not its value, write it before ${name}` : "";
  const elsewhere = ELSEWHERE[`${command.name()} ${name}`]?.(value);
  if (elsewhere !== undefined) return `${name} ${value}: ${elsewhere}`;
  if (choices === null) return `${name} ${JSON.stringify(value)}: ${what}${hint}`;
  return `${name}: ${JSON.stringify(value)} is not a choice; choose ${either(choices[1].split(", "))}${hint}`;
}

/** Values that belong to another option. */
const ELSEWHERE: Readonly<Record<string, (value: string) => string | undefined>> = {
  "classify --format": (value) => (value === "json" ? "not a form of lines; use --json" : undefined),
  "inspect --by": (value) =>
    /accuracy|f1|loss/.test(value)
      ? "inspect ranks terms, by counts or weight; tune --by chooses a measure"
      : undefined,
};

function longOf(flags: string): string {
  return /--[\w-]+/.exec(flags)?.[0] ?? flags;
}
