import { UsageError } from "../errors.js";
import { type FilterOptions, requireOptions } from "../mail-filter.js";
import type { FilterStyle } from "../reports/filter-styles.js";
import { addressOf, type ServerAddress } from "../serving/address.js";
import { plainOptions } from "./plain-options.js";

/** What `thresher filter` takes. */
export interface FilterCommandOptions extends FilterOptions {
  /** undefined only with a server. */
  readonly model: string | undefined;
  readonly server: ServerAddress | undefined;
  /** Milliseconds. */
  readonly serverTimeout: number;
  readonly terse: boolean;
}

/**
 * The options, for those who read a command line and for help: the filter starts too often
 * to load what reads the command lines of all others.
 */
export const FILTER_OPTIONS = {
  model: { type: "string", short: "m", value: "<file>", help: "the model" },
  server: {
    type: "string",
    value: "<path|port>",
    help: "ask thresher serve at a socket or a port; where it does not answer, -m is used, if given",
  },
  "server-timeout": {
    type: "string",
    value: "<seconds>",
    help: "how long to wait for the server (default: 2)",
  },
  style: {
    type: "string",
    value: "<style>",
    help: "what is written: thresher (X-Thresher), bogofilter (X-Bogosity), spamassassin (X-Spam-Flag, -Status, -Level), popfile (X-Text-Classification) (default: thresher)",
  },
  spam: { type: "string", value: "<label>", help: 'the class that is spam (default: "spam")' },
  cutoffs: {
    type: "string",
    value: "<low,high>",
    help: "P(spam) up to which a message is ham and from which it is spam, unsure between them; one number: never unsure (default: .2,.95 with bogofilter, .8 with spamassassin, else the most probable class)",
  },
  terse: { type: "boolean", help: "print S, H or U and P(spam) instead of the message, and say it with the exit code" },
  passthrough: { type: "boolean", help: "print the message all the same" },
  debug: { type: "boolean", help: "print the stack of an error" },
} as const;

/** @throws UsageError if the command line is wrong. */
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

/** The model's path. @throws UsageError if there is none. */
export function requiredModel({ model }: Pick<FilterCommandOptions, "model">): string {
  if (model !== undefined) return model;
  throw new UsageError("required option '-m, --model <file>' not specified");
}

/** What `parseArgs` gives. */
interface OptionValues extends Partial<Record<Exclude<keyof typeof FILTER_OPTIONS, Flag>, string>> {
  readonly terse?: boolean;
  readonly passthrough?: boolean;
  readonly debug?: boolean;
}
type Flag = "terse" | "passthrough" | "debug";

function parsed(args: readonly string[]): OptionValues {
  const plain = plainOptions(args, FILTER_OPTIONS);
  if (plain !== undefined) return plain as OptionValues;
  const { parseArgs } = process.getBuiltinModule("node:util");
  try {
    return parseArgs({ args: [...args], options: FILTER_OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    throw new UsageError((error as Error).message.replace(/\. .*/s, ""));
  }
}

/** In seconds: a delivery that waits longer holds up the next. */
const DEFAULT_TIMEOUT = "2";
const MOST_TIMEOUT = 3600;

function millisecondsOf(text: string): number {
  const seconds = text.trim() === "" ? Number.NaN : Number(text);
  if (seconds > 0 && seconds <= MOST_TIMEOUT) return seconds * 1000;
  throw new UsageError(
    `server-timeout: required seconds, more than 0 and at most ${MOST_TIMEOUT}, got ${JSON.stringify(text)}`,
  );
}

function cutoffsOf(text: string): [number, number] {
  const parts = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [low, high = low] = parts;
  if (parts.length > 2 || parts.some(Number.isNaN)) {
    throw new UsageError(`cutoffs: required one number or two with a comma between, got ${JSON.stringify(text)}`);
  }
  return [low, high];
}
