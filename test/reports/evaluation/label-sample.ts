import type { LabelEvaluation } from "../../../src/evaluation/labels/evaluate-labels.js";
import { labelMetrics } from "../../../src/evaluation/metrics/label-metrics.js";

/** An evaluation of two labels made by hand: of each, one document is right, and `b` is once missed and once given. */
export function sampleLabelEvaluation(): { evaluation: LabelEvaluation; ids: string[] } {
  const outcomes = [
    { actual: ["a", "b"], predicted: ["a"] },
    { actual: ["b"], predicted: ["b"] },
    { actual: ["a"], predicted: ["a", "b"] },
    { actual: [], predicted: [] },
  ];
  const predictions = outcomes.map((outcome, row) => ({ ...outcome, row, run: 0, decisions: [] }));
  const thresholds = new Map([["a", 0.5]]);
  const evaluation = { ...labelMetrics(outcomes, 2), runs: 1, vocabulary: 7, thresholds, predictions };
  return { evaluation, ids: ["1.txt", "2.txt", "3.txt", "4.txt"] };
}
