import type { Command } from "commander";
import { CHOICES } from "../../jobs/choices.js";
import { SPLITTING, splittingRows } from "./evaluation-options.js";
import { withOptions } from "./options.js";
import { collect, names, number, whole } from "./parsers.js";
import { prior } from "./set-option.js";

/** The forms of classified rows: with every factor, or a line for each. */
export const ROW_FORMATS = ["table", "tsv"] as const;

/** Adds the options of `thresher table`, except `--report` and those of output and running. */
export function withTableOptions(command: Command): Command {
  withOptions(command, "Table", {
    "--target <column>": "the column that holds the class",
    "--categorical <columns>": ["columns to treat as categories, separated by commas", names],
    "--numeric <columns>": ["columns to treat as numbers", names],
    "--ignore <columns>": ["columns to leave out", names],
    "--missing <texts>": ["texts that mean a missing value (default: nothing, ? and NA)", names],
    "--separator <name>": ["the separator of cells (default: by the first line)", CHOICES.separator],
    "--encoding <name>": "auto (UTF-8, else windows-1252), latin1, utf-8, koi8-r … (default: auto)",
  });
  withOptions(command, "Likelihoods", {
    "--alpha <a>": ["smoothing: added to every count, 0 for none (default: 1, add-one)", number],
    "--m-estimate <m>": ["in place of alpha: the prior estimate counts as m rows", number],
    "--m-prior <p>": [
      "the prior estimate: the same for all categories, or their shares (default: uniform)",
      CHOICES.mPrior,
    ],
    "--dirichlet <beta>": ["in place of alpha: weight of Dirichlet priors, at least 1; 2 is add-one", number],
    "--variance <kind>": ["for numbers: divide squares by n or n - 1 (default: maximum-likelihood)", CHOICES.variance],
    "--prior <prior>": [
      "class priors: fit (share of the rows), map (add-one), uniform, none, or numbers such as 0.3,0.7 in the order of the labels (default: fit)",
      prior,
    ],
  });
  withOptions(command, "Protocol", {
    "--test <table>": ["test on the rows of another table with the same columns", { conflicts: SPLITTING }],
    ...splittingRows(),
    "--leave-one-out": ["test each row on what is learned from all others", { conflicts: ["repeats"] }],
    "--repeats <n>": ["draw the hold-out or the folds n times (default: 1)", whole(1)],
  });
  withOptions(command, "Rows to classify", {
    "--classify <file>": "the rows of another table with the same columns",
    "--query <values>": ["one row, such as outlook=sunny,windy=true (repeatable)", collect],
    "--format <form>": [
      "the form of classified rows; tsv prints only a line for each: its line, class, probability and log odds",
      ROW_FORMATS,
      { default: "table" },
    ],
  });
  return withOptions(command, "Experiments, before and after", {
    "--duplicate <column[=n]>": "count an attribute n times (default: 2)",
    "--irrelevant <n>": ["add n attributes of coin tosses", whole(1)],
  });
}
