import { requirePath } from "../../base/checks.js";
import { type NumberArray, prefixed } from "../../classifiers/stored-arrays.js";
import { isStoredModel } from "../../classifiers/stored-classifier.js";
import { writeAtomically } from "../../documents/files/write-file.js";
import { hasUnspaced } from "../../text/words/unspaced.js";
import type { Settings } from "../settings.js";
import { requireModel, type TextModel } from "../text-model.js";
import { FORMAT_VERSION, ID_OFFSETS, IDS, MODEL, notesOf, ROWS } from "./array-names.js";
import { encodeSafetensors } from "./encode-safetensors.js";
import { arraysOfKnown } from "./known-arrays.js";
import { arraysOfCalibration, arraysOfLeftOut, arraysOfTraining } from "./training-arrays.js";

/**
 * Writes a model to a file. The model is first written under another name, so the file always holds the old
 * model or the new one.
 *
 * @throws DataError if it cannot be written. The old file then stays.
 */
export function save(model: TextModel, path: string): void {
  requireModel(model, "save");
  requirePath("save", path);
  writeAtomically(path, serialize(model));
}

/**
 * Returns the bytes of a model file, for example to keep them in a database; `deserialize` makes the model again. The
 * same training documents and settings give the same bytes.
 *
 * @throws UsageError unless the argument is a model, DataError if the model is too large for a file (4 GB).
 */
export function serialize(model: TextModel): Uint8Array {
  requireModel(model, "serialize");
  const { training, calibration, model: scorer, documentIds, keptRows, leftOut, known } = model;
  const arrays = arraysOfTraining(training);
  if (isStoredModel(scorer)) Object.assign(arrays, prefixed(MODEL, scorer.arrays()));
  if (documentIds !== undefined) Object.assign(arrays, arraysOfIds(documentIds));
  if (keptRows !== undefined) Object.assign(arrays, prefixed(ROWS, keptRows.arrays()));
  if (calibration !== undefined) Object.assign(arrays, arraysOfCalibration(calibration));
  if (leftOut !== undefined) Object.assign(arrays, arraysOfLeftOut(leftOut));
  if (known !== undefined) Object.assign(arrays, arraysOfKnown(known));
  const metadata = {
    format: "thresher",
    version: String(FORMAT_VERSION),
    settings: JSON.stringify(recordedSettings(model)),
    labels: JSON.stringify(training.classes.labels),
    arrays: JSON.stringify(notesOf(Object.keys(arrays))),
  };
  return encodeSafetensors({ arrays, metadata });
}

/**
 * Returns the settings that the model file records. The version of ICU is left out if no term is of a
 * script without spaces, because then every version gives the same model. It is always recorded if the model remembers
 * documents, because their text may have been split with the dictionaries.
 */
export function recordedSettings({ settings, training, known }: TextModel): Settings {
  const { icu, ...others } = settings;
  const isRecorded = known !== undefined || (icu !== undefined && hasUnspaced(training.vocabulary.contents().pool));
  return isRecorded ? settings : others;
}

/** Returns the arrays that hold the ids of the kept documents. */
function arraysOfIds(ids: readonly string[]): Record<string, NumberArray> {
  const offsets = new Uint32Array(ids.length + 1);
  const bytes = ids.map((id) => Buffer.from(id));
  for (const [i, { length }] of bytes.entries()) offsets[i + 1] = offsets[i] + length;
  return { [IDS]: Uint8Array.from(Buffer.concat(bytes)), [ID_OFFSETS]: offsets };
}
