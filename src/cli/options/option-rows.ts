import { type ParseArgsConfig, parseArgs } from "node:util";
import { UsageError } from "../../base/errors.js";
import { InvalidValue, limit, oneOf } from "./parsers.js";

/**
 * Reads the text of a value. For an option that may be given several times, `before` is the value so far. Throws
 * UsageError for a wrong text.
 */
type Parser = (text: string, before: never) => unknown;

interface OptionDetails {
  readonly default?: unknown;
  /** The value if the option is given without one. */
  readonly preset?: string;
  readonly conflicts?: readonly string[];
  /** The values of other options that this option sets, unless they are given. */
  readonly implies?: Readonly<Record<string, unknown>>;
  readonly isHidden?: boolean;
  /** Whether the command line, the environment or a configuration file must give it. */
  readonly isNeeded?: boolean;
  /** Whether it names the model, which may have a default. */
  readonly isModel?: boolean;
}

/**
 * Options as data. For each option, by its flags: what it does, and how its value is read. The value is one of a few
 * words, or a function reads it.
 */
export type OptionRows = Readonly<Record<string, OptionRow>>;

/** A row: the description for the help, then a parser, the allowed words and other details, in any order. */
type OptionRow = string | readonly [does: string, ...how: (Parser | readonly string[] | OptionDetails)[]];

/** An option, with the parts of its row named. */
interface NamedRow extends OptionDetails {
  readonly flags: string;
  readonly does: string;
  readonly parse?: Parser;
  readonly choices?: readonly string[];
}

/** Returns the options with the parts of their rows named, in the same order. */
export function namedRows(rows: OptionRows): NamedRow[] {
  return Object.entries(rows).map(([flags, row]) => {
    const [does, ...how] = typeof row === "string" ? [row] : row;
    const named = { flags, does };
    for (const part of how) {
      const member = Array.isArray(part) ? { choices: part, parse: oneOf(part) } : part;
      Object.assign(named, typeof member === "function" ? { parse: member } : member);
    }
    return named;
  });
}

/**
 * Reads flags such as `-m, --model <file>`.
 *
 * @returns the names without dashes, whether the option takes a value, and whether this cannot be left out
 */
export function readFlags(flags: string) {
  const [, short, name, value] = /^(?:-(\w), )?--([\w-]+)(?: (.*))?$/.exec(flags) as (string | undefined)[] &
    RegExpExecArray;
  return { name, short, takesValue: value !== undefined, needsValue: value?.startsWith("<") ?? false };
}

/**
 * Parses the options of a command line, without commander.
 *
 * @returns the values, and the defaults of options that are not given, by the long names of the options
 * @throws UsageError if the command line is wrong.
 */
export function parsedOptions(rows: OptionRows, args: readonly string[]): Record<string, unknown> {
  const named = namedRows(rows).map((row) => ({ ...row, ...readFlags(row.flags) }));
  const options = named.map(({ name, short, takesValue }) => {
    return [name, { type: takesValue ? "string" : "boolean", ...(short !== undefined && { short }) }] as const;
  });
  const values = textsOf(args, Object.fromEntries(options));
  return Object.fromEntries(
    named.map(({ name, parse, default: value }) => {
      const text = values[name];
      return [name, typeof text === "string" && parse !== undefined ? parsedValue(name, text, parse) : (text ?? value)];
    }),
  );
}

/** Returns the given options: texts, or true for an option without a value. @throws UsageError if one is wrong */
function textsOf(args: readonly string[], options: ParseArgsConfig["options"]): Record<string, unknown> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: false }).values;
  } catch (error) {
    // Only the first sentence of the message: Node then advises on arguments, which these commands do not take.
    throw new UsageError((error as Error).message.replace(/\. .*/s, ""));
  }
}

/** Returns the value of an option. @throws UsageError that names the option and the text, if the text is wrong */
function parsedValue(name: string, text: string, parse: Parser): unknown {
  try {
    return parse(text, undefined as never);
  } catch (error) {
    throw error instanceof InvalidValue ? new UsageError(`--${name} ${JSON.stringify(text)}: ${error.message}`) : error;
  }
}

/** The option of the commands that decide. */
export const HISTORY: OptionRows = {
  "--history <file>":
    "add each decision to this file, for thresher review: sender, subject, class and the strongest terms, and no text",
};

/** The option of the commands that file or leave a document by how sure its class is. */
export const ERRORS_AT_MOST: OptionRows = {
  "--errors-at-most <share>": [
    "be unsure of as many documents as needed so that at most this share, such as 1%, of the others is wrong",
    limit,
  ],
};

/** The option of the commands that may find a document to be of no class. */
export const NONE_BELOW: OptionRows = {
  "--none-below <share>": [
    "answer none of these for documents that hardly resemble any class; lose at most about this share, such as 5%, of those that belong to one",
    limit,
    { conflicts: ["labels", "leaveOneOut", "multiLabel"] },
  ],
};

/** The options that name a user whose lessons are above the model. */
export const LESSONS: OptionRows = {
  "--models <path>": [
    "lessons of users, above the model: %u is the name",
    { conflicts: ["forget", "output", "server", "undo"] },
  ],
  "--user <name>": "with --models: the user",
};

/** The options of output, which nearly every command takes. */
export const OUTPUT: OptionRows = {
  "--json": "print one JSON document on standard output",
  "--quiet": "print no messages and no progress, only results and errors",
};

/** The option of the model. @param isNeeded whether the command stops if no model is named anywhere */
export function model(does = "the model", isNeeded = true): OptionRows {
  return { "-m, --model <file>": [does, { isModel: true, isNeeded }] };
}
