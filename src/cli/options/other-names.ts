import type { Command } from "commander";
import { optionName } from "../../base/checks.js";
import { byName } from "../../base/lists.js";
import { SETTABLE, SETTING_NAMES } from "../../jobs/settings.js";

/**
 * Options of other programs, and the options here that do the same or nearly so. Errors suggest ours. Several names
 * for one option are separated by spaces.
 */
const SIMILAR_OPTIONS = byName({
  "--max-features": "--max-terms",
  "--cv --n-splits": "--folds",
  "--scoring --metric": "--by",
  "--min-df": "--set min-documents=N",
  "--max-df": "--set max-document-share=S",
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
  "compare --disagreements": "--top N",
  "config --distrust": "thresher.json may set only what is safe; delete the file, or leave this out",
  "config --trust": "type the options, or set them in ~/.config/thresher/config.json",
  "doubts --calibrate": "leave it out; it changed probabilities alone, not the ranking",
  "explain --all-terms": "--terms all",
  "explain --label": "--class NAME",
  "label --labels": "-o FILE",
  "learn --margin": "--unsure-below P",
  "mailbox add --port": "--host NAME:PORT",
  "mailbox add --insecure": "--security insecure",
  "mailbox train --no-remember": "keep the mail with --keep FOLDER, and use thresher train FOLDER without --remember",
  "serve --memory": "--cache SIZE",
  "serve --port": "--socket PORT",
  "serve --save-every": "leave it out; a lesson is on disk at once, and in the model file after 30 seconds",
  "serve --socket-group": "--socket-mode 660:GROUP",
  "serve --share": "let one server answer all hosts: --spamd HOST:PORT, with --allow-tell to learn",
  "doubts --moves": "look at the documents shown, and move them yourself; --json has the class that each looks like",
  "doctor --models": "name each model to look at with -m",
  "sort --copy": "leave it out; sort copies unless --move or --link is given",
  "sort --apply":
    "move the documents of the list yourself; thresher doubts CORPUS --json has each with its likely class",
  "sort --moves": "run sort --learn-moves with --dry-run, which changes nothing",
  "plan --script": "--format slurm or --format kubernetes",
  "merge --root": "leave it out; merge does not read the corpus any more",
  "tune --classifiers": "--try classifier=NAMES",
  "filter --passthrough": "leave out --terse",
  "filter --server-timeout": "--timeout SECONDS",
  "serve --connections": "leave it out; 100 clients at a time are answered, further ones classify by themselves",
  "sort --journal": "leave it out; the journal is in the folder of --into",
  "table --lines": "--format tsv",
  "tune --all": "--json has all candidates",
  "tune --test": "thresher evaluate --test FOLDER with the settings that it prints",
  "tune --class-weight": "--set class-weight=balanced",
  "tune --alphas": "--try alpha=NUMBERS",
};

/** Options that several commands had and ignored, or that have a fixed value now. */
const REMOVED_EVERYWHERE: Readonly<Record<string, string>> = {
  "--multi-label": "it works with train, evaluate and tune; --no-multi-label takes a;b as one class",
  "--points": "--sizes names the sizes",
  "--seed": "leave it out; the command makes no random choice",
  "--jobs": "leave it out; the command chooses the number of threads",
  "--wait": "leave it out; the command waits a minute",
  "--in-all": "--labels in-all=NUMBERS",
  "--id-column": "leave it out; the command shows no documents",
  "--date-column": "leave it out; only evaluate --by-date needs it",
  "--group-column": "leave it out; only evaluate --group-by needs it",
};

/** Where to set the settings of a model, by the command that no longer takes an option for each. */
const SETTINGS_ELSEWHERE: Readonly<Record<string, string>> = {
  learn: "only --preset and --as; make the model with thresher train --remember, which takes all options",
  "mailbox train": "keep the mail with --keep FOLDER, and use thresher train FOLDER, which takes all options",
};

/**
 * Returns the end of an error about an option of the previous version: ` any more: ` and what to use instead. Empty for
 * other options.
 *
 * @param option with its dashes
 */
export function insteadOf(command: string, option: string): string {
  const name = option.replace(/^--(?:no-)?/, "");
  const instead =
    REMOVED_OPTIONS[`${command} ${option}`] ?? REMOVED_EVERYWHERE[option] ?? settingInstead(command, name);
  return instead === undefined ? "" : ` any more: ${instead}`;
}

/** Says what to use instead of an option for a setting of a model. @param option without dashes */
function settingInstead(command: string, option: string): string | undefined {
  const setting = SETTING_NAMES.find((name) => optionName(name) === option);
  if (setting === undefined) return undefined;
  if (command === "tune" && !TUNED_TEXT.includes(option)) return `--try ${option}=VALUES`;
  if (SETTABLE.includes(setting) && TAKING_SET.includes(command)) return `--set ${option}=VALUE`;
  return SETTINGS_ELSEWHERE[command];
}

/** The commands that have `--set`. */
const TAKING_SET: readonly string[] = ["train", "plan", "evaluate", "curve", "tune", "doubts"];
/** The settings that `tune` takes by `--set`: they are the same for all candidates. */
const TUNED_TEXT: readonly string[] = [
  "token-length",
  "text-ngrams",
  "raw-ngrams",
  "ngram-bytes",
  "class-weight",
  "take-half",
];

/**
 * Returns our option for that of another program, if the command has it. It may have the same name, written in another
 * way, such as `--Jobs` for `--jobs`.
 *
 * @param name in lower case, with dashes
 */
export function similarOption(name: string, command: Command): string | undefined {
  return [SIMILAR_OPTIONS.get(name), name].find((flag) =>
    command.options.some(({ long }) => long === flag?.split(" ")[0]),
  );
}
