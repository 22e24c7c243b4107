import type { Command } from "commander";
import { CHOICES } from "../../jobs/choices.js";
import type { OptionRows } from "./option-rows.js";
import { withOptions } from "./options.js";
import { fraction, number, whole } from "./parsers.js";

/** The options that split one corpus or table. */
export const SPLITTING = ["holdout", "folds", "leaveOneOut", "repeats"] as const;

/** Returns --holdout and --folds. @param note what else is to say of --holdout */
export function splittingRows(note = ""): OptionRows {
  const does = `withhold a share of each class, such as 1/3${note}`;
  return {
    "--holdout <share>": [does, fraction, { conflicts: ["folds", "leaveOneOut"] }],
    "--folds <k>": ["k-fold cross-validation, stratified", whole(2), { conflicts: ["leaveOneOut"] }],
  };
}

/** Adds the options that decide which documents are learned from and which are tested on. */
export function withProtocolOptions(command: Command): Command {
  const origin = ["byDate", "groupBy"];
  return withOptions(command, "Protocol", {
    "--test <folder>": ["test on another folder with the same classes", { conflicts: [...SPLITTING, ...origin] }],
    ...splittingRows(" (the default)"),
    "--leave-one-out": ["test each document on what is learned from all others", { conflicts: ["repeats", ...origin] }],
    "--repeats <n>": [
      "draw the hold-out or the folds n times (default: 10 when no protocol is named, otherwise 1)",
      whole(1),
    ],
  });
}

/** Adds the options that split a corpus by the dates or the groups of its documents. */
export function withOriginOptions(command: Command): Command {
  return withOptions(command, "Protocol", {
    "--by-date [source]": [
      "learn from older documents and test on newer ones: on the newest share, or on each of k later folds. The date is that of the header, that of the file, or auto: that of the header of messages, otherwise that of the file",
      CHOICES.byDate,
      { preset: "auto", conflicts: ["groupBy", "repeats"] },
    ],
    "--group-by <what>": [
      "keep the documents of a sender, subject, thread or group (--group-column) on one side of each split",
      CHOICES.groupBy,
    ],
  });
}

/** Adds the options for two classes, of which one is looked for. */
export function withBinaryOptions(command: Command): Command {
  return withOptions(command, "Two classes", {
    "--positive <class>":
      "the class that is looked for (default: the one that looks like spam, such as spam or Junk, otherwise the second)",
    "--threshold <p>": [
      "for false alarms and misses, a document counts as that class if its probability is at least this; the predicted class stays the most probable one (default: 0.5)",
      fraction,
    ],
    "--false-alarm-cost <n>": ["how many misses cost as much as one false alarm (default: 1)", number],
  });
}
