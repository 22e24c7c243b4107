import { rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { withLock } from "../../documents/files/file-lock.js";
import { exists } from "../../documents/files/open-file.js";
import {
  removeAbandoned,
  requirePlace,
  resolvedTarget,
  temporaryPrefix,
  writeAtomically,
} from "../../documents/files/write-file.js";
import type { TextModel } from "../text-model.js";
import { load } from "./model-file.js";
import { serialize } from "./save-model.js";

/** The options of changing a model file. */
export interface UpdateOptions {
  /** How long to wait for another process that changes it, in seconds. Default 10. */
  readonly wait?: number | undefined;
  /** Whether to keep no earlier model: an existing `path.previous` is removed. Default false. */
  readonly forget?: boolean | undefined;
}

/** Seconds. Learning messages takes less time, and programs that deliver mail wait longer. */
const WAIT = 10;

/**
 * Reads a model, changes it and writes it again under a lock, so that no change of another process is lost. If the
 * process is killed, the file is the old model or the new one. The old one is kept as `path.previous`, with
 * all that it has learned.
 *
 * @param change gets the model, or undefined if there is no file. If it returns the same model, nothing is written
 * @returns the result of `change`
 * @throws DataError if the file is not a model or cannot be written, or another process holds the lock for too long.
 *
 * @example
 * const letter = { id: "letter.eml", label: "spam", bytes: readFileSync("letter.eml") };
 * updateModel("new.model", (model = newModel({ preset: "mail" })) => learn(model, [letter]));
 */
export function updateModel<T extends { readonly model: TextModel }>(
  path: string,
  change: (model: TextModel | undefined) => T,
  { wait = WAIT, forget = false }: UpdateOptions = {},
): T {
  return alone(path, wait, (target) => {
    const model = exists(target) ? load(path) : undefined;
    const result = change(model);
    if (result.model !== model) writeAtomically(path, serialize(result.model), { keepPrevious: !forget });
    if (forget) rmSync(`${target}.previous`, { force: true });
    return result;
  });
}

/** Seconds. After a long training, it is worth waiting until another process has learned a folder. */
const LONG_WAIT = 600;

/**
 * Writes a model as `updateModel` does, without reading the file that it replaces. Documents that another process
 * learned since the training began are only in `path.previous`.
 *
 * @param options the default of `wait` is 600
 * @throws DataError if it cannot be written, or another process holds the lock for too long. The old file then stays.
 */
export function replaceModel(path: string, model: TextModel, { wait = LONG_WAIT }: UpdateOptions = {}): void {
  const bytes = serialize(model);
  alone(path, wait, () => writeAtomically(path, bytes, { keepPrevious: true }));
}

/** Runs a function while holding the lock of a model file. It gets the path without links. @param wait in seconds */
function alone<T>(path: string, wait: number, run: (target: string) => T): T {
  requirePlace(path);
  const target = resolvedTarget(path);
  return withLock(lockOf(target), 1000 * wait, () => {
    removeAbandoned(target);
    return run(target);
  });
}

/** In bytes. The files beside a lock have names that are 27 bytes longer, and file systems allow 255. */
const MAX_NAME_LENGTH = 220;

/** Returns the path of the lock, in the folder of the model file. Its name is short if that of the model is long. */
function lockOf(target: string): string {
  const isShort = Buffer.byteLength(basename(target)) <= MAX_NAME_LENGTH;
  return isShort ? `${target}.lock` : join(dirname(target), `${temporaryPrefix(target)}lock`);
}
