import type { Command, Option } from "commander";
import { DataError, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { type ConfigFile, NO_MODEL, readConfig, refusedLines } from "../../jobs/configuration/config.js";
import { type ConfigDefault, chosenDefaults, configuredIn } from "./configured.js";
import { CommandOption, type CommonOptions, fullName } from "./options.js";
import { insteadOf } from "./other-names.js";
import { isRepeatable } from "./parsers.js";

/**
 * Fills in options that the command line leaves open: the model from `THRESHER_MODEL`, then options from
 * `thresher.json` and from the user's configuration. An option on the command line keeps out those that it cannot be
 * combined with.
 *
 * @throws DataError if a configuration file is wrong; UsageError if an option that is needed is named nowhere.
 */
export function fillDefaults(command: Command): void {
  const { THRESHER_MODEL } = process.env;
  const sourceOf = (option: Option) => command.getOptionValueSource(option.attributeName());
  const typed = command.options.filter((option) => sourceOf(option) === "cli");
  const isOpen = (option: Option) =>
    ["default", undefined].includes(sourceOf(option)) && !typed.some((other) => excludes(other, option));
  const fill = (option: Option, value: unknown) =>
    command.setOptionValueWithSource(option.attributeName(), value, "config");
  const model = command.options.find(isModel);
  if (THRESHER_MODEL && model !== undefined && isOpen(model)) fill(model, THRESHER_MODEL);
  const files = readConfig();
  const found = files.flatMap((file) => defaultsIn(file, command, model !== undefined));
  const { defaults, lines } = chosenDefaults(found.filter(({ option }) => isOpen(option)));
  for (const { option, parsed } of defaults) fill(option, parsed);
  const notices = command.opts<CommonOptions>().quiet ? [] : [...refusedLines(files), ...lines];
  for (const line of notices) console.error(`thresher: ${safeText(line)}`);
  for (const option of command.options) {
    const isGiven = command.getOptionValue(option.attributeName()) !== undefined;
    if (option instanceof CommandOption && option.isNeeded && !isGiven) throw missing(option, command);
  }
}

/** Returns whether an option names the model, which may have a default. */
export function isModel(option: Option): boolean {
  return option instanceof CommandOption && option.isModel;
}

/** The error if an option that is needed is named nowhere. */
function missing(option: CommandOption, command: Command): UsageError {
  if (option.isModel) return new UsageError(NO_MODEL);
  const [, value = ""] = /<(.*)>/.exec(option.flags) ?? [];
  const what = option.description.split(/;| \(/, 1)[0];
  return new UsageError(`${fullName(command)} needs ${option.short ?? option.long} ${value.toUpperCase()}: ${what}`);
}

/** A default for an option, with the value that commander would have from the command line. */
interface OptionDefault extends ConfigDefault<Option> {
  readonly parsed: unknown;
}

/**
 * Returns the defaults that a configuration file has for a command.
 *
 * @param takesModel whether its default model is one of them
 * @throws DataError if one is not allowed.
 */
export function defaultsIn(file: ConfigFile, command: Command, takesModel = false): OptionDefault[] {
  const options = command.options.filter((option) => option.name() !== "help-all");
  const name = fullName(command);
  for (const option of Object.keys(file.defaults[name] ?? {})) {
    const instead = options.some(({ long }) => long === `--${option}`) ? "" : insteadOf(name, `--${option}`);
    if (instead !== "") throw new DataError(`${file.path}: thresher ${name} has no option "--${option}"${instead}`);
  }
  const chosen = configuredIn(file, { name, options, takesModel }).map((found) => {
    return { ...found, parsed: parsedValue(file, found) };
  });
  for (const { option } of chosen) {
    const clash = chosen.find((other) => excludes(option, other.option));
    if (clash === undefined) continue;
    throw new DataError(`${file.path}: ${option.long} and ${clash.option.long} of ${name} cannot be combined`);
  }
  return chosen;
}

/** Returns a default as words of a command line. */
export function wordsOf({ name, value }: Pick<OptionDefault, "name" | "value">): string[] {
  if (typeof value === "boolean") return [value ? `--${name}` : `--no-${name}`];
  return value.flatMap((text) => [`--${name}`, text]);
}

/** Returns whether two options cannot be combined. */
function excludes(a: Option, b: Option): boolean {
  // The types of commander lack this list.
  const conflictsOf = (option: Option) => (option as Option & { conflictsWith: readonly string[] }).conflictsWith;
  return conflictsOf(a).includes(b.attributeName()) || conflictsOf(b).includes(a.attributeName());
}

/** Returns the value as commander would have it from the command line. */
function parsedValue(file: ConfigFile, { option, name, value }: ConfigDefault<Option>): unknown {
  if (value === false || (value === true && option.presetArg === undefined)) return value;
  const texts = value === true ? [String(option.presetArg)] : value;
  if (texts.length > 1 && !isRepeatable(option)) {
    throw new DataError(`${file.path}: --${name}: write one value, not ${texts.length}`);
  }
  const parse = option.parseArg ?? ((text: string) => text);
  try {
    return texts.reduce<unknown>((before, text) => parse(text, before), undefined);
  } catch (error) {
    throw error instanceof UsageError ? new DataError(`${file.path}: --${name}: ${error.message}`) : error;
  }
}
