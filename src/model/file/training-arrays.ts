import { countsOf } from "../../classifiers/bayes/class-counts.js";
import type { Calibration, Shape } from "../../classifiers/calibration/calibration.js";
import type { LeftOutAnswers } from "../../classifiers/calibration/left-out-answers.js";
import {
  type Arrays,
  compact,
  inconsistent,
  isPositive,
  type NumberArray,
  requireCountedRows,
  requiredArray,
  requireRanges,
} from "../../classifiers/stored-arrays.js";
import { canDropTerms, looksAtClasses, type SelectionRules, type TermStatistics } from "../../features/selection.js";
import { isCount, type SparseRows } from "../../features/sparse-matrix.js";
import { Vocabulary } from "../../features/vocabulary.js";
import type { TrainingCounts } from "../fitting/training-subset.js";
import { resolve, type Settings } from "../settings.js";

/** Returns the counts of the training documents as the arrays of a model file, by name. */
export function arraysOfTraining({ vocabulary, classes, statistics }: TrainingCounts): Record<string, NumberArray> {
  const { pool, offsets } = vocabulary.contents();
  return {
    "vocabulary.bytes": pool,
    "vocabulary.offsets": offsets,
    "classes.documents": classes.documents,
    "classes.totals": classes.totals,
    ...arraysOfRows("counts", classes.terms),
    ...(statistics && arraysOfStatistics(statistics)),
  };
}

/**
 * Returns the counts that `arraysOfTraining` wrote.
 *
 * @param isTrusted whether to skip checking each count, which takes longer than classifying a message
 * @throws DataError if an array is missing or does not fit, or a number is not a count.
 */
export function trainingOf(
  labels: readonly string[],
  arrays: Arrays,
  settings: Settings,
  isTrusted = false,
): TrainingCounts {
  const pool = requiredArray(arrays, "vocabulary.bytes", Uint8Array);
  const offsets = requiredArray(arrays, "vocabulary.offsets", Uint32Array);
  const documents = requiredArray(arrays, "classes.documents", Float64Array, labels.length);
  const totals = requiredArray(arrays, "classes.totals", Float64Array, labels.length);
  requireRanges("vocabulary.offsets", offsets, pool.length);
  if (!documents.every(isCount)) throw inconsistent("classes.documents");
  const size = offsets.length - 1;
  const terms = rowsOf("counts", arrays, size, labels.length, isTrusted);
  if (!isTrusted) {
    const summed = countsOf(labels, documents, terms).totals;
    // Both were summed in the same order, so they are exactly equal.
    const isWrong = (total: number, c: number) => total !== summed[c] || (total > 0 && documents[c] === 0);
    if (totals.some(isWrong)) throw inconsistent("classes.totals");
  }
  const { rules, isCounting } = resolve(settings);
  return {
    vocabulary: new Vocabulary(pool, offsets),
    classes: { labels, documents, totals, terms },
    statistics: isCounting && canDropTerms(rules) ? statisticsOf(arrays, size, documents, rules) : undefined,
  };
}

/** The names of the arrays of left-out answers. */
const LEFT_OUT = "left-out.classes";
const LEFT_OUT_ODDS = "left-out.log-odds";
const LEFT_OUT_WRONG = "left-out.wrong";
const LEFT_OUT_CLARITY = "left-out.clarity";

/** Returns the arrays of a model file that hold the answers to left-out documents. */
export function arraysOfLeftOut({ classes, logOdds, wrong, clarity }: LeftOutAnswers): Record<string, NumberArray> {
  return {
    [LEFT_OUT]: compact(classes),
    [LEFT_OUT_ODDS]: logOdds,
    [LEFT_OUT_WRONG]: wrong,
    [LEFT_OUT_CLARITY]: clarity,
  };
}

/** Reads the answers to left-out documents; undefined if there are none. @throws DataError if an array does not fit */
export function leftOutOf(arrays: Arrays, labels: readonly string[]): LeftOutAnswers | undefined {
  if (!Object.hasOwn(arrays, LEFT_OUT)) return undefined;
  const classes = requiredArray(
    arrays,
    LEFT_OUT,
    undefined,
    undefined,
    (c) => Number.isInteger(c) && c < labels.length,
  );
  const { length } = classes;
  const isDescending = (value: number, i: number): boolean => i === 0 || value <= arrays[LEFT_OUT_ODDS][i - 1];
  return {
    classes,
    logOdds: requiredArray(arrays, LEFT_OUT_ODDS, Float32Array, length, isDescending),
    wrong: requiredArray(arrays, LEFT_OUT_WRONG, Uint8Array, length, (wrong) => wrong <= 1),
    clarity: requiredArray(arrays, LEFT_OUT_CLARITY, Float32Array, length, (clarity) => clarity >= 0),
  };
}

/** Returns the arrays that hold the facts for the selection rules. */
function arraysOfStatistics({ counts, documents, total, presence }: TermStatistics): Record<string, NumberArray> {
  return {
    "terms.counts": compact(counts),
    "terms.documents": compact(documents),
    "terms.total": Float64Array.of(total),
    ...(presence && arraysOfRows("presence", presence.terms)),
  };
}

