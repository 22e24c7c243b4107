import { DataError, UsageError } from "../../base/errors.js";
import { type FilterOptions, requireOptions } from "../../delivery/filter/mail-filter.js";
import { addressOf, type ServerAddress } from "../../delivery/serving/address.js";
import {
  type ConfigFile,
  type ConfigValue,
  FOLDER_FILE,
  type FolderConfig,
  maySet,
  NO_MODEL,
  pathIn,
} from "../options/config.js";
import { type OptionRows, parsedOptions, readFlags } from "../options/option-rows.js";
import { numbersIn, seconds } from "../options/parsers.js";

export interface FilterCommandOptions extends FilterOptions {
  /** A path; undefined only with a server. */
  readonly model: string | undefined;
  readonly server: ServerAddress | undefined;
  /** In seconds. */
  readonly serverTimeout: number;
  readonly terse: boolean;
}

/** Seconds. A delivery that waits longer delays the next one. */
const MAX_TIMEOUT = 3600;

/** The options. They are parsed without commander, which would slow the filter down for every message. */
export const FILTER_OPTIONS: OptionRows = {
  "-m, --model <file>": "the model",
  "--server <path|port>": [
    "ask thresher serve at a socket or a port; without an answer, or if the socket may be a stranger's, -m is used, if given; at a port, any program that listens there gets the mail",
    addressOf,
  ],
  "--server-timeout <seconds>": ["how long to wait for the server", seconds(MAX_TIMEOUT), { default: 2 }],
  "--style <style>":
    "the header fields to add: thresher (X-Thresher), bogofilter (X-Bogosity), spamassassin (X-Spam-Flag, -Status, -Level), popfile (X-Text-Classification) (default: thresher)",
  "--spam <label>": "the class that is spam (default: spam, or the one with a usual name of spam, such as Junk)",
  "--cutoffs <low,high>": [
    "up to the low P(spam) a message is ham, from the high one it is spam, between them it is unsure; one number: never unsure (default: .2,.95 with bogofilter, .8 with spamassassin, else the most probable class)",
    lowAndHigh,
  ],
  "--terse": "print S, H or U and P(spam) instead of the message; the exit code says the same",
  "--passthrough": "print the message even with --terse",
  "--debug": "print the stack of an error",
};

/**
 * Turns the defaults of the environment and the configuration into words to put before those of the command line.
 *
 * @returns the words, and what the file of the current folder sets and may not set
 * @throws DataError if a configuration file sets an unknown option, or a value of a wrong type.
 */
export function configuredWords(files: readonly ConfigFile[]): FolderConfig & { readonly words: readonly string[] } {
  const { THRESHER_MODEL } = process.env;
  const [words, used, ignored]: string[][] = [[], [], []];
  // The last word counts, so the nearest file comes last, and the environment after it.
  for (const file of files.toReversed()) {
    const { model, path, defaults } = file;
    for (const [name, value] of Object.entries({ ...(model !== undefined && { model }), ...defaults.filter })) {
      const word = wordOf(file, name, value);
      if (word === undefined || (name === "model" && THRESHER_MODEL)) continue;
      const isAllowed = maySet(file, name, value);
      if (isAllowed) words.push(word);
      if (path === FOLDER_FILE) (isAllowed ? used : ignored).push(name);
    }
  }
  return { words: THRESHER_MODEL ? [...words, `--model=${THRESHER_MODEL}`] : words, used, ignored };
}

/** Returns an option as a word of a command line; undefined for one that is off. */
function wordOf(file: ConfigFile, name: string, value: ConfigValue): string | undefined {
  const where = `${file.path}: --${name}`;
  const flags = Object.keys(FILTER_OPTIONS)
    .map(readFlags)
    .find((flags) => flags.name === name);
  if (flags === undefined) throw new DataError(`${where} is not an option of thresher filter`);
  if (!flags.takesValue) {
    if (typeof value === "boolean") return value ? `--${name}` : undefined;
    throw new DataError(`${where}: write true or false`);
  }
  if (typeof value !== "string" && typeof value !== "number")
    throw new DataError(`${where}: write one string or number`);
  const isPath = name === "model" || (name === "server" && !/^\d+$/.test(String(value)));
  return `--${name}=${isPath ? pathIn(file.path, String(value)) : value}`;
}

/** Returns the options that a command line gives. @throws UsageError if it is wrong. */
export function filterOptions(args: readonly string[]): FilterCommandOptions {
  const { "server-timeout": serverTimeout, passthrough, terse, ...values } = parsedOptions(FILTER_OPTIONS, args);
  const options = { ...values, serverTimeout, terse: terse === true && !passthrough } as FilterCommandOptions;
  requireOptions(options);
  if (options.server === undefined) requiredModel(options);
  return options;
}

/** Returns the model's path. @throws UsageError if there is none. */
export function requiredModel({ model }: Pick<FilterCommandOptions, "model">): string {
  if (model !== undefined) return model;
  throw new UsageError(NO_MODEL);
}

function lowAndHigh(text: string): [number, number] {
  const [low, high = low, ...more] = numbersIn(text) ?? [];
  if (low !== undefined && more.length === 0) return [low, high];
  throw new UsageError(`--cutoffs takes one number, or two with a comma between them, not ${JSON.stringify(text)}`);
}
