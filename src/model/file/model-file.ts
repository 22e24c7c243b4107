import { isRecord, requirePath, shown } from "../../base/checks.js";
import { DataError, errorAt, reason, UsageError } from "../../base/errors.js";
import { safeText } from "../../base/safe-text.js";
import { inconsistent, requiredArray, requireRanges, withPrefix } from "../../classifiers/stored-arrays.js";
import { type OpenFile, readRegular, statusOf, withOpenFile } from "../../documents/files/open-file.js";
import { resolve, type Settings, settingsFrom } from "../settings.js";
import { type KeptDocuments, TextModel } from "../text-model.js";
import { DOCUMENTS, FORMAT_VERSION, ID_OFFSETS, IDS, KNOWN, MODEL, ROWS } from "./array-names.js";
import { knownOf } from "./known-arrays.js";
import { type Contents, decodeSafetensors, readHeaderLength } from "./safetensors.js";
import { calibrationOf, leftOutOf, trainingOf } from "./training-arrays.js";

/**
 * Reads a model that `save` wrote. You can name its labels, as in `load<"ham" | "spam">(path)`; that is not checked.
 *
 * @throws DataError if the file is missing, not a model, cut short, altered or of another version; it says which.
 *
 * @example
 * const model = load("mail.model");
 * console.log(model.labels, model.vocabulary.size);
 */
export function load<L extends string = string>(path: string): TextModel<L> {
  requirePath("load", path);
  return loadIdentified(path).model as TextModel<L>;
}

/** A model and the id of its file. */
export interface IdentifiedModel {
  readonly model: TextModel;
  /** The checksum of its file: eight hexadecimal digits. */
  readonly id: string;
}

/**
 * Loads a model with its id, to classify but not to learn. To save time, it leaves out the remembered documents
 * and does not check each count. If a forged file has a valid checksum, the answers are nonsense and there is no error.
 */
export function loadToFilter(path: string): IdentifiedModel {
  return loadIdentified(path, true);
}

/** Loads a model as `load` does, with its id. @param isToFilter whether it will only classify: see `loadToFilter` */
export function loadIdentified(path: string, isToFilter = false): IdentifiedModel {
  try {
    if ((statusOf(path)?.size ?? 0) > LARGE) withOpenFile(path, requireHeader);
    const contents = decodeSafetensors(readRegular(path), requireModel);
    return { model: modelFromContents(contents, isToFilter), id: contents.metadata.checksum.replace("crc32:", "") };
  } catch (error) {
    if (error instanceof DataError) throw errorAt(path, error);
    throw new DataError(`${path}: cannot read the model: ${reason(error)}`);
  }
}

/** In bytes. The header of a larger file is checked before the rest is read. */
const LARGE = 1 << 26;

/** @throws DataError if the file is not a model, for example a video. */
function requireHeader(file: OpenFile): void {
  // Eight bytes for the length of the header, and its first character.
  const beginning = new Uint8Array(9);
  file.read(0, beginning);
  readHeaderLength(beginning, file.size);
}

/**
 * Makes a model from the bytes that `serialize` returned, for example from a database. The model may keep reading
 * them: do not change them later.
 *
 * @throws UsageError unless the bytes are a Uint8Array, DataError if they are not a model file.
 */
export function deserialize<L extends string = string>(bytes: Uint8Array): TextModel<L> {
  if (!(bytes instanceof Uint8Array)) {
    throw new UsageError(`deserialize: the bytes must be a Uint8Array, such as a Buffer, not ${shown(bytes)}`);
  }
  return modelFromContents(decodeSafetensors(bytes, requireModel)) as TextModel<L>;
}

/**
 * Makes a model from the bytes that another thread of this program has just written. They need fewer checks. Other work
 * of the event loop gets a turn in between.
 */
export async function modelFromOwnBytes<L extends string>(bytes: Uint8Array): Promise<TextModel<L>> {
  const contents = decodeSafetensors(bytes);
  await new Promise((resolve) => setImmediate(resolve));
  return modelFromContents(contents, false, true) as TextModel<L>;
}

