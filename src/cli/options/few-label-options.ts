import type { OptionRows } from "./option-rows.js";
import { listOf, whole } from "./parsers.js";

/** Options that cannot be combined with either kind of few labels. */
const NEITHER = ["leaveOneOut", "byDate", "groupBy", "audit", "multiLabel"];

/** The options of the commands that measure with few labels. */
export const FEW_LABELS: OptionRows = {
  "--labels <list>": [
    "keep only n labels of each class, such as 5,15,50, and learn from the rest of the training documents without labels; compared with learning from the labelled ones alone. Without other options, 30 % are withheld, ten times",
    listOf(whole(1)),
    { conflicts: [...NEITHER, "folds", "predictions", "sizes"] },
  ],
  "--in-all": "with --labels: n labels in all, not of each class",
};

/** The option of the commands that learn from a pile. */
export const UNLABELLED_PILE: OptionRows = {
  "--unlabelled <path>": [
    "learn from documents without labels, too: a file, folder, mailbox, archive or table; folds inside the labelled ones decide how much they count",
    { conflicts: [...NEITHER, "labels", "keepDocuments", "remember", "workers"] },
  ],
};
