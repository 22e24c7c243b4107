import { basename, dirname, join } from "node:path";
import { withLock } from "../../documents/files/file-lock.js";
import { exists } from "../../documents/files/files.js";
import {
  removeAbandoned,
  requirePlace,
  resolvedTarget,
  temporaryPrefix,
  writeAtomically,
} from "../../documents/files/write-file.js";
import type { TextModel } from "../text-model.js";
import { load } from "./model-file.js";
import { modelToBytes } from "./save-model.js";

/** How a model file is changed. */
export interface UpdateOptions {
  /** How long to wait for another process that changes it, in seconds. Default 10. */
  readonly wait?: number | undefined;
}

/** Seconds: longer than any number of single messages takes, shorter than whoever delivers mail waits. */
const WAIT = 10;

/**
 * Reads a model, changes it and writes it again, while no other process does: of two that
 * learn at the same time, both are learned. Whenever the process is killed, the file is the
 * old model or the new one. The old one is kept beside it, as `path.previous`.
 *
 * @param change is given the model, undefined if there is no such file; if it gives the very same back, nothing is written
 * @returns what `change` did
 * @throws DataError if the file is no model or cannot be written, or another process holds its lock all the time.
 *
 * @example
 * const letter = { id: "letter.eml", label: "spam", bytes: readFileSync("letter.eml") };
 * updateModel("new.model", (model = newModel({ preset: "mail" })) => learn(model, [letter]));
 */
export function updateModel<T extends { readonly model: TextModel }>(
  path: string,
  change: (model: TextModel | undefined) => T,
  { wait = WAIT }: UpdateOptions = {},
): T {
  return alone(path, wait, (target) => {
    const model = exists(target) ? load(path) : undefined;
    const result = change(model);
    if (result.model !== model) writeAtomically(path, modelToBytes(result.model), true);
    return result;
  });
}

/** Seconds: what was trained for long is not thrown away because somebody learns a folder. */
const LONG_WAIT = 600;

/**
 * Writes a model in the place of whatever is there, which is kept beside it as
 * `path.previous`, while no other process changes it: as `updateModel`, but the file that is
 * there is not read. What another process learned since the training began is in that alone.
 *
 * @param options the default of `wait` is 600
 * @throws DataError if it cannot be written, or another process holds its lock all the time; what stood there before is untouched.
 */
export function replaceModel(path: string, model: TextModel, { wait = LONG_WAIT }: UpdateOptions = {}): void {
  const bytes = modelToBytes(model);
  alone(path, wait, () => writeAtomically(path, bytes, true));
}

/** While no other process does what is done so to the same file. */
function alone<T>(path: string, wait: number, run: (target: string) => T): T {
  requirePlace(path);
  const target = resolvedTarget(path);
  return withLock(lockOf(target), 1000 * wait, () => {
    removeAbandoned(target);
    return run(target);
  });
}

/** Of a name, in bytes: what stands beside a lock has 27 more, and file systems allow 255. */
const LONGEST_NAME = 220;

function lockOf(target: string): string {
  const isShort = Buffer.byteLength(basename(target)) <= LONGEST_NAME;
  return isShort ? `${target}.lock` : join(dirname(target), `${temporaryPrefix(target)}lock`);
}
