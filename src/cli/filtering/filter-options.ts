import { UsageError } from "../../base/errors.js";
import { type FilterOptions, requireOptions } from "../../delivery/filter/decide.js";
import { addressOf, type ServerAddress } from "../../delivery/serving/address.js";
import { readConfig, refusedLines, requiredModel } from "../../jobs/configuration/config.js";
import type { UserOptions } from "../../jobs/learning/user-lessons.js";
import type { AnswerLimits } from "../../model/limits.js";
import { chosenDefaults, configuredIn } from "../options/configured.js";
import { ERRORS_AT_MOST, HISTORY, LESSONS, namedRows, type OptionRows, parsedOptions } from "../options/option-rows.js";
import { numbersIn, seconds } from "../options/parsers.js";

/** The parsed options of `thresher filter`, and those that choose the header fields. */
export interface FilterCommandOptions extends FilterOptions, AnswerLimits, UserOptions {
  /** A path; undefined only with a server. */
  readonly model: string | undefined;
  readonly server: ServerAddress | undefined;
  /** In seconds. */
  readonly serverTimeout: number;
  /** Whether to print one line in place of the message. */
  readonly terse: boolean;
  /** The file of decisions. */
  readonly history: string | undefined;
}

/** Seconds. A delivery that waits longer delays the next one. */
const MAX_TIMEOUT = 3600;

/** The options of `thresher filter`. They are parsed without commander, which would slow the filter down for every message. */
export const FILTER_OPTIONS: OptionRows = {
  "-m, --model <file>": "the model",
  "--server <path|port>": ["ask this server; if it fails or is not trusted, use -m", addressOf],
  "--timeout <seconds>": ["how long to wait for the server", seconds(MAX_TIMEOUT), { default: 2 }],
  "--style <style>":
    "the header fields to add: thresher (X-Thresher), bogofilter (X-Bogosity), spamassassin (X-Spam-Flag, -Status, -Level), popfile (X-Text-Classification) (default: thresher)",
  "--spam <label>": "the class that is spam (default: spam, or the one with a usual name of spam, such as Junk)",
  "--threshold <low,high>": ["P(spam): ham up to LOW, spam from HIGH, else unsure (default: by the style)", lowAndHigh],
  "--cutoffs <low,high>": ["the old name of --threshold", lowAndHigh, { isHidden: true }],
  ...ERRORS_AT_MOST,
  ...LESSONS,
  "--terse": "print S, H or U and P(spam) instead of the message; the exit code says the same",
  ...HISTORY,
  "--debug": "print the stack of an error",
};

/**
 * Turns the defaults of the environment and the configuration into words to put before those of the command line.
 *
 * @returns the words, and lines on files that are not used, and on options that a file sets or may not set
 * @throws DataError if a configuration file sets an unknown option, or a value of a wrong type.
 */
export function configuredWords(): { words: readonly string[]; lines: readonly string[] } {
  const { THRESHER_MODEL } = process.env;
  const files = readConfig();
  const command = { name: "filter", options: namedRows(FILTER_OPTIONS), takesModel: true };
  const found = files.flatMap((file) => configuredIn(file, command));
  const { defaults, lines } = chosenDefaults(found.filter(({ name }) => name !== "model" || !THRESHER_MODEL));
  const model = THRESHER_MODEL ? [`--model=${THRESHER_MODEL}`] : [];
  const words = defaults.flatMap(({ name, value }) =>
    // A text may begin with a dash.
    typeof value === "boolean" ? [`--${name}`] : value.map((text) => `--${name}=${text}`),
  );
  return { words: [...model, ...words], lines: [...refusedLines(files), ...lines] };
}

/** Returns the options that a command line gives. @throws UsageError if it is wrong. */
export function filterOptions(args: readonly string[]): FilterCommandOptions {
  const parsed = parsedOptions(FILTER_OPTIONS, args);
  const { timeout: serverTimeout, "errors-at-most": errorsAtMost, terse = false, threshold, ...values } = parsed;
  const cutoffs = threshold ?? values.cutoffs;
  const options = { ...values, cutoffs, serverTimeout, errorsAtMost, terse } as FilterCommandOptions;
  requireOptions(options);
  if (errorsAtMost !== undefined && options.cutoffs !== undefined) {
    throw new UsageError("--threshold and --errors-at-most cannot be combined: choose one");
  }
  if (errorsAtMost !== undefined && options.server !== undefined) {
    throw new UsageError("--server and --errors-at-most cannot be combined: give the limit to thresher serve");
  }
  if (options.models !== undefined && options.server !== undefined) {
    throw new UsageError("--server and --models cannot be combined: use spamc -u, and thresher serve --spamd --models");
  }
  if (options.server === undefined) requiredModel(options.model);
  return options;
}

/** Parses the cut-offs. A single number is both. */
function lowAndHigh(text: string): [number, number] {
  const [low, high = low, ...more] = numbersIn(text) ?? [];
  if (low !== undefined && more.length === 0) return [low, high];
  throw new UsageError(`--threshold takes one number, or two with a comma between them, not ${JSON.stringify(text)}`);
}
