import type { Command } from "commander";

/** Options of other programs that mean the same as one of ours. They work here too. */
const ALIASES: Readonly<Record<string, string>> = {
  "--max-features": "--max-terms",
  "--cv": "--folds",
  "--scoring": "--by",
  "--metric": "--by",
};

/** Options of other programs that mean nearly the same as one of ours. Errors suggest ours. */
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

/** Commands of other programs, and the commands here that do the same. Errors suggest ours. */
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

/** Returns our option for that of another program, if the command has it. @param name in lower case, with dashes */
export function similarOption(name: string, command: Command): string | undefined {
  return [SIMILAR_OPTIONS[name], ALIASES[name], name].find((long) => long && hasOption(command, long));
}

/** Returns our command for that of another program. */
export function similarCommand(name: string): string | undefined {
  return Object.hasOwn(SIMILAR_COMMANDS, name) ? SIMILAR_COMMANDS[name] : undefined;
}

function hasOption(command: Command, long: string): boolean {
  return command.options.some((option) => option.long === long);
}
