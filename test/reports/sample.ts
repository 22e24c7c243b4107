import type { Evaluation } from "../../src/evaluation/evaluate.js";
import { classMetrics, macroAverage } from "../../src/evaluation/metrics.js";

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
    accuracy: 2100 / 2184,
    accuracyInterval: [0.9526, 0.9689],
    baselines: { majority: 1230 / 2184, proportional: 0.45 },
    macro: macroAverage(perClass, confusion),
    perClass,
    confusion,
    predictions: [
      { row: 1, actual: 0, predicted: 0, probability: 1 },
      { row: 0, actual: 1, predicted: 0, probability: 0.5000000000000001 },
      { row: 2, actual: 2, predicted: 0, probability: 1e-7 },
    ],
    ...changes,
  };
}
