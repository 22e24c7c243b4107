import type { Calibration, Shape } from "../../classifiers/calibration/calibration.js";
import { type Arrays, inconsistent, isPositive, requiredArray } from "../../classifiers/stored-arrays.js";
import type { Settings } from "../settings.js";

/** The names of arrays in a model file. The first one is always there; the others depend on the shape. */
const TEMPERATURE = "calibration.temperature";
const BETA = "calibration.beta";
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
  const isAuto = calibrate === "auto";
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
