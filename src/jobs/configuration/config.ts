import { closeSync, constants, fstatSync, openSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isRecord } from "../../base/checks.js";
import { DataError, orDataError, reason, UsageError } from "../../base/errors.js";
import { isOnlyOurs } from "../../base/only-ours.js";
import { makePrivateFolder } from "../../documents/files/write-file.js";

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

/** The message of the error if no model is named. */
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

/** A file that exists: its content, or why it is not used. */
type OwnFile = { readonly content: Buffer; readonly refused?: undefined } | { readonly refused: string };

/** Reading a larger file is an error; no real configuration comes near this. */
const MAX_BYTES = 1 << 20;

/** Returns the path of one of the user's configuration files: below `$XDG_CONFIG_HOME`, otherwise below `~/.config`. */
export function userFile(name: string): string {
  const { XDG_CONFIG_HOME } = process.env;
  const folder = XDG_CONFIG_HOME?.startsWith("/") ? XDG_CONFIG_HOME : join(homeFolder(), ".config");
  return join(folder, "thresher", name);
}

/** Returns the home folder of the user: `HOME`, otherwise the one that the system has for the account. */
export function homeFolder(): string {
  return process.env.HOME || process.getBuiltinModule("node:os").homedir();
}

/**
 * Reads a file, unless another user may write to it or put another in its place.
 *
 * @returns undefined if there is no file
 * @throws DataError if it cannot be read, is too large or is not a regular file.
 */
export function readOwnFile(path: string): OwnFile | undefined {
  let file: number;
  try {
    // Without O_NONBLOCK, opening a pipe would wait for its writer.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // EACCES: a program that runs as another user may be unable to read its HOME.
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return undefined;
    throw new DataError(`${path} cannot be read: ${reason(error)}`);
  }
  try {
    const status = fstatSync(file);
    if (!status.isFile()) throw new DataError(`${path} is not a file`);
    if (!isOnlyOurs(status)) return { refused: "another user owns the file or may write to it" };
    if (!isOnlyOurs(statSync(dirname(path)))) return { refused: "another user owns its folder or may write to it" };
    if (status.size > MAX_BYTES) throw new DataError(`${path} is larger than ${MAX_BYTES / 2 ** 20} MiB`);
    return { content: readFileSync(file) };
  } finally {
    closeSync(file);
  }
}

/** Returns the folder for the state of a mail account, which only the user may enter. @param make whether to make it */
export function accountState(name: string, make: boolean): string {
  const { XDG_STATE_HOME } = process.env;
  const state = XDG_STATE_HOME?.startsWith("/") ? XDG_STATE_HOME : join(homeFolder(), ".local/state");
  const folder = join(state, "thresher/mailbox", name);
  if (make) makePrivateFolder(folder);
  return folder;
}