/** Makes the model of a file. @param isToFilter as for `loadIdentified` @param isTrusted whether to skip checking each count */
function modelFromContents(contents: Contents, isToFilter = false, isTrusted = isToFilter): TextModel {
  try {
    const settings = storedSettings(contents.metadata.settings);
    // A model that remembers its documents has no classes after it has unlearned all of them.
    const remembers = Object.hasOwn(contents.arrays, `${KNOWN}times`);
    const labels = labelsOf(contents.metadata, remembers ? 0 : 1);
    const training = trainingOf(labels, contents.arrays, settings, isTrusted);
    const hasModel = Object.keys(contents.arrays).some((name) => name.startsWith(MODEL));
    if (hasModel && resolve(settings).isCounting) throw inconsistent(MODEL);
    const model = new TextModel(settings, training, {
      calibration: calibrationOf(contents.arrays, settings),
      model: withPrefix(MODEL, contents.arrays),
      documents: documentsOf(contents),
      leftOut: leftOutOf(contents.arrays, labels),
      known: isToFilter ? undefined : knownOf(contents.arrays, training.classes.documents),
    });
    if (model.memory?.documents.y.length !== model.documentIds?.length) throw inconsistent(IDS);
    return model;
  } catch (error) {
    throw error instanceof DataError ? error : faultOf(error as Error);
  }
}

/**
 * Returns the settings that a model file holds. Warns if words were found with dictionaries of another version of ICU.
 *
 * @param json default: the file has none
 * @throws DataError if the file is of version 0.1, UsageError if a value is not allowed, SyntaxError if this is not
 *   JSON.
 */
export function storedSettings(json = "null"): Settings {
  const stored: unknown = JSON.parse(json, withoutGoneMethod);
  if (!isRecord(stored)) throw new UsageError("its settings are missing");
  if (stored.wordRules === undefined) {
    throw new DataError("made by Thresher 0.1, whose models are no longer read: make it again with thresher train");
  }
  const settings = settingsFrom(stored);
  const { segment, icu = "" } = settings;
  const own = process.versions.icu;
  if (segment && icu !== own) {
    process.emitWarning(
      `this model was trained with the dictionaries of ICU ${safeText(icu)}, and this Node.js has ICU ${own}: Chinese, Japanese, Thai and similar text may be cut into other words. Train the model again, or use the Node.js that it was trained with`,
      "ThresherWarning",
    );
  }
  return settings;
}

/**
 * Passed to `JSON.parse`. Version 0.2 had the method `nb-logistic-regression`. Its model files hold linear weights on
 * ordinary rows, so they are read as logistic regression. `alpha` was used only in training.
 */
function withoutGoneMethod(_key: string, value: unknown): unknown {
  if (!isRecord(value) || value.classifier !== "nb-logistic-regression") return value;
  const { alpha: _alpha, ...others } = value;
  return { ...others, classifier: "logistic-regression" };
}

/** In characters. An error names values of the settings, which can have any length in a forged file. */
const MAX_FAULT_LENGTH = 600;

/** Returns the error for a file whose settings or arrays do not fit together. A long message is cut. */
function faultOf({ message }: Error): DataError {
  const isLong = message.length > MAX_FAULT_LENGTH;
  return inconsistent(safeText(isLong ? `${message.slice(0, MAX_FAULT_LENGTH)}…` : message));
}

/** In characters. A forged version can have any length. */
const MAX_VERSION_LENGTH = 20;

/**
 * Checks the format and the version. This comes first, because a later version may lay out or check arrays differently.
 */
function requireModel({ format, version }: Contents["metadata"]): void {
  if (format !== "thresher") throw new DataError("a safetensors file, but not a Thresher model");
  if (version === undefined) throw inconsistent("version");
  if (Number(version) !== FORMAT_VERSION) {
    const found = safeText(String(version).slice(0, MAX_VERSION_LENGTH));
    const advice =
      Number(version) < FORMAT_VERSION ? "train the model again" : "update Thresher, or train the model again";
    throw new DataError(
      `the model file has version ${found}, but this Thresher reads version ${FORMAT_VERSION}: ${advice}`,
    );
  }
}

/** @throws DataError unless there are at least `fewest` classes, each with a name of its own. */
function labelsOf(metadata: Contents["metadata"], fewest: number): string[] {
  const labels: unknown = JSON.parse(metadata.labels ?? "null");
  const isList = Array.isArray(labels) && labels.length >= fewest && new Set(labels).size === labels.length;
  if (isList && labels.every((label) => typeof label === "string")) return labels;
  throw inconsistent("labels");
}

/** Returns the kept documents of a model file; undefined if it has none. @throws DataError if their arrays do not fit */
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
