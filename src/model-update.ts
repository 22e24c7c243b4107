import { removeAbandoned } from "./documents/abandoned.js";
import { withLock } from "./documents/file-lock.js";
import { exists } from "./documents/files.js";
import { requirePlace, resolvedTarget, writeAtomically } from "./documents/write-file.js";
import { load } from "./model-file.js";
import { modelToBytes } from "./save-model.js";
import type { TextModel } from "./text-model.js";

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
 */
export function updateModel<T extends { readonly model: TextModel }>(
  path: string,
  change: (model: TextModel | undefined) => T,
  { wait = WAIT }: UpdateOptions = {},
): T {
  requirePlace(path);
  const target = resolvedTarget(path);
  return withLock(`${target}.lock`, 1000 * wait, () => {
    removeAbandoned(target);
    const model = exists(target) ? load(path) : undefined;
    const result = change(model);
    if (result.model !== model) writeAtomically(path, modelToBytes(result.model), true);
    return result;
  });
}
