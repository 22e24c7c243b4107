import { dirname, join, resolve } from "node:path";
import { isRecord } from "../../base/checks.js";
import { DataError, orDataError, UsageError } from "../../base/errors.js";
import { homeFolder, readOwnFile, userFile } from "./own-file.js";

/** The value of an option. An array gives the option several times. */
export type ConfigValue = string | number | boolean | readonly (string | number)[];

/** A configuration file that exists. */
export interface ConfigFile {
  readonly path: string;
  /** Why the file is not used; undefined if it is used. */
  readonly refused?: string;
  /** The path of the default model, relative to the folder of the file. */
  readonly model?: string;
  /** The default options of each command: values by the names of long options. */
  readonly defaults: Readonly<Record<string, Readonly<Record<string, ConfigValue>>>>;
}

/** The error if no model is named. */
export const NO_MODEL = 'no model: give -m FILE, set THRESHER_MODEL, or write {"model": "FILE"} to thresher.json';

/** Returns the path of the model that is named. @throws UsageError if there is none */
export function requiredModel(model: string | undefined): string {
  if (model !== undefined) return model;
  throw new UsageError(NO_MODEL);
}

/** The configuration file of the current folder. */
export const FOLDER_FILE = "thresher.json";

/** Returns the paths where configuration files may be, the nearest first. A nearer file overrides the next. */
export function configPaths(): string[] {
  return [FOLDER_FILE, userFile("config.json")];
}

/**
 * Reads the configuration files that exist, the nearest first. A file that another user may write to is marked as
 * refused, and its content is not read.
 *
 * @throws DataError if a file cannot be read or is not a valid configuration.
 */
export function readConfig(): ConfigFile[] {
  return configPaths().flatMap((path): ConfigFile[] => {
    const file = readOwnFile(path);
    if (file === undefined) return [];
    if (file.refused !== undefined) return [{ path, defaults: {}, refused: file.refused }];
    return [{ path, ...configFrom(file.content.toString(), path) }];
  });
}

/** For each file that is not used, a line that says why. */
export function refusedLines(files: readonly ConfigFile[]): string[] {
  return files.flatMap(({ path, refused }) => (refused === undefined ? [] : [`${path} is not used: ${refused}`]));
}

/** Resolves a path in a configuration file: from the folder of the file or, with `~/`, from the home folder. */
export function pathIn(file: string, path: string): string {
  if (path.startsWith("~/")) return join(homeFolder(), path.slice(2));
  return dirname(file) === "." ? path : resolve(dirname(file), path);
}

/** Parses the content of a configuration file. @throws DataError if it is not a JSON object */
export function jsonObject(text: string, path: string): Record<string, unknown> {
  const parse = (): unknown => JSON.parse(text);
  const config = orDataError(parse, (why) => `${path} is not valid JSON: ${why}`);
  if (isRecord(config)) return config;
  throw new DataError(`${path}: write a JSON object, such as {"model": "mail.model"}`);
}

/** Parses and checks the content of a configuration file. */
function configFrom(text: string, path: string): Pick<ConfigFile, "model" | "defaults"> {
  const { model, defaults = {}, accounts, ...others } = jsonObject(text, path);
  const [unknown] = Object.keys(others);
  const isInFolder = path === FOLDER_FILE;
  const wrong = [
    isInFolder && accounts !== undefined && `"accounts" cannot be here: write them to ${userFile("config.json")}`,
    unknown !== undefined &&
      `unknown key ${JSON.stringify(unknown)}; the keys are "model" and "defaults"${isInFolder ? "" : ', and "accounts"'}`,
    model !== undefined &&
      (typeof model !== "string" || model === "") &&
      `"model" must be the path of a model, not ${JSON.stringify(model)}`,
    ...defaultsFaults(defaults),
  ].find((fault) => fault !== false);
  if (wrong !== undefined) throw new DataError(`${path}: ${wrong}`);
  return { model, defaults } as Pick<ConfigFile, "model" | "defaults">;
}

/** Says what is wrong with the default options of commands. */
function defaultsFaults(defaults: unknown): string[] {
  if (!isRecord(defaults)) return ['"defaults" must be an object, such as {"evaluate": {"folds": 10}}'];
  const isScalar = (value: unknown) => typeof value === "string" || typeof value === "number";
  return Object.entries(defaults).flatMap(([command, options]) => {
    const where = `"defaults" of ${JSON.stringify(command)}`;
    if (!isRecord(options)) return [`${where} must be an object, such as {"folds": 10}`];
    const wrong = Object.entries(options).filter(
      ([, value]) => !(typeof value === "boolean" || [value].flat().every(isScalar)),
    );
    return wrong.map(
      ([name]) => `${where}: ${JSON.stringify(name)} must be a string, a number, true, false or a list of these`,
    );
  });
}
