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

/** Options of the previous version: by command and option, what to use instead. */
const REMOVED_OPTIONS: Readonly<Record<string, string>> = {
  "classify --show": "a table shows sender and subject of mail by itself",
  "classify --multi-label": "leave it out; a model that was trained with it gives several labels by itself",
  "compare --disagreements-file": "--disagreements N shows N of them, with --json for programs",
  "doubts --repeats": "leave it out; the folds are drawn once",
  "serve --share": "let one server answer all hosts: --spamd HOST:PORT, with --allow-tell to learn",
  "doubts --moves": "look at the documents shown, and move them yourself; --json has the class that each looks like",
  "sort --apply":
    "move the documents of the list yourself; thresher doubts CORPUS --json has each with its likely class",
  "sort --moves": "run sort --learn-moves with --dry-run, which changes nothing",
  "merge --onto": "plan all documents together, and merge their parts",
  "plan --deal": "leave it out; to measure accuracy, run thresher evaluate CORPUS on one machine",
  "plan --list": "mount the place where the files lie, and name its folder",
  "evaluate --parts": "counts of a plan are not evaluated; run thresher evaluate CORPUS on one machine",
  "evaluate --root": "it was for --parts, which is gone too; run thresher evaluate CORPUS on one machine",
  "curve --parts": "counts of a plan are not evaluated; run thresher curve CORPUS on one machine",
  "table --model": "give the table again with --query or --classify; learning it again is quick",
  "table -m": "give the table again with --query or --classify; learning it again is quick",
  "curve --root": "it was for --parts, which is gone too; run thresher curve CORPUS on one machine",
};

/** Says what to use instead of an option of the previous version; empty for others. @param option with its dashes */
export function insteadOf(command: string, option: string): string {
  const instead = REMOVED_OPTIONS[`${command} ${option}`];
  return instead === undefined ? "" : ` any more: ${instead}`;
}

/**
 * Returns our option for that of another program, if the command has it. It may have the same name, written in another
 * way, such as `--Jobs` for `--jobs`.
 *
 * @param name in lower case, with dashes
 */
export function similarOption(name: string, command: Command): string | undefined {
  return [SIMILAR_OPTIONS.get(name), name].find((flag) => command.options.some(({ long }) => long === flag));
}
