import { CHOICES, readerOptions } from "../../jobs/choices.js";
import { formatOptions } from "../../jobs/inputs/inputs.js";
import type { MeasureFewLabelsOptions } from "../../jobs/measuring/measure-curve.js";
import { INCLUDE, INPUT_FORMAT, OTHERS, rowsOfDocuments } from "./file-options.js";
import type { OptionRows } from "./option-rows.js";
import { collect, fraction, listOf, number, shares, whole } from "./parsers.js";

/** The forms of a corpus, for the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table, JSON or fastText file";

/** Returns the options that choose the labelled documents of a corpus. @param more others that the command takes */
export function corpusRows(more: OptionRows = {}): OptionRows {
  return {
    "--include <pattern>": [`${INCLUDE}; in a Maildir also inbox or Sent`, collect],
    ...OTHERS,
    ...rowsOfDocuments(formatOptions()),
    ...INPUT_FORMAT,
    ...rowsOfDocuments(readerOptions()),
    "--rename-class <old=new>": ["call a class by another name, or join several (repeatable)", collect],
    ...more,
    "--no-multi-label": "take a;b as one class, whatever the other documents have",
  };
}

/** `--id-column` of the commands that show documents. */
export const ID_COLUMN: OptionRows = {
  "--id-column <name>": "in a table, the column of the ids of documents (default: their row numbers)",
};

/** The columns of the protocols by date and by group. */
export const ORIGIN_COLUMNS: OptionRows = {
  "--date-column <name>": "in a table, the column of the dates, for --by-date",
  "--group-column <name>": "in a table, the column of the groups, such as authors: sets --group-by group",
};

/** The options of the commands that work with several labels for each document. */
export const SEVERAL_LABELS: OptionRows = {
  "--multi-label": 'a document may have several labels, such as a;b or ["a","b"]: a yes/no decision for each label',
  "--label-separator <text>": ["what separates labels, such as , or |", { implies: { multiLabel: true } }],
};

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

/** The options that decide which documents are learned from and which are tested on. */
export const PROTOCOL: OptionRows = {
  "--test <folder>": ["test on another folder", { conflicts: [...SPLITTING, "byDate", "groupBy"] }],
  ...splittingRows(" (the default)"),
  "--leave-one-out": ["test each document on all others", { conflicts: ["repeats", "byDate", "groupBy"] }],
  "--repeats <n>": ["draw the split n times (default: 10 when no protocol is named, otherwise 1)", whole(1)],
  "--by-date [source]": [
    "learn from older documents and test on newer ones: on the newest share, or on each of k later folds. The date is that of the header, that of the file, or auto: that of the header of messages, otherwise that of the file",
    CHOICES.byDate,
    { preset: "auto", conflicts: ["groupBy", "repeats"] },
  ],
  "--group-by <what>": ["keep a group of documents on one side of each split", CHOICES.groupBy],
};

/** The options for two classes, of which one is looked for. */
export const TWO_CLASSES: OptionRows = {
  "--positive <class>": "the class that is looked for (default: the one that looks like spam, or the second)",
  "--threshold <p>": ["the least probability to count as that class (default: 0.5)", fraction],
  "--false-alarm-cost <n>": ["how many misses cost as much as one false alarm (default: 1)", number],
};

/** Options that cannot be combined with either kind of few labels. */
const NEITHER = ["leaveOneOut", "byDate", "groupBy", "audit", "multiLabel"];

const SHARES: OptionRows = {
  "--shares <list>": [
    "how common each class is among the documents without labels, such as ham=.7,spam=.3 (default: as among the labelled ones; estimated if these are equally many)",
    shares,
  ],
};

/** The numbers of labels to draw: see `measureFewLabels`. */
export type DrawnLabels = Pick<MeasureFewLabelsOptions, "labels" | "inAll">;

/** Parses the value of `--labels`. */
function drawnLabels(text: string): DrawnLabels {
  const list = text.replace(/^in-all=/, "");
  return { labels: listOf(whole(1))(list), inAll: list !== text };
}

/** The options of the commands that measure with few labels. */
export const FEW_LABELS: OptionRows = {
  "--labels <list>": [
    "keep only n labels of each class, such as 5,15,50, or of all documents, such as in-all=20,50, and learn from the rest of the training documents without labels; compared with learning from the labelled ones alone. Without other options, 30 % are withheld, ten times",
    drawnLabels,
    { conflicts: [...NEITHER, "folds", "predictions", "sizes"] },
  ],
  ...SHARES,
};

/** The option of the commands that learn from a pile. */
export const UNLABELLED_PILE: OptionRows = {
  "--unlabelled <path>": [
    "learn from documents without labels, too: a file, folder, mailbox, archive or table; folds inside the labelled ones decide how much they count",
    { conflicts: [...NEITHER, "labels", "keepDocuments", "remember", "workers"] },
  ],
  ...SHARES,
};
