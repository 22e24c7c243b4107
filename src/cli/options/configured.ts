import { dirname } from "node:path";
import { DataError } from "../../base/errors.js";
import { type ConfigFile, type ConfigValue, FOLDER_FILE, pathIn } from "../../jobs/configuration/config.js";
import { mayFolderSet } from "./folder-options.js";
import { readFlags } from "./option-rows.js";

/** A command whose options may have defaults in configuration files. */
export interface Configurable<Option extends { readonly flags: string }> {
  readonly name: string;
  readonly options: readonly Option[];
  /** Whether the command uses the file's default model. */
  readonly takesModel: boolean;
}

/** A default that a configuration file has for an option. */
export interface ConfigDefault<Option> {
  readonly option: Option;
  /** The long name of the option, without dashes. */
  readonly name: string;
  /** The texts of an option with a value, paths resolved; otherwise whether the option is on. */
  readonly value: boolean | readonly string[];
  /** The path of the file. */
  readonly from: string;
  /** Whether the file may set it. */
  readonly isAllowed: boolean;
}

/** Returns the defaults that a configuration file has for a command. @throws DataError if one is wrong. */
export function configuredIn<Option extends { readonly flags: string }>(
  file: ConfigFile,
  { name: command, options, takesModel }: Configurable<Option>,
): ConfigDefault<Option>[] {
  const ofCommand = Object.hasOwn(file.defaults, command) ? file.defaults[command] : {};
  const model = takesModel && file.model !== undefined && { model: file.model };
  const values: typeof ofCommand = { ...model, ...ofCommand };
  const optionOf = (name: string) => options.find(({ flags }) => readFlags(flags).name === name);
  return Object.entries(values).flatMap(([name, given]) => {
    const off = optionOf(`no-${name}`);
    // A file turns an option off with `false`, so it cannot name `no-…` itself.
    const option = (name.startsWith("no-") ? undefined : optionOf(name)) ?? (given === false ? off : undefined);
    if (option === undefined) {
      throw new DataError(`${file.path}: thresher ${command} has no option ${JSON.stringify(`--${name}`)}`);
    }
    const value = checkedValue(file, option.flags, given);
    // An option without a `--no-` form is off anyway.
    if (value === false && off === undefined) return [];
    return [{ option, name, value, from: file.path, isAllowed: maySet(file, name, given) }];
  });
}

/** Returns whether a file may set an option to a value. The file in the current folder may set only some. */
export function maySet({ path }: ConfigFile, name: string, value: ConfigValue): boolean {
  return path !== FOLDER_FILE || mayFolderSet(name, value, dirname(path));
}

/**
 * Chooses among the defaults of all files: for each option, that of the nearest file which may set it.
 *
 * @param found those of the nearest file first
 * @returns the defaults, and lines that name the options that the file in the current folder sets, or may not set
 */
export function chosenDefaults<Default extends ConfigDefault<unknown>>(found: readonly Default[]) {
  const allowed = found.filter(({ isAllowed }) => isAllowed);
  const defaults = allowed.filter((one, i) => allowed.findIndex(({ name }) => name === one.name) === i);
  // The user may not know the file in the current folder, because it may have come in an archive.
  const [used, ignored] = [defaults, found.filter(({ isAllowed }) => !isAllowed)].map((some) =>
    some.flatMap(({ name, from }) => (from === FOLDER_FILE ? [`--${name}`] : [])).join(", "),
  );
  const lines = [
    used && `${FOLDER_FILE} sets ${used}`,
    ignored && `${FOLDER_FILE} may not set ${ignored}: type it, or set it in ~/.config/thresher/config.json`,
  ].filter((line) => line !== "");
  return { defaults, lines };
}

/**
 * Checks a value against the flags of its option.
 *
 * @returns whether the option is on, or the texts of its value, with paths resolved
 * @throws DataError if the value does not fit.
 */
function checkedValue(file: ConfigFile, flags: string, value: ConfigValue): boolean | string[] {
  const { name, takesValue, needsValue } = readFlags(flags);
  const wrong = (what: string) => new DataError(`${file.path}: --${name}: ${what}`);
  if (typeof value === "boolean") {
    if (needsValue) throw wrong(`write a value, not ${value}`);
    return value;
  }
  if (!takesValue) throw wrong("write true or false");
  const texts = [value].flat().map(String);
  return texts.map((text) => (isPath(flags, text) ? pathIn(file.path, text) : text));
}

/** Returns whether the value of an option names a file, a folder or a socket. */
function isPath(flags: string, text: string): boolean {
  return /<(?:file|folder|path|journal)>$/.test(flags) || (/<path\|port>$/.test(flags) && !/^\d+$/.test(text));
}
