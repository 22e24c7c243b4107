import type { EvaluationPage } from "../../../src/reports/evaluation-page/evaluation-page.js";
import { sampleEvaluation } from "../sample.js";

/** A report made by hand; its evaluation is the hand-made one. */
export function sampleReport(changes: Partial<EvaluationPage> = {}): EvaluationPage {
  const evaluation = sampleEvaluation();
  return {
    corpus: "mail",
    evaluation,
    classifier: { name: "multinomial", alpha: 1, tokenLength: [2, 256] },
    protocol: { kind: "folds", folds: 10, repeats: 1, seed: 7 },
    ids: ["spam/1", "ham/2", "bad/3"],
    link: (id) => `./${id}`,
    command: "thresher evaluate mail --folds 10 --seed 7",
    version: "9.9.9",
    strongest: [
      { label: "ham", documents: 900, terms: [{ term: "meeting", count: 1234, strength: 0.2 }] },
      { label: "spam", documents: 700, terms: [] },
    ],
    mistakes: [
      {
        prediction: evaluation.predictions[1],
        margin: 12,
        subject: "Lunch",
        excerpt: "Are you free",
        explanation: {
          ...{ label: "ham", against: "spam", margin: 12, prior: 1 },
          terms: [
            { term: "lunch", count: 2, contribution: 13 },
            { term: "free", count: 1, contribution: -2 },
          ],
        },
      },
    ],
    ...changes,
  };
}
