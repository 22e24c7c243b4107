import { requirePath } from "../../base/checks.js";
import { DataError, reason, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { inconsistent, requiredArray, requireRanges, withPrefix } from "../../classifiers/stored-classifier.js";
import { type OpenFile, readHead, readWhole, statusOf, withOpenFile } from "../../documents/files/files.js";
import { resolve } from "../settings.js";
import { type KeptDocuments, TextModel } from "../text-model.js";
import { DOCUMENTS, FORMAT_VERSION, ID_OFFSETS, IDS, MODEL, ROWS } from "./array-names.js";
import { calibrationOf } from "./calibration-arrays.js";
import { requireSealedBlocks } from "./checked-blocks.js";
import { FileParts } from "./file-parts.js";
import { requireSealed } from "./lookup-arrays.js";
import { decodeSafetensors, extentsOf, headLength, requireChecksum } from "./safetensors.js";
import type { Contents } from "./safetensors-header.js";
import { storedSettings } from "./stored-settings.js";
import { knownOf, remembers, trainingOf } from "./training-arrays.js";

/**
 * Reads a model that `save` wrote.
 *
 * @param toSort whether to leave out the remembered documents: the model can sort, but not learn. Default false
 * @throws DataError if the file is missing, not a model, cut short, altered or of another version; it says which.
 *
 * @example
 * const model = load("mail.model");
 * console.log(model.labels, model.vocabulary.size);
 */
export function load(path: string, { toSort = false }: { readonly toSort?: boolean } = {}): TextModel {
  requirePath("load", path);
  return modelAt(path, toSort, (contents) => modelFromContents(contents));
}

/** A model that sorts, and the id of its file. */
export interface IdentifiedModel {
  readonly model: TextModel;
  /** The eight hexadecimal digits of the checksum of its file. */
  readonly id: string;
}

/**
 * As `load` with `toSort`, with the id.
 *
 * @param trusted whether to skip the check of single counts, which takes time. A file forged together with its checksum
 *   then gives nonsense in place of an error.
 */
export function loadIdentified(path: string, trusted = false): IdentifiedModel {
  return modelAt(path, true, (contents) => ({
    model: modelFromContents(contents, trusted),
    id: idOf(contents.metadata),
  }));
}

/** As `loadIdentified`, fast: single counts are not checked. */
export function loadToFilter(path: string): IdentifiedModel {
  return loadIdentified(path, true);
}

/** See `IdentifiedModel`. */
export function idOf({ checksum }: Contents["metadata"]): string {
  return checksum.replace("crc32:", "");
}

/**
 * Opens a model file, of which `use` reads parts.
 *
 * @throws DataError as `load` does, and if `use` fails because of the file.
 */
export function withModelParts<T>(path: string, use: (parts: FileParts) => T): T {
  try {
    return withOpenFile(path, (file) => use(partsOf(file)));
  } catch (error) {
    throw failureAt(path, error);
  }
}

/** @throws DataError unless it is a model file of this version. */
export function partsOf(file: OpenFile): FileParts {
  return new FileParts(file, requireModel);
}

/** The error for a fault in reading parts of a file, with the path of the file. */
export function failureAt(path: string, error: unknown): DataError {
  if (error instanceof DataError) return new DataError(`${path}: ${error.message}`);
  return isConsequence(error) ? new DataError(`${path}: ${faultOf(error).message}`) : unreadable(path, error);
}

function unreadable(path: string, error: unknown): DataError {
  return new DataError(`${path}: cannot read the model: ${reason(error)}`);
}

function modelAt<T>(path: string, toSort: boolean, read: (contents: Contents) => T): T {
  let file: { bytes: Uint8Array; size: number };
  if ((statusOf(path)?.size ?? 0) > LARGE) withModelParts(path, requireSound);
  try {
    file = toSort ? readHead(path, headLength) : readWhole(path);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw unreadable(path, error);
  }
  try {
    const contents = decodeSafetensors(file.bytes, requireModel, file.size);
    if (!toSort) requireSealedParts(file.bytes);
    return read(contents);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw error;
  }
}

/** The checksum of a larger file, in bytes, is checked before memory is taken for all of it: it may be forged. */
const LARGE = 1 << 26;

/** @throws DataError unless the checksum fits: that of all but the arrays that have checks of their own. */
function requireSound(parts: FileParts): void {
  const { head } = extentsOf(parts.metadata, parts.size - parts.head.length);
  requireChecksum(parts.head, parts.metadata.checksum, parts.pieces(parts.head.length, parts.head.length + head));
}

/** @throws DataError unless the parts that have checks of their own are whole. */
function requireSealedParts(bytes: Uint8Array): void {
  requireSealed(bytes);
  requireSealedBlocks(bytes);
}

/** @throws DataError if the bytes are not those of a model file. */
export function modelFromBytes(bytes: Uint8Array): TextModel {
  const contents = decodeSafetensors(bytes, requireModel);
  requireSealedParts(bytes);
  return modelFromContents(contents);
}

function modelFromContents(contents: Contents, trusted = false): TextModel {
  try {
    const settings = storedSettings(contents.metadata.settings);
    // A model without classes is one that has unlearned everything.
    const labels = labelsOf(contents.metadata, remembers(contents.arrays) ? 0 : 1);
    const training = trainingOf(labels, contents.arrays, settings, trusted);
    const hasModel = Object.keys(contents.arrays).some((name) => name.startsWith(MODEL));
    if (hasModel && resolve(settings).isCounting) throw inconsistent(MODEL);
    const model = new TextModel(settings, training, {
      calibration: calibrationOf(contents.arrays, settings),
      model: withPrefix(MODEL, contents.arrays),
      documents: documentsOf(contents),
      known: knownOf(contents.arrays, training.classes.documents),
    });
    if (model.memory?.documents.y.length !== model.documentIds?.length) throw inconsistent(IDS);
    return model;
  } catch (error) {
    if (error instanceof DataError) throw error;
    throw isConsequence(error) ? faultOf(error) : error;
  }
}

/** Whether settings or arrays that do not fit together can have caused an error. */
function isConsequence(error: unknown): error is Error {
  return [UsageError, SyntaxError, TypeError, RangeError].some((kind) => error instanceof kind);
}

/** In characters. A fault names values of the settings, which can be of any length in a forged file. */
const LONGEST_FAULT = 600;

/** The error for a file with faulty settings or arrays. Of a long message, it has the beginning and the end. */
function faultOf({ message }: Error): DataError {
  const half = LONGEST_FAULT / 2;
  const isLong = message.length > LONGEST_FAULT;
  return inconsistent(safeText(isLong ? `${message.slice(0, half)} … ${message.slice(-half)}` : message));
}

/** In characters. A forged version can be of any length. */
const LONGEST_VERSION = 20;

/** Called before anything else is read: a later version may lay out or check arrays in another way. */
function requireModel({ format, version }: Contents["metadata"]): void {
  if (format !== "thresher") throw new DataError("a safetensors file, but not a Thresher model");
  if (version === undefined) throw inconsistent("version");
  if (Number(version) !== FORMAT_VERSION) {
    const found = safeText(String(version).slice(0, LONGEST_VERSION));
    const advice =
      Number(version) < FORMAT_VERSION ? "train the model again" : "update Thresher, or train the model again";
    throw new DataError(
      `the model file has version ${found}, but this Thresher reads version ${FORMAT_VERSION}: ${advice}`,
    );
  }
}

/** @throws DataError unless there are at least `fewest` classes, each with a name of its own. */
export function labelsOf(metadata: Contents["metadata"], fewest: number): string[] {
  const labels: unknown = JSON.parse(metadata.labels ?? "null");
  const isList = Array.isArray(labels) && labels.length >= fewest && new Set(labels).size === labels.length;
  if (isList && labels.every((label) => typeof label === "string")) return labels;
  throw inconsistent("labels");
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