/** Reads the facts for the selection rules. @param ofClass how many documents each class has */
function statisticsOf(arrays: Arrays, size: number, ofClass: Float64Array, rules: SelectionRules): TermStatistics {
  const counts = new Float64Array(requiredArray(arrays, "terms.counts", undefined, size));
  const documents = new Uint32Array(requiredArray(arrays, "terms.documents", undefined, size));
  const [total] = requiredArray(arrays, "terms.total", Float64Array, 1);
  if (!counts.every(isCount)) throw inconsistent("terms.counts");
  if (!isCount(total)) throw inconsistent("terms.total");
  if (!looksAtClasses(rules)) return { counts, documents, total };
  const terms = rowsOf("presence", arrays, size, ofClass.length);
  return { counts, documents, total, presence: { documents: ofClass, terms } };
}

/** Returns a matrix as arrays, with a row for each term and a column for each class. */
export function arraysOfRows(name: string, { starts, ids, values }: SparseRows): Record<string, NumberArray> {
  return { [`${name}.starts`]: starts, [`${name}.classes`]: compact(ids), [`${name}.values`]: compact(values) };
}

/**
 * Reads a matrix with a row for each term and a column for each class.
 *
 * @param isTrusted as for `trainingOf`
 * @throws DataError if the arrays do not fit.
 */
export function rowsOf(name: string, arrays: Arrays, rows: number, columns: number, isTrusted = false): SparseRows {
  const starts = requiredArray(arrays, `${name}.starts`, Uint32Array, rows + 1);
  const ids = requiredArray(arrays, `${name}.classes`);
  const values = requiredArray(arrays, `${name}.values`, undefined, ids.length);
  const matrix = { rows, columns, starts, ids, values };
  if (isTrusted) requireRanges(`${name}.starts`, starts, ids.length);
  else requireCountedRows(name, matrix);
  return matrix;
}

/** The name of the array that every calibration has. */
const TEMPERATURE = "calibration.temperature";
/** The name of the array of a beta shape. */
const BETA = "calibration.beta";
/** The names of the arrays of a curve. */
const CURVE_FROM = "calibration.curve-from";
const CURVE_TO = "calibration.curve-to";

/** Returns the arrays of a model file that hold a calibration. */
export function arraysOfCalibration({ offset, slope, shape }: Calibration): Record<string, Float64Array> {
  return { [TEMPERATURE]: Float64Array.of(offset, slope), ...arraysOfShape(shape) };
}

/** Returns the arrays of a shape; none without a shape. */
function arraysOfShape(shape: Shape | undefined): Record<string, Float64Array> {
  if (shape === undefined) return {};
  if (shape.kind === "beta") return { [BETA]: Float64Array.of(shape.a, shape.b, shape.c) };
  return { [CURVE_FROM]: shape.from, [CURVE_TO]: shape.to };
}

/**
 * Returns the calibration that the arrays of a model file hold.
 *
 * @returns undefined if the settings turn calibration off, or if they use the default and the file has no calibration
 * @throws DataError if an array is missing or has values that are not valid in a calibration.
 */
export function calibrationOf(arrays: Arrays, { calibrate }: Settings): Calibration | undefined {
  const isDefault = calibrate === null && Object.hasOwn(arrays, TEMPERATURE);
  if (!isDefault && (calibrate === null || calibrate === "none")) return undefined;
  const temperature = requiredArray(arrays, TEMPERATURE, Float64Array, 2);
  if (!temperature.every(Number.isFinite)) throw inconsistent(TEMPERATURE);
  const [offset, slope] = temperature;
  const shape = shapeOf(arrays, calibrate);
  return shape === undefined ? { offset, slope } : { offset, slope, shape };
}

/** Returns the shape that the settings name; with `auto`, the shape whose arrays are there. */
function shapeOf(arrays: Arrays, calibrate: Settings["calibrate"]): Shape | undefined {
  const has = (name: string) => Object.hasOwn(arrays, name);
  // A classifier that calibrates itself may have a shape, too.
  const isAuto = calibrate === "auto" || calibrate === null;
  if (calibrate === "beta" || (isAuto && has(BETA))) return betaOf(arrays);
  return calibrate === "isotonic" || (isAuto && has(CURVE_FROM)) ? curveOf(arrays) : undefined;
}

/** Reads a beta shape. @throws DataError unless its numbers are finite, and a and b above 0. */
function betaOf(arrays: Arrays): Shape {
  const [a, b, c] = requiredArray(arrays, BETA, Float64Array, 3);
  if (!(a > 0 && b > 0 && [a, b, c].every(Number.isFinite))) throw inconsistent(BETA);
  return { kind: "beta", a, b, c };
}

/**
 * Reads a curve. It must have at least two points and rise from each point to the next.
 *
 * @throws DataError if it does not.
 */
function curveOf(arrays: Arrays): Shape {
  const from = requiredArray(arrays, CURVE_FROM, Float64Array);
  const to = requiredArray(arrays, CURVE_TO, Float64Array, from.length);
  const isRising = from.every((x, i) => {
    const step = x - from[i - 1];
    return i === 0 || (step > 0 && isPositive((to[i] - to[i - 1]) / step));
  });
  if (from.length < 2 || !isRising) throw inconsistent("calibration");
  return { kind: "curve", from, to };
}
