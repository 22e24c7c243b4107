import { optionName } from "../../base/option-names.js";
import { readerOptions } from "../../jobs/choices.js";
import {
  type DocumentOption,
  type DocumentOptions,
  formatOptions,
  formNamed,
  INPUT_FORMATS,
} from "../../jobs/inputs/input-formats.js";
import type { OptionRows } from "./option-rows.js";
import { collect, parser } from "./parsers.js";

/** The documents that a command takes. */
export const PATHS =
  "files, folders (with all files in them, at any depth), mailboxes, archives, tables, or - for standard input";

/** The forms of a corpus, for the help of commands that take one. */
export const CORPUS =
  "a folder with one folder per class, of files, Maildirs or archives, or one mailbox per class; a Maildir with folders; a tar archive; a table, JSON or fastText file";

const INCLUDE = "only files that match, such as '**/*.txt', or a folder by its name (repeatable)";
const OTHERS: OptionRows = {
  "--exclude <pattern>": ["leave out files and folders that match (repeatable)", collect],
  "--strict": "stop at a file or folder that cannot be read (default: leave it out)",
};
const INPUT_FORMAT: OptionRows = {
  "--input-format <format>": [
    `the format of files, or of standard input (-): ${INPUT_FORMATS.join(", ")} (default: detected from the name or content)`,
    parser(formNamed, `choose one of ${INPUT_FORMATS.join(", ")}`),
  ],
};

/** The options that choose documents without their classes. */
export const FOLDERS: OptionRows = {
  "--include <pattern>": [INCLUDE, collect],
  ...OTHERS,
  ...rowsOfDocuments(formatOptions(), ({ isForAll }) => isForAll === true),
  ...INPUT_FORMAT,
};

/** Returns the options that choose the labelled documents of a corpus. @param more others that the command takes */
export function corpusRows(more: OptionRows = {}): OptionRows {
  return {
    "--include <pattern>": [
      `${INCLUDE}; in a Maildir, a name such as inbox or Sent adds a folder that is otherwise left out`,
      collect,
    ],
    ...OTHERS,
    ...rowsOfDocuments(formatOptions()),
    ...INPUT_FORMAT,
    ...rowsOfDocuments(readerOptions()),
    "--rename-class <old=new>": [
      "call a class by another name; several with the same new name are one class (repeatable)",
      collect,
    ],
    ...more,
    "--no-multi-label": "take a;b as one class, whatever the other documents have",
  };
}

/** Returns the rows of options that formats and readers declare. */
function rowsOfDocuments(options: DocumentOptions, isWanted = (_: DocumentOption) => true): OptionRows {
  const wanted = Object.entries(options).filter(([, option]) => isWanted(option));
  return Object.fromEntries(
    wanted.map(([name, { does, value = "name", isList }]) => [
      `--${optionName(name)} <${value}>`,
      isList ? [does, collect] : does,
    ]),
  );
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
  "--label-separator <text>": [
    "in a table, what separates the labels of a row, such as , or | (sets --multi-label)",
    { implies: { multiLabel: true } },
  ],
};
