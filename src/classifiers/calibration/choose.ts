import { ascending } from "../../base/lists.js";
import { seededRandom, shuffle } from "../../base/random.js";
import { argmax } from "../scores.js";
import { fitBeta, softplus } from "./beta.js";
import { bendOf, type Calibration, type Shape, shapeAt } from "./calibration.js";
import { fitCurve } from "./curve.js";
import {
  fitTemperature,
  pointsOf,
  type ScoredDocument,
  type Temperature,
  type TemperedPoints,
} from "./fit-temperature.js";

/** The fit of the shape of each method other than `"temperature"`, the simplest method first. */
const FITS = { beta: fitBeta, isotonic: fitCurve } as const;

type FitName = keyof typeof FITS;

/** The number of folds in which the methods are compared. */
const FOLDS = 5;

/** A less simple method must have this much more log likelihood over all documents, in nats. */
const MIN_GAIN = 2;

/** The random stream that draws the folds. */
export const CALIBRATION_STREAM = 2 ** 42;

/**
 * Fits the calibration with the best likelihood: the temperature alone, or followed by a shape. In each of five folds,
 * the shapes are fitted to four fifths of the documents and scored on the rest. The simplest wins unless another gains
 * `MIN_GAIN`. The chosen shape is then fitted to all documents.
 *
 * @param documents scored by models that have not seen them, all with the same classes; at least one
 * @param seed for drawing the folds
 */
export function chooseCalibration(documents: readonly ScoredDocument[], seed: number): Calibration {
  const temperature = fitFast(documents);
  const points = pointsOf(documents, temperature);
  if (points.documents.length < FOLDS) return temperature;
  const folds = drawnFolds(points.documents.length, seed);
  let least = lossOf(points, () => undefined);
  let chosen: FitName | undefined;
  for (const name of ["beta", "isotonic"] as const) {
    const shapes = Array.from({ length: FOLDS }, (_, fold) => {
      const isOutside = (_value: number, i: number) => folds[i] !== fold;
      return FITS[name]({ ...points, logOdds: points.logOdds.filter(isOutside), yes: points.yes.filter(isOutside) });
    });
    const loss = lossOf(points, (i) => shapes[folds[i]]);
    if (loss > least - MIN_GAIN) continue;
    least = loss;
    chosen = name;
  }
  return chosen === undefined ? temperature : { ...temperature, shape: FITS[chosen](points) };
}

/**
 * Fits one calibration method.
 *
 * @param documents as for `chooseCalibration`
 */
export function fitMethod(method: "temperature" | FitName, documents: readonly ScoredDocument[]): Calibration {
  const temperature = fitTemperature(documents);
  if (method === "temperature") return temperature;
  return { ...temperature, shape: FITS[method](pointsOf(documents, temperature)) };
}

/** With more documents, a sample of about this many gives a first guess of the temperature. */
const SAMPLE = 1000;

/** As `fitTemperature`, but faster. */
function fitFast(documents: readonly ScoredDocument[]): Temperature {
  const step = Math.floor(documents.length / SAMPLE);
  return step < 2
    ? fitTemperature(documents)
    : fitTemperature(documents, fitTemperature(documents.filter((_, i) => i % step === 0)));
}

/** Draws the fold of each document. */
function drawnFolds(documents: number, seed: number): Uint32Array {
  const folds = new Uint32Array(documents);
  const order = shuffle(ascending(documents), seededRandom(seed, CALIBRATION_STREAM));
  for (const [n, i] of order.entries()) folds[i] = n % FOLDS;
  return folds;
}

/** Returns the sum of -ln P(actual), given the shape for each document. An undefined shape changes nothing. */
function lossOf({ documents, logOdds, yes, isTwo }: TemperedPoints, shapeOf: (i: number) => Shape | undefined): number {
  let loss = 0;
  for (const [i, { scores, actual }] of documents.entries()) {
    const shape = shapeOf(i);
    if (isTwo) {
      const z = shape === undefined ? logOdds[i] : shapeAt(shape, logOdds[i], true);
      loss += softplus(yes[i] === 1 ? -z : z);
      continue;
    }
    // -ln P(actual) = -ln P(best) + score(best) - score(actual).
    const bend = shape && bendOf(scores, shape);
    loss += Math.log1p(Math.exp(-(bend?.logOdds() ?? logOdds[i])));
    if (yes[i] === 0) loss += (bend?.factor() ?? 1) * (scores[argmax(scores)] - scores[actual]);
  }
  return loss;
}
