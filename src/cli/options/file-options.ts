import type { Command } from "commander";
import { optionName } from "../../base/checks.js";
import {
  type DocumentOption,
  type DocumentOptions,
  formatOptions,
  formNamed,
  INPUT_FORMATS,
} from "../../jobs/inputs/input-formats.js";
import type { OptionRows } from "./option-rows.js";
import { withOptions } from "./options.js";
import { collect, parser } from "./parsers.js";

export const INCLUDE = "only files that match, such as '**/*.txt', or a folder by its name (repeatable)";
export const EXCLUDE: OptionRows = {
  "--exclude <pattern>": ["leave out files and folders that match (repeatable)", collect],
};

/** The option of the format of files. */
export const INPUT_FORMAT: OptionRows = {
  "--input-format <format>": [
    `the format of files, or of standard input (-): ${INPUT_FORMATS.join(", ")} (default: detected from the name or content)`,
    parser(formNamed, `choose one of ${INPUT_FORMATS.join(", ")}`),
  ],
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

/** Adds the options that choose documents without their classes. */
export function withFileOptions(command: Command): Command {
  return withOptions(command, "Folders", {
    "--include <pattern>": [INCLUDE, collect],
    ...EXCLUDE,
    "--strict": "stop at a file or folder that cannot be read",
    ...rowsOfDocuments(formatOptions(), ({ isForAll }) => isForAll === true),
    ...INPUT_FORMAT,
  });
}
