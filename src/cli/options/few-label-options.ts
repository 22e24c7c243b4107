import { FEW_LABELS_DEFAULTS } from "../../evaluation/studies/few-labels.js";
import type { OptionRows } from "./option-rows.js";
import { listOf, whole } from "./parsers.js";

/** The options of measuring with few labels. */
export interface FewLabelOptions {
  readonly labels?: readonly number[];
  readonly inAll?: boolean;
  readonly draws?: number;
}

/** Options that cannot be combined with either kind of few labels. */
const NEITHER = ["leaveOneOut", "byDate", "groupBy", "audit", "multiLabel"];

/** The options of the commands that measure with few labels. */
export const FEW_LABELS: OptionRows = {
  "--labels <list>": [
    "keep only n labels of each class, such as 5,15,50, and learn from the rest of the training documents without labels; compared with learning from the labelled ones alone",
    listOf(whole(1)),
    { conflicts: [...NEITHER, "folds", "repeats", "predictions", "sizes", "points"] },
  ],
  "--in-all": "with --labels: n labels in all, not of each class",
  "--draws <n>": [
    `with --labels: draw the labelled documents n times (default: ${FEW_LABELS_DEFAULTS.draws})`,
    whole(1),
  ],
};

/** The option of the commands that learn from a pile. */
export const UNLABELLED_PILE: OptionRows = {
  "--unlabelled <path>": [
    "learn from documents without labels, too: a file, folder, mailbox, archive or table; folds inside the labelled ones decide how much they count",
    { conflicts: [...NEITHER, "labels", "keepDocuments", "remember", "workers"] },
  ],
};
