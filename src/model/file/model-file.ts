import { DataError, reason, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { inconsistent, requiredArray, requireRanges, withPrefix } from "../../classifiers/stored-classifier.js";
import type { Calibration } from "../../classifiers/wrappers/calibration.js";
import { readHead, readWhole, statusOf, withOpenFile } from "../../documents/files/files.js";
import { resolve, type Settings, settingsFrom } from "../settings.js";
import { type KeptDocuments, TextModel } from "../text-model.js";
import { DOCUMENTS, FORMAT_VERSION, ID_OFFSETS, IDS, MODEL, ROWS } from "./array-names.js";
import { FileParts } from "./file-parts.js";
import { requireSealed } from "./lookup-arrays.js";
import { decodeSafetensors, extentsOf, headLength, requireChecksum } from "./safetensors.js";
import type { Contents } from "./safetensors-header.js";
import { knownOf, remembers, trainingOf } from "./training-arrays.js";

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
    if (isConsequence(error)) throw new DataError(`${path}: ${faultOf(error).message}`);
    throw new DataError(`${path}: required a model file, found: ${reason(error)}`);
  }
}

function modelAt<T>(path: string, toSort: boolean, read: (contents: Contents) => T): T {
  let file: { bytes: Uint8Array; size: number };
  if ((statusOf(path)?.size ?? 0) > LARGE) withModelParts(path, requireSound);
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

/** In bytes. A file that is larger is gone through before memory is taken for all of it: it may be damaged, or forged. */
const LARGE = 1 << 26;

/** @throws DataError unless the file is as it was written, but for the arrays that have checks of their own. */
function requireSound(parts: FileParts): void {
  const { head } = extentsOf(parts.metadata, parts.size - parts.head.length);
  requireChecksum(parts.head, parts.metadata.checksum, parts.pieces(parts.head.length, parts.head.length + head));
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
    if (hasModel && resolve(settings).isCounting) throw inconsistent(MODEL);
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
    throw isConsequence(error) ? faultOf(error) : error;
  }
}

/** Whether an error is what settings or arrays that do not fit together lead to. */
function isConsequence(error: unknown): error is Error {
  return [UsageError, SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
}

/** In characters: a fault names values of the settings, which a forged file may make as long as it likes. */
const LONGEST_FAULT = 600;

/** What is said of a file whose settings or arrays lead to an error: its words, in one line; of many, the first and last. */
function faultOf({ message }: Error): DataError {
  const half = LONGEST_FAULT / 2;
  const isLong = message.length > LONGEST_FAULT;
  return inconsistent(safeText(isLong ? `${message.slice(0, half)} … ${message.slice(-half)}` : message));
}

/** In characters: of a forged one, the beginning is said. */
const LONGEST_VERSION = 20;

/** Looked at before anything else: a later version may lay out arrays, or check them, in a way of its own. */
function requireModel({ format, version }: Contents["metadata"]): void {
  if (format !== "thresher") throw new DataError("required a model file, found another safetensors file");
  if (Number(version) !== FORMAT_VERSION) {
    throw new DataError(
      `required a model file of version ${FORMAT_VERSION}, found version ${safeText(String(version).slice(0, LONGEST_VERSION))}: ${
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

/** What makes probabilities honest, if the settings say so, or say nothing and the model calibrated itself. */
export function calibrationOf({ arrays }: Pick<Contents, "arrays">, { calibrate }: Settings): Calibration | undefined {
  const isOwn = calibrate === null && Object.hasOwn(arrays, "calibration.temperature");
  if (!isOwn && (calibrate === null || calibrate === "none")) return undefined;
  const temperature = requiredArray(arrays, "calibration.temperature", Float64Array, 2);
  if (!temperature.every(Number.isFinite)) throw inconsistent("calibration.temperature");
  const [offset, slope] = temperature;
  if (calibrate !== "isotonic") return { offset, slope };
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
