import { readFileSync, statSync } from "node:fs";
import type { Calibration } from "./classifiers/calibration.js";
import { isCount } from "./classifiers/classifier.js";
import {
  inconsistent,
  isStoredModel,
  type NumberArray,
  prefixed,
  withPrefix,
} from "./classifiers/stored-classifier.js";
import { reason } from "./documents/files.js";
import { writeAtomically } from "./documents/write-file.js";
import { DataError, UsageError } from "./errors.js";
import { looksAtClasses, type TermStatistics } from "./features/selection.js";
import type { SparseRows } from "./features/sparse-matrix.js";
import type { ClassPresence } from "./features/term-scores.js";
import { Vocabulary } from "./features/vocabulary.js";
import { type Contents, compact, decodeSafetensors, encodeSafetensors } from "./safetensors.js";
import { counts, rulesOf, type Settings, selects, settingsFrom } from "./settings.js";
import { type KeptDocuments, TextModel, type TrainingCounts } from "./text-model.js";

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
  let bytes: Uint8Array;
  try {
    const status = statSync(path);
    if (!status.isFile() && !status.isDirectory()) throw new Error("no regular file");
    bytes = readFileSync(path);
  } catch (error) {
    throw new DataError(`${path}: required a model file, found: ${reason(error)}`);
  }
  try {
    return modelFromBytes(bytes);
  } catch (error) {
    if (error instanceof DataError) throw new DataError(`${path}: ${error.message}`);
    throw error;
  }
}

/** The bytes of a model file. The same training documents and settings give the same bytes. */
export function modelToBytes(text: TextModel): Uint8Array {
  const { settings, training, calibration, model, documentIds, keptRows } = text;
  const { vocabulary, classes, statistics } = training;
  const { pool, offsets } = vocabulary.contents();
  const arrays: Record<string, NumberArray> = {
    "vocabulary.bytes": pool,
    "vocabulary.offsets": offsets,
    "classes.documents": classes.documents,
    "classes.totals": classes.totals,
    "counts.starts": classes.terms.starts,
    "counts.classes": compact(classes.terms.ids),
    "counts.values": compact(classes.terms.values),
  };
  if (isStoredModel(model)) Object.assign(arrays, prefixed(MODEL, model.arrays()));
  if (documentIds !== undefined) Object.assign(arrays, arraysOfIds(documentIds));
  if (keptRows !== undefined) Object.assign(arrays, prefixed(ROWS, keptRows.arrays()));
  if (statistics !== undefined) {
    arrays["terms.counts"] = compact(statistics.counts);
    arrays["terms.documents"] = compact(statistics.documents);
    arrays["terms.total"] = Float64Array.of(statistics.total);
    const { presence } = statistics;
    if (presence !== undefined) {
      arrays["presence.starts"] = presence.terms.starts;
      arrays["presence.classes"] = compact(presence.terms.ids);
      arrays["presence.values"] = compact(presence.terms.values);
    }
  }
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
    labels: JSON.stringify(classes.labels),
  };
  return encodeSafetensors({ arrays, metadata });
}

