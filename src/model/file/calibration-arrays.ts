import type { Calibration, Shape } from "../../classifiers/calibration/calibration.js";
import { type Arrays, inconsistent, requiredArray } from "../../classifiers/stored-classifier.js";
import type { Settings } from "../settings.js";

const TEMPERATURE = "calibration.temperature";
const BETA = "calibration.beta";
const CURVE_FROM = "calibration.curve-from";
const CURVE_TO = "calibration.curve-to";

/** The arrays that hold a calibration. */
export function arraysOfCalibration({ offset, slope, shape }: Calibration): Record<string, Float64Array> {
  return { [TEMPERATURE]: Float64Array.of(offset, slope), ...arraysOfShape(shape) };
}

function arraysOfShape(shape: Shape | undefined): Record<string, Float64Array> {
  if (shape === undefined) return {};
  if (shape.kind === "beta") return { [BETA]: Float64Array.of(shape.a, shape.b, shape.c) };
  return { [CURVE_FROM]: shape.from, [CURVE_TO]: shape.to };
}

/**
 * The calibration, if the settings name one, or name nothing and the model calibrated itself.
 *
 * @throws DataError if its arrays are not those of a calibration.
 */
export function calibrationOf(arrays: Arrays, { calibrate }: Settings): Calibration | undefined {
  const isOwn = calibrate === null && Object.hasOwn(arrays, TEMPERATURE);
  if (!isOwn && (calibrate === null || calibrate === "none")) return undefined;
  const temperature = requiredArray(arrays, TEMPERATURE, Float64Array, 2);
  if (!temperature.every(Number.isFinite)) throw inconsistent(TEMPERATURE);
  const [offset, slope] = temperature;
  const shape = shapeOf(arrays, calibrate);
  return shape === undefined ? { offset, slope } : { offset, slope, shape };
}

/** The shape that the settings name; if they leave the choice, the one that is there. */
function shapeOf(arrays: Arrays, calibrate: Settings["calibrate"]): Shape | undefined {
  const has = (name: string) => Object.hasOwn(arrays, name);
  const isFree = calibrate === "auto";
  if (calibrate === "beta" || (isFree && has(BETA))) return betaOf(arrays);
  return calibrate === "isotonic" || (isFree && has(CURVE_FROM)) ? curveOf(arrays) : undefined;
}

function betaOf(arrays: Arrays): Shape {
  const [a, b, c] = requiredArray(arrays, BETA, Float64Array, 3);
  if (!(a > 0 && b > 0 && [a, b, c].every(Number.isFinite))) throw inconsistent(BETA);
  return { kind: "beta", a, b, c };
}

function curveOf(arrays: Arrays): Shape {
  const from = requiredArray(arrays, CURVE_FROM, Float64Array);
  const to = requiredArray(arrays, CURVE_TO, Float64Array, from.length);
  const rises = from.every((x, i) => i === 0 || (x > from[i - 1] && isSlope((to[i] - to[i - 1]) / (x - from[i - 1]))));
  if (from.length < 2 || !rises) throw inconsistent("calibration");
  return { kind: "curve", from, to };
}

function isSlope(slope: number): boolean {
  return slope > 0 && slope < Number.POSITIVE_INFINITY;
}
