import type { Evaluation } from "../../src/evaluation/evaluate.js";
import {
  classMetrics,
  macroAverage,
  matthewsCorrelation,
  microAverage,
  weightedAverage,
} from "../../src/evaluation/metrics/metrics.js";

/** An evaluation made by hand: three classes, one with a name that cannot be printed as it is. */
export function sampleEvaluation(changes: Partial<Evaluation> = {}): Evaluation {
  const labels = ["ham", "spam", "bad\n\u202ename"];
  const confusion = [
    [1200, 30, 0],
    [45, 900, 2],
    [7, 0, 0],
  ];
  const perClass = classMetrics(confusion, labels);
  return {
    labels,
    documents: { train: 11314, test: 2184 },
    vocabulary: 130107,
    runs: [{ accuracy: 2100 / 2184, correct: 2100, total: 2184 }],
    resampled: true,
    accuracy: 2100 / 2184,
    accuracyInterval: [0.9526, 0.9689],
    baselines: { majority: 1230 / 2184, proportional: 0.45 },
    macro: macroAverage(perClass, confusion),
    perClass,
    confusion,
    micro: microAverage(confusion),
    weighted: weightedAverage(perClass),
    matthews: matthewsCorrelation(confusion),
    logLoss: 0.1514,
    brier: 0.0672,
    calibrationError: 0.0213,
    reliability: [{ low: 0, high: 1, documents: 2184, confidence: 0.9828, accuracy: 2100 / 2184 }],
    topAccuracy: [
      { k: 1, accuracy: 2100 / 2184 },
      { k: 2, accuracy: 2178 / 2184 },
    ],
    predictions: [
      { run: 0, row: 1, actual: 0, predicted: 0, probability: 1 },
      { run: 0, row: 0, actual: 1, predicted: 0, probability: 0.5000000000000001 },
      { run: 0, row: 2, actual: 2, predicted: 0, probability: 1e-7 },
    ],
    uncalibrated: undefined,
    logProbabilities: Float64Array.of(0, -800, -900, Math.log(0.5), Math.log(0.5), -800, Math.log(1e-7), -800, -900),
    ...changes,
  };
}
