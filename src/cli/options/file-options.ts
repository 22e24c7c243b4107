import { optionName } from "../../base/checks.js";
import {
  type DocumentOption,
  type DocumentOptions,
  formatOptions,
  formNamed,
  INPUT_FORMATS,
} from "../../jobs/inputs/inputs.js";
import type { OptionRows } from "./option-rows.js";
import { collect, parser } from "./parsers.js";

/** The documents that a command takes. */
export const PATHS =
  "files, folders (with all files in them, at any depth), mailboxes, archives, tables, or - for standard input";

/** The argument of the commands about a mail account. */
export const ACCOUNT = { "<account>": "the name of an account: see thresher mailbox list" };

/** The argument and the option of the commands about users. */
export const USER = { "<user>": "the name of the user" };
export const MODELS: OptionRows = {
  "--models <path>": ["the file for the lessons of each user, whose name is %u, as in serve", { isNeeded: true }],
};

export const INCLUDE = "only files that match, such as '**/*.txt', or a folder by its name (repeatable)";
export const OTHERS: OptionRows = {
  "--exclude <pattern>": ["leave out files and folders that match (repeatable)", collect],
  "--strict": "stop at a file or folder that cannot be read (default: leave it out)",
};
export const INPUT_FORMAT: OptionRows = {
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

/** Returns the rows of options that formats and readers declare. */
export function rowsOfDocuments(options: DocumentOptions, isWanted = (_: DocumentOption) => true): OptionRows {
  const wanted = Object.entries(options).filter(([, option]) => isWanted(option));
  return Object.fromEntries(
    wanted.map(([name, { does, value = "name", isList }]) => [
      `--${optionName(name)} <${value}>`,
      isList ? [does, collect] : does,
    ]),
  );
}
