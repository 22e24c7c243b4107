import { readFileSync, statSync } from "node:fs";
import type { Calibration } from "./classifiers/calibration.js";
import {
  inconsistent,
  isStoredModel,
  type NumberArray,
  prefixed,
  requiredArray,
  requireRanges,
  withPrefix,
} from "./classifiers/stored-classifier.js";
import { reason } from "./documents/files.js";
import { writeAtomically } from "./documents/write-file.js";
import { DataError, UsageError } from "./errors.js";
import { type Contents, decodeSafetensors, encodeSafetensors } from "./safetensors.js";
import { type Settings, settingsFrom } from "./settings.js";
import { type KeptDocuments, TextModel } from "./text-model.js";
import { arraysOfTraining, trainingOf } from "./training-arrays.js";

/** Before the names of the arrays of a model that no counts suffice for. */
const MODEL = "model.";

/** Before the names of what is kept of documents. */
const DOCUMENTS = "documents.";

/** Before the names of the arrays of their rows, if the model itself has none. */
const ROWS = `${DOCUMENTS}rows.`;

/** Raised by one when an older version could no longer read the file. */
const FORMAT_VERSION = 1;

/**
 * Writes a model to a file. It is written beside the target under another name, synced and
 * then renamed, so that at every moment the file is the old model or the new one.
 *
 * @throws DataError if it cannot be written; what stood there before is untouched.
 */
export function save(model: TextModel, path: string): void {
  writeAtomically(path, modelToBytes(model));
}

/**
 * Reads a model that `save` wrote.
 *
 * @throws DataError that says whether the file is missing, no model, cut short, altered or of a later version.
 */
export function load(path: string): TextModel {
  return modelAt(path, (contents) => modelFromContents(contents));
}

/** A model as one that classifies a message takes it. */
export interface IdentifiedModel {
  readonly model: TextModel;
  /** What tells it from others: the eight hexadecimal digits of the checksum of its file. */
  readonly id: string;
}

/**
 * As `load`, in less time: where the checksum says that the file is as it was written, its
 * counts are not looked at one by one.
 */
export function loadToFilter(path: string): IdentifiedModel {
  return modelAt(path, (contents) => ({
    model: modelFromContents(contents, true),
    id: contents.metadata.checksum.replace("crc32:", ""),
  }));
}

function modelAt<T>(path: string, read: (contents: Contents) => T): T {
  let bytes: Uint8Array;
  try {
    const status = statSync(path);
    if (!status.isFile() && !status.isDirectory()) throw new Error("no regular file");
    bytes = readFileSync(path);
  } catch (error) {
    throw new DataError(`${path}: required a model file, found: ${reason(error)}`);
  }
  try {
    return read(decodeSafetensors(bytes, requireModel));
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw error;
  }
}

/** The bytes of a model file. The same training documents and settings give the same bytes. */
export function modelToBytes(text: TextModel): Uint8Array {
  const { settings, training, calibration, model, documentIds, keptRows } = text;
  const arrays = arraysOfTraining(training);
  if (isStoredModel(model)) Object.assign(arrays, prefixed(MODEL, model.arrays()));
  if (documentIds !== undefined) Object.assign(arrays, arraysOfIds(documentIds));
  if (keptRows !== undefined) Object.assign(arrays, prefixed(ROWS, keptRows.arrays()));
  if (calibration !== undefined) {
    arrays["calibration.temperature"] = Float64Array.of(calibration.offset, calibration.slope);
    if (calibration.steps !== undefined) {
      arrays["calibration.log-odds"] = calibration.steps.logOdds;
      arrays["calibration.accuracy"] = calibration.steps.accuracy;
    }
  }
  const metadata = {
    format: "thresher",
    version: String(FORMAT_VERSION),
    settings: JSON.stringify(settings),
    labels: JSON.stringify(training.classes.labels),
  };
  return encodeSafetensors({ arrays, metadata });
}

/** @throws DataError if the bytes are not those of a model file. */
export function modelFromBytes(bytes: Uint8Array): TextModel {
  return modelFromContents(decodeSafetensors(bytes, requireModel));
}

