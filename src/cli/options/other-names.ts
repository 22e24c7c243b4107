import type { Command } from "commander";
import { byName } from "../../base/names.js";

/**
 * Options of other programs, and the options here that do the same or nearly so. Errors suggest ours. Several names
 * for one option are separated by spaces.
 */
const SIMILAR_OPTIONS = byName({
  "--max-features": "--max-terms",
  "--cv --n-splits": "--folds",
  "--scoring --metric": "--by",
  "--min-df": "--min-documents",
  "--max-df": "--max-document-share",
  "--ngram-range": "--ngrams",
  "--test-size": "--holdout",
  "--random-state": "--seed",
  "--n-jobs": "--jobs",
  "--n-neighbors": "--k",
  "--smoothing": "--alpha",
  "--c": "--cost",
  "--spam": "--positive",
  "--format": "--json",
  "--out --output": "--model",
  "--password": "--password-command",
});

/** Commands of other programs, and the commands here that do the same. Errors suggest ours. */
export const SIMILAR_COMMANDS: ReadonlyMap<string, string> = byName({
  predict: "classify",
  "test score accuracy cross-validate": "evaluate",
  fit: "train",
  "partial-fit": "learn",
  "learning-curve": "curve",
  "grid-search": "tune",
  why: "explain",
  undo: "sort --undo",
  remove: "unlearn",
});

/**
 * Returns our option for that of another program, if the command has it. It may have the same name, written in another
 * way, such as `--Jobs` for `--jobs`.
 *
 * @param name in lower case, with dashes
 */
export function similarOption(name: string, command: Command): string | undefined {
  return [SIMILAR_OPTIONS.get(name), name].find((flag) => command.options.some(({ long }) => long === flag));
}