/** @throws DataError if the bytes are not those of a model file. */
export function modelFromBytes(bytes: Uint8Array): TextModel {
  const contents = decodeSafetensors(bytes, requireModel);
  try {
    const settings = settingsFrom(JSON.parse(contents.metadata.settings));
    const model = new TextModel(settings, trainingCounts(contents, settings), {
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

function trainingCounts({ arrays, metadata }: Contents, settings: Settings): TrainingCounts {
  const labels: unknown = JSON.parse(metadata.labels);
  if (!Array.isArray(labels) || labels.length === 0 || !labels.every((label) => typeof label === "string")) {
    throw inconsistent("labels");
  }
  const pool = required(arrays, "vocabulary.bytes", Uint8Array);
  const offsets = required(arrays, "vocabulary.offsets", Uint32Array);
  const documents = required(arrays, "classes.documents", Float64Array);
  const totals = required(arrays, "classes.totals", Float64Array);
  const starts = required(arrays, "counts.starts", Uint32Array);
  const ids = required(arrays, "counts.classes");
  const values = required(arrays, "counts.values");
  const size = offsets.length - 1;
  requireRanges("vocabulary.offsets", offsets, pool.length);
  requireRanges("counts.starts", starts, ids.length);
  if (starts.length !== offsets.length || values.length !== ids.length) throw inconsistent("counts");
  for (const array of [documents, totals]) {
    if (array.length !== labels.length || !array.every(isCount)) throw inconsistent("classes");
  }
  const terms: SparseRows = { rows: size, columns: labels.length, starts, ids, values };
  return {
    vocabulary: Vocabulary.fromContents(pool, offsets),
    classes: { labels, documents, totals, terms },
    statistics: selects(settings) && counts(settings) ? statisticsOf(arrays, size, documents, settings) : undefined,
  };
}

function statisticsOf(
  arrays: Contents["arrays"],
  size: number,
  ofClass: Float64Array,
  settings: Settings,
): TermStatistics {
  const counts = new Float64Array(required(arrays, "terms.counts"));
  const documents = new Uint32Array(required(arrays, "terms.documents"));
  const [total] = required(arrays, "terms.total");
  if (counts.length !== size || documents.length !== size || !counts.every(isCount)) throw inconsistent("terms.counts");
  const presence = looksAtClasses(rulesOf(settings)) ? presenceOf(arrays, size, ofClass) : undefined;
  return { counts, documents, total, presence };
}

function presenceOf(arrays: Contents["arrays"], size: number, documents: Float64Array): ClassPresence {
  const starts = required(arrays, "presence.starts", Uint32Array);
  const ids = required(arrays, "presence.classes");
  const values = required(arrays, "presence.values");
  requireRanges("presence.starts", starts, ids.length);
  if (starts.length !== size + 1 || values.length !== ids.length) throw inconsistent("presence");
  if (!ids.every((c) => c < documents.length)) throw inconsistent("presence.classes");
  return { documents, terms: { rows: size, columns: documents.length, starts, ids, values } };
}

function calibrationOf({ arrays }: Contents, { calibrate }: Settings): Calibration | undefined {
  if (calibrate === null) return undefined;
  const temperature = required(arrays, "calibration.temperature", Float64Array);
  if (temperature.length !== 2 || !temperature.every(Number.isFinite)) throw inconsistent("calibration.temperature");
  const [offset, slope] = temperature;
  if (calibrate === "temperature") return { offset, slope };
  const logOdds = required(arrays, "calibration.log-odds", Float64Array);
  const accuracy = required(arrays, "calibration.accuracy", Float64Array);
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
  const bytes = required(arrays, IDS, Uint8Array);
  const offsets = required(arrays, ID_OFFSETS, Uint32Array);
  requireRanges(ID_OFFSETS, offsets, bytes.length);
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const ids = Array.from({ length: offsets.length - 1 }, (_, i) => text.toString("utf8", offsets[i], offsets[i + 1]));
  const rows = withPrefix(ROWS, arrays);
  return { ids, rows: Object.keys(rows).length === 0 ? undefined : rows };
}

function isAscending(numbers: Float64Array): boolean {
  return numbers.every((n, i) => !Number.isNaN(n) && (i === 0 || n >= numbers[i - 1]));
}

function required<T extends NumberArray>(
  arrays: Contents["arrays"],
  name: string,
  type?: new (length: number) => T,
): T {
  const array = Object.hasOwn(arrays, name) ? arrays[name] : undefined;
  if (array === undefined || (type !== undefined && !(array instanceof type))) throw inconsistent(name);
  return array as T;
}

/** Offsets begin with 0, never fall and end with the length of what they divide: no loop over them runs away. */
function requireRanges(name: string, offsets: Uint32Array, length: number): void {
  const size = offsets.length;
  if (size === 0 || offsets[0] !== 0 || offsets[size - 1] !== length) throw inconsistent(name);
  for (let i = 1; i < size; i++) if (offsets[i] < offsets[i - 1]) throw inconsistent(name);
}