function modelFromContents(contents: Contents, trusted = false): TextModel {
  try {
    const settings = settingsFrom(JSON.parse(contents.metadata.settings));
    const labels = labelsOf(contents.metadata);
    const model = new TextModel(settings, trainingOf(labels, contents.arrays, settings, trusted), {
      calibration: calibrationOf(contents, settings),
      model: withPrefix(MODEL, contents.arrays),
      documents: documentsOf(contents),
    });
    if (model.memory?.documents.y.length !== model.documentIds?.length) throw inconsistent(IDS);
    return model;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw isConsequence(error) ? inconsistent(error.message) : error;
  }
}

/** Whether an error is what settings or arrays that do not fit together lead to. */
function isConsequence(error: unknown): error is Error {
  return [UsageError, SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
}

/** Looked at before anything else: a later version may lay out arrays, or check them, in a way of its own. */
function requireModel({ format, version }: Contents["metadata"]): void {
  if (format !== "thresher") throw new DataError("required a model file, found another safetensors file");
  if (Number(version) !== FORMAT_VERSION) {
    throw new DataError(
      `required a model file of version ${FORMAT_VERSION}, found version ${version}: update Thresher, or train the model again`,
    );
  }
}

function labelsOf({ labels: text }: Contents["metadata"]): string[] {
  const labels: unknown = JSON.parse(text);
  if (Array.isArray(labels) && labels.length > 0 && labels.every((label) => typeof label === "string")) return labels;
  throw inconsistent("labels");
}

function calibrationOf({ arrays }: Contents, { calibrate }: Settings): Calibration | undefined {
  if (calibrate === null) return undefined;
  const temperature = requiredArray(arrays, "calibration.temperature", Float64Array, 2);
  if (!temperature.every(Number.isFinite)) throw inconsistent("calibration.temperature");
  const [offset, slope] = temperature;
  if (calibrate === "temperature") return { offset, slope };
  const logOdds = requiredArray(arrays, "calibration.log-odds", Float64Array);
  const accuracy = requiredArray(arrays, "calibration.accuracy", Float64Array);
  if (logOdds.length === 0 || logOdds.length !== accuracy.length) throw inconsistent("calibration");
  if (!isAscending(logOdds)) throw inconsistent("calibration.log-odds");
  if (!isAscending(accuracy) || !(accuracy[0] > 0 && accuracy[accuracy.length - 1] < 1)) {
    throw inconsistent("calibration.accuracy");
  }
  return { offset, slope, steps: { logOdds, accuracy } };
}

const IDS = `${DOCUMENTS}ids`;
const ID_OFFSETS = `${DOCUMENTS}id-offsets`;

function arraysOfIds(ids: readonly string[]): Record<string, NumberArray> {
  const offsets = new Uint32Array(ids.length + 1);
  const bytes = ids.map((id) => Buffer.from(id));
  for (const [i, { length }] of bytes.entries()) offsets[i + 1] = offsets[i] + length;
  return { [IDS]: Uint8Array.from(Buffer.concat(bytes)), [ID_OFFSETS]: offsets };
}

function documentsOf({ arrays }: Contents): KeptDocuments | undefined {
  if (!Object.keys(arrays).some((name) => name.startsWith(DOCUMENTS))) return undefined;
  const bytes = requiredArray(arrays, IDS, Uint8Array);
  const offsets = requiredArray(arrays, ID_OFFSETS, Uint32Array);
  requireRanges(ID_OFFSETS, offsets, bytes.length);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ids = Array.from({ length: offsets.length - 1 }, (_, i) => text.toString("utf8", offsets[i], offsets[i + 1]));
  const rows = withPrefix(ROWS, arrays);
  return { ids, rows: Object.keys(rows).length === 0 ? undefined : rows };
}

function isAscending(numbers: Float64Array): boolean {
  return numbers.every((n, i) => !Number.isNaN(n) && (i === 0 || n >= numbers[i - 1]));
}
