import type { Command } from "commander";

/** Options of other programs, and the options here that do the same or nearly so. Errors suggest ours. */
const SIMILAR_OPTIONS: Readonly<Record<string, string>> = {
  "--max-features": "--max-terms",
  "--cv": "--folds",
  "--scoring": "--by",
  "--metric": "--by",
  "--min-df": "--min-documents",
  "--max-df": "--max-document-share",
  "--ngram-range": "--ngrams",
  "--test-size": "--holdout",
  "--random-state": "--seed",
  "--n-jobs": "--jobs",
  "--n-splits": "--folds",
  "--n-neighbors": "--k",
  "--smoothing": "--alpha",
  "--c": "--cost",
  "--spam": "--positive",
  "--format": "--json",
  "--out": "--model",
  "--output": "--model",
  "--password": "--password-command",
};

/** Commands of other programs, and the commands here that do the same. Errors suggest ours. */
const SIMILAR_COMMANDS: Readonly<Record<string, string>> = {
  predict: "classify",
  test: "evaluate",
  score: "evaluate",
  accuracy: "evaluate",
  "cross-validate": "evaluate",
  fit: "train",
  "partial-fit": "learn",
  "learning-curve": "curve",
  "grid-search": "tune",
  why: "explain",
  undo: "sort --undo",
  remove: "unlearn",
};

/** Returns our option for that of another program, if the command has it. @param name in lower case, with dashes */
export function similarOption(name: string, command: Command): string | undefined {
  return [SIMILAR_OPTIONS[name], name].find((flag) => command.options.some(({ long }) => long === flag));
}

/** Returns our command for that of another program. */
export function similarCommand(name: string): string | undefined {
  return Object.hasOwn(SIMILAR_COMMANDS, name) ? SIMILAR_COMMANDS[name] : undefined;
}
