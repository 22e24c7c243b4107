import { type Command, InvalidArgumentError, Option } from "commander";
import { DataError, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import {
  type ConfigFile,
  type ConfigValue,
  FOLDER_FILE,
  folderLines,
  maySet,
  NO_MODEL,
  pathIn,
  readConfig,
  refusedLines,
} from "./config.js";
import type { CommonOptions } from "./options.js";

/** The option `-m`. If it is not given, the environment or a configuration file names the model. */
class ModelOption extends Option {
  isNeeded = true;
}

/** Adds `-m`. @param isNeeded whether the command always needs a model */
export function withModel(command: Command, description = "the model", isNeeded = true): Command {
  return command.addOption(Object.assign(new ModelOption("-m, --model <file>", description), { isNeeded }));
}

/** Options filled in from configuration files, as words of a command line. */
let filled: string[] = [];

/** Returns the words of the command line, with those that a configuration file added. */
export function commandWords(): string[] {
  return [...process.argv.slice(2), ...filled];
}

/**
 * Fills in what the command line leaves open: the model from `THRESHER_MODEL`, then options from `thresher.json` and
 * from the user's configuration. An option on the command line keeps out those that it cannot be combined with.
 *
 * @throws DataError if a configuration file is wrong; UsageError if no model is named anywhere.
 */
export function fillDefaults(command: Command): void {
  const files = readConfig();
  const { THRESHER_MODEL } = process.env;
  const { quiet } = command.opts<Partial<CommonOptions>>();
  const typed = command.options.filter((option) => sourceOf(command, option) === "cli");
  const isOpen = (option: Option) =>
    ["default", undefined].includes(sourceOf(command, option)) && !typed.some((other) => excludes(other, option));
  const fill = (option: Option, value: unknown, words: readonly string[]) => {
    command.setOptionValueWithSource(option.attributeName(), value, "config");
    filled = [...filled, ...words];
  };
  filled = [];
  const [used, ignored]: string[][] = [[], []];
  const model = command.options.find((option) => option instanceof ModelOption);
  if (THRESHER_MODEL && model !== undefined && isOpen(model)) fill(model, THRESHER_MODEL, ["--model", THRESHER_MODEL]);
  for (const file of files) {
    const defaults = [...modelIn(file, command.name(), model), ...defaultsIn(file, command)];
    for (const { option, parsed, words, isAllowed } of defaults) {
      if (parsed === undefined || !isOpen(option)) continue;
      if (file.path === FOLDER_FILE) (isAllowed ? used : ignored).push(option.name());
      if (isAllowed) fill(option, parsed, words);
    }
  }
  const notices = quiet ? [] : [...refusedLines(files), ...folderLines({ used, ignored }), ...notesOn(process.argv)];
  for (const line of notices) console.error(`thresher: ${safeText(line)}`);
  if (model?.isNeeded && command.opts().model === undefined) throw new UsageError(NO_MODEL);
}

/** A default for an option. */
export interface OptionDefault {
  readonly option: Option;
  /** The value for the command; undefined for a flag that is off. */
  readonly parsed: unknown;
  /** The default as words of a command line. */
  readonly words: readonly string[];
  /** Whether the file may set it. */
  readonly isAllowed: boolean;
}

/** Returns the defaults that a configuration file has for a command. @throws DataError if one is not allowed. */
export function defaultsIn(file: ConfigFile, command: Command): OptionDefault[] {
  const own = Object.hasOwn(file.defaults, command.name()) ? file.defaults[command.name()] : {};
  const chosen = Object.entries(own).map(([name, value]) => {
    const option = optionFor(file, command, name);
    const parsed = parsedValue(file, command, option, value);
    return { option, parsed, words: wordsOf(file, option, value), isAllowed: maySet(file, name, value) };
  });
  for (const { option } of chosen) {
    const clash = chosen.find((other) => excludes(option, other.option));
    if (clash === undefined) continue;
    throw new DataError(
      `${file.path}: ${option.long} and ${clash.option.long} of ${command.name()} cannot be combined`,
    );
  }
  return chosen;
}

/** Returns the default that a file has for all commands with `-m`, unless it has another for this one. */
function modelIn(file: ConfigFile, command: string, option: Option | undefined): OptionDefault[] {
  const { model, path, defaults } = file;
  if (model === undefined || option === undefined || defaults[command]?.model !== undefined) return [];
  const parsed = pathIn(path, model);
  return [{ option, parsed, words: ["--model", parsed], isAllowed: maySet(file, "model", model) }];
}

function sourceOf(command: Command, option: Option): string | undefined {
  return command.getOptionValueSource(option.attributeName());
}

/** Returns whether two options cannot be combined. */
function excludes(a: Option, b: Option): boolean {
  // The types of commander lack this list.
  const conflictsOf = (option: Option) => (option as Option & { conflictsWith: readonly string[] }).conflictsWith;
  return conflictsOf(a).includes(b.attributeName()) || conflictsOf(b).includes(a.attributeName());
}

/** Returns whether the word after an option names a file, a folder or a socket. */
function isPath(option: Option): boolean {
  return /<(?:file|folder|path|journal)>$/.test(option.flags);
}

function optionFor(file: ConfigFile, command: Command, name: string): Option {
  const option = command.options.find(({ long, negate }) => long === `--${name}` && !negate);
  if (option !== undefined && name !== "help-all") return option;
  throw new DataError(`${file.path}: thresher ${command.name()} has no option ${JSON.stringify(`--${name}`)}`);
}

/** Returns the value as commander would have it from the command line; undefined for a flag that is switched off. */
function parsedValue(file: ConfigFile, command: Command, option: Option, value: ConfigValue): unknown {
  if (typeof value !== "boolean") {
    if (!option.required && !option.optional) throw wrong(file, option, "write true or false");
    return parsedTexts(file, option, textsOf(file, option, value));
  }
  if (option.required) throw wrong(file, option, `write a value, not ${value}`);
  if (value && option.presetArg !== undefined) return parsedTexts(file, option, [option.presetArg]);
  const canBeOff = command.options.some(({ long }) => long === option.long?.replace("--", "--no-"));
  return value || canBeOff ? value : undefined;
}

function textsOf(file: ConfigFile, option: Option, value: string | number | readonly (string | number)[]): string[] {
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  return isPath(option) ? texts.map((text) => pathIn(file.path, text)) : texts;
}

function parsedTexts(file: ConfigFile, option: Option, texts: readonly unknown[]): unknown {
  try {
    return texts.reduce<unknown>(
      (before, text) => (option.parseArg === undefined ? text : option.parseArg(String(text), before)),
      undefined,
    );
  } catch (error) {
    if (!(error instanceof InvalidArgumentError || error instanceof UsageError)) throw error;
    throw wrong(file, option, error.message);
  }
}

function wrong({ path }: ConfigFile, { long }: Option, what: string): DataError {
  return new DataError(`${path}: ${long}: ${what}`);
}

function wordsOf(file: ConfigFile, option: Option, value: ConfigValue): string[] {
  const long = option.long ?? "";
  if (typeof value === "boolean") return [value ? long : long.replace("--", "--no-")];
  return textsOf(file, option, value).flatMap((text) => [long, text]);
}

/** Returns a note on `--ngrams 2`, whose meaning may surprise. */
function notesOn(words: readonly string[]): string[] {
  const size = /(?:^| )--ngrams[ =]([2-9])(?= |$)/.exec(words.join(" "))?.[1];
  if (size === undefined) return [];
  return [`--ngrams ${size} uses runs of exactly ${size} words as terms; --ngrams 1-${size} uses single words too`];
}
