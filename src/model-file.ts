import type { Calibration } from "./classifiers/calibration.js";
import { inconsistent, requiredArray, requireRanges, withPrefix } from "./classifiers/stored-classifier.js";
import { readHead, readWhole, reason, withOpenFile } from "./documents/files.js";
import { DataError, UsageError } from "./errors.js";
import { FileParts } from "./file-parts.js";
import { knownOf, remembers } from "./known-arrays.js";
import { requireSealed } from "./lookup-arrays.js";
import { DOCUMENTS, FORMAT_VERSION, ID_OFFSETS, IDS, MODEL, ROWS } from "./model-names.js";
import { type Contents, decodeSafetensors, headLength } from "./safetensors.js";
import { counts, type Settings, settingsFrom } from "./settings.js";
import { type KeptDocuments, TextModel } from "./text-model.js";
import { trainingOf } from "./training-arrays.js";

/**
 * Reads a model that `save` wrote.
 *
 * @param toSort leaves unread what a model remembers of its documents: it can sort, and not learn. Default false.
 * @throws DataError that says whether the file is missing, no model, cut short, altered or of a later version.
 *
 * @example
 * const model = load("mail.model");
 * console.log(model.labels, model.vocabulary.size);
 */
export function load(path: string, { toSort = false }: { readonly toSort?: boolean } = {}): TextModel {
  return modelAt(path, toSort, (contents) => modelFromContents(contents));
}

/** A model as one that classifies a message takes it. */
export interface IdentifiedModel {
  readonly model: TextModel;
  /** What tells it from others: the eight hexadecimal digits of the checksum of its file. */
  readonly id: string;
}

/** As `load` to sort, with the id. */
export function loadIdentified(path: string): IdentifiedModel {
  return modelAt(path, true, (contents) => ({ model: modelFromContents(contents), id: idOf(contents.metadata) }));
}

/**
 * As `loadIdentified`, in less time: where the checksum says that the file is as it was written, its
 * counts are not looked at one by one. Of counts that somebody has altered, and the checksum with
 * them, answers are then nonsense in place of an error.
 */
export function loadToFilter(path: string): IdentifiedModel {
  return modelAt(path, true, (contents) => ({ model: modelFromContents(contents, true), id: idOf(contents.metadata) }));
}

/** See `IdentifiedModel`. */
export function idOf({ checksum }: Contents["metadata"]): string {
  return checksum.replace("crc32:", "");
}

/**
 * Calls `use` with a model file of which it can read parts.
 *
 * @throws DataError as `load` does, and for what `use` throws where the file is the reason
 */
export function withModelParts<T>(path: string, use: (parts: FileParts) => T): T {
  try {
    return withOpenFile(path, (file) => use(new FileParts(file, requireModel)));
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    if (isConsequence(error)) throw new DataError(`${path}: ${inconsistent(error.message).message}`);
    throw new DataError(`${path}: required a model file, found: ${reason(error)}`);
  }
}

function modelAt<T>(path: string, toSort: boolean, read: (contents: Contents) => T): T {
  let file: { bytes: Uint8Array; size: number };
  try {
    file = toSort ? readHead(path, headLength) : readWhole(path);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw new DataError(`${path}: required a model file, found: ${reason(error)}`);
  }
  try {
    const contents = decodeSafetensors(file.bytes, requireModel, file.size);
    if (!toSort) requireSealed(file.bytes);
    return read(contents);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw error;
  }
}

/** @throws DataError if the bytes are not those of a model file. */
export function modelFromBytes(bytes: Uint8Array): TextModel {
  const contents = decodeSafetensors(bytes, requireModel);
  requireSealed(bytes);
  return modelFromContents(contents);
}

function modelFromContents(contents: Contents, trusted = false): TextModel {
  try {
    const settings = settingsFrom(JSON.parse(contents.metadata.settings));
    // Only a model that has unlearned everything has no class.
    const labels = labelsOf(contents.metadata, remembers(contents.arrays) ? 0 : 1);
    const training = trainingOf(labels, contents.arrays, settings, trusted);
    const hasModel = Object.keys(contents.arrays).some((name) => name.startsWith(MODEL));
    if (hasModel && counts(settings)) throw inconsistent(MODEL);
    const model = new TextModel(settings, training, {
      calibration: calibrationOf(contents, settings),
      model: withPrefix(MODEL, contents.arrays),
      documents: documentsOf(contents),
      known: knownOf(contents.arrays, training.classes.labels.length),
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
      `required a model file of version ${FORMAT_VERSION}, found version ${version}: ${
        Number(version) < FORMAT_VERSION ? "" : "update Thresher, or "
      }train the model again`,
    );
  }
}

/** The classes, at least so many. */
export function labelsOf(metadata: Contents["metadata"], fewest: number): string[] {
  const labels: unknown = JSON.parse(metadata.labels);
  if (Array.isArray(labels) && labels.length >= fewest && labels.every((label) => typeof label === "string"))
    return labels;
  throw inconsistent("labels");
}

/** What makes probabilities honest, if the settings say so. */
export function calibrationOf({ arrays }: Pick<Contents, "arrays">, { calibrate }: Settings): Calibration | undefined {
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
