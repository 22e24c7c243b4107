import type { LearningCurve } from "../../../src/evaluation/studies/measured-curves.js";

/** A learning curve made by hand: three sizes, three repeats, a fit and a forecast. */
export function sampleCurve(changes: Partial<LearningCurve> = {}): LearningCurve {
  return {
    classifier: "multinomial",
    points: [100, 1000, 10_000].map((documents, i) => ({
      documents,
      accuracy: [0.4, 0.6, 0.75][i],
      accuracies: [-0.02, 0, 0.02].map((away) => [0.4, 0.6, 0.75][i] + away),
      interval: [[0.35, 0.45] as const, [0.57, 0.63] as const, [0.74, 0.76] as const][i] as [number, number],
      vocabulary: 5000 * (i + 1),
    })),
    law: { asymptote: 0.9, scale: 2, exponent: 0.3 },
    forecast: { documents: 20_000, accuracy: 0.79, interval: [0.77, 0.81] },
    ...changes,
  };
}
