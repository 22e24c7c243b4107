import { CALIBRATION_STREAM } from "../../classifiers/calibration/choose.js";

/**
 * The first stream of random numbers for each purpose. Repeat r draws from the r-th stream after it. No two
 * purposes share a stream, with one exception: the folds inside a training set, which fit a calibration, use
 * the streams of the outer folds.
 */
export const STREAMS = {
  splits: 0,
  curveOrders: 2 ** 31,
  groupedHoldouts: 3 * 2 ** 32,
  groupedFolds: 4 * 2 ** 32,
  bootstrap: 2 ** 40,
  irrelevantAttributes: 2 ** 41,
  calibration: CALIBRATION_STREAM,
  search: 2 ** 43,
  fewLabels: 2 ** 44,
} as const;
