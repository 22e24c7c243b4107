import { readerOptions } from "../../jobs/choices.js";
import { formatOptions } from "../../jobs/inputs/inputs.js";
import { INCLUDE, INPUT_FORMAT, OTHERS, rowsOfDocuments } from "./file-options.js";
import type { OptionRows } from "./option-rows.js";
import { collect } from "./parsers.js";

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
