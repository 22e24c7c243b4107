export { type Random, seededRandom, shuffle } from "../random.js";

/**
 * Where the streams of a seed begin, one for each purpose: repeat r draws from stream
 * begin + r, and no purpose from those of another. Only the folds inside a training part,
 * by which a calibration is fitted, are of the first stream, as those around it are: they
 * are folds of other documents.
 */
export const STREAMS = {
  splits: 0,
  curveOrders: 2 ** 31,
  groupedHoldouts: 3 * 2 ** 32,
  groupedFolds: 4 * 2 ** 32,
  bootstrap: 2 ** 40,
  irrelevantAttributes: 2 ** 41,
} as const;
