import { parseArgs } from "node:util";
import { DataError, UsageError } from "../../base/errors.js";
import type { FilterStyle } from "../../delivery/filter/filter-styles.js";
import { type FilterOptions, requireOptions } from "../../delivery/filter/mail-filter.js";
import { addressOf, type ServerAddress } from "../../delivery/serving/address.js";
import {
  type ConfigFile,
  type ConfigValue,
  configuredModel,
  FOLDER_FILE,
  type FolderConfig,
  isModelIgnored,
  maySet,
  NO_MODEL,
  pathIn,
} from "../options/config.js";

export interface FilterCommandOptions extends FilterOptions {
  /** A path; undefined only with a server. */
  readonly model: string | undefined;
  readonly server: ServerAddress | undefined;
  /** Milliseconds. */
  readonly serverTimeout: number;
  readonly terse: boolean;
}

/** The options as data, for `parseArgs` and for the help. Commander would slow the filter down for every message. */
export const FILTER_OPTIONS = {
  model: { type: "string", short: "m", value: "<file>", help: "the model" },
  server: {
    type: "string",
    value: "<path|port>",
    help: "ask thresher serve at a socket or a port; without an answer, or if the socket may be a stranger's, -m is used, if given; at a port, any program that listens there gets the mail",
  },
  "server-timeout": {
    type: "string",
    value: "<seconds>",
    help: "how long to wait for the server (default: 2)",
  },
  style: {
    type: "string",
    value: "<style>",
    help: "the header fields to add: thresher (X-Thresher), bogofilter (X-Bogosity), spamassassin (X-Spam-Flag, -Status, -Level), popfile (X-Text-Classification) (default: thresher)",
  },
  spam: {
    type: "string",
    value: "<label>",
    help: "the class that is spam (default: spam, or the one with a usual name of spam, such as Junk)",
  },
  cutoffs: {
    type: "string",
    value: "<low,high>",
    help: "up to the low P(spam) a message is ham, from the high one it is spam, between them it is unsure; one number: never unsure (default: .2,.95 with bogofilter, .8 with spamassassin, else the most probable class)",
  },
  terse: { type: "boolean", help: "print S, H or U and P(spam) instead of the message; the exit code says the same" },
  passthrough: { type: "boolean", help: "print the message even with --terse" },
  debug: { type: "boolean", help: "print the stack of an error" },
} as const;

/**
 * Turns the defaults of the environment and the configuration into words to put before those of the command line.
 *
 * @returns the words, and what the file of the current folder sets and may not set
 * @throws DataError if a configuration file sets an unknown option, or a value of a wrong type.
 */
export function configuredWords(files: readonly ConfigFile[]): FolderConfig & { readonly words: readonly string[] } {
  const model = configuredModel("filter", files);
  // The last word counts, so the nearest file comes last.
  const set = files.toReversed().flatMap((file) =>
    Object.entries(file.defaults.filter ?? {}).flatMap(([name, value]) => {
      const words = wordsOf(file, name, value);
      return words.length === 0 ? [] : [{ file, name, words, isAllowed: maySet(file, name, value) }];
    }),
  );
  const here = set.filter(({ file }) => file.path === FOLDER_FILE);
  const namesOf = (isWanted: boolean) =>
    here.flatMap(({ name, isAllowed }) => (isAllowed === isWanted && name !== "model" ? [name] : []));
  return {
    words: [
      ...set.flatMap(({ words, isAllowed }) => (isAllowed ? words : [])),
      ...(model === undefined ? [] : [`--model=${model.path}`]),
    ],
    used: [...(model?.from === FOLDER_FILE ? ["model"] : []), ...namesOf(true)],
    ignored: [...(isModelIgnored("filter", files) ? ["model"] : []), ...namesOf(false)],
  };
}

function wordsOf(file: ConfigFile, name: string, value: ConfigValue): string[] {
  const where = `${file.path}: --${name}`;
  if (!Object.hasOwn(FILTER_OPTIONS, name)) throw new DataError(`${where} is not an option of thresher filter`);
  if (FILTER_OPTIONS[name as keyof typeof FILTER_OPTIONS].type === "boolean") {
    if (typeof value === "boolean") return value ? [`--${name}`] : [];
    throw new DataError(`${where}: write true or false`);
  }
  if (typeof value !== "string" && typeof value !== "number")
    throw new DataError(`${where}: write one string or number`);
  const isPath = name === "model" || (name === "server" && !/^\d+$/.test(String(value)));
  return [`--${name}=${isPath ? pathIn(file.path, String(value)) : value}`];
}

/** Returns the options that a command line gives. @throws UsageError if it is wrong. */
export function filterOptions(args: readonly string[]): FilterCommandOptions {
  const { model, server, style, spam, cutoffs, terse = false, passthrough = false, ...others } = parsed(args);
  const options = {
    model,
    server: server === undefined ? undefined : addressOf(server),
    serverTimeout: millisecondsOf(others["server-timeout"] ?? DEFAULT_TIMEOUT),
    terse: terse && !passthrough,
    style: style as FilterStyle | undefined,
    spam,
    cutoffs: cutoffs === undefined ? undefined : cutoffsOf(cutoffs),
  };
  requireOptions(options);
  if (options.server === undefined) requiredModel(options);
  return options;
}

/** Returns the model's path. @throws UsageError if there is none. */
export function requiredModel({ model }: Pick<FilterCommandOptions, "model">): string {
  if (model !== undefined) return model;
  throw new UsageError(NO_MODEL);
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FILTER_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. .*/s, ""));
  }
}

/** Seconds. A delivery that waits longer delays the next one. */
const DEFAULT_TIMEOUT = "2";
const MOST_TIMEOUT = 3600;

function millisecondsOf(text: string): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= MOST_TIMEOUT) return seconds * 1000;
  throw new UsageError(
    `--server-timeout ${JSON.stringify(text)}: give seconds, more than 0 and at most ${MOST_TIMEOUT}`,
  );
}

function cutoffsOf(text: string): [number, number] {
  const parts = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [low, high = low] = parts;
  if (parts.length > 2 || parts.some(Number.isNaN)) {
    throw new UsageError(`--cutoffs takes one number, or two with a comma between them, not ${JSON.stringify(text)}`);
  }
  return [low, high];
}
