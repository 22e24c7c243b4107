import type { CorpusData } from "../features/corpus/dataset.js";
import type { DocumentSums } from "../features/runs/document-sums.js";
import { countedFold } from "../model/fitting/fold.js";
import { resolve, type Settings } from "../model/settings.js";
import { type CorpusEvaluationOptions, type Evaluation, evaluate } from "./evaluate.js";

/**
 * Trains on sums over documents and tests on documents over their vocabulary: as `evaluateCorpora` does with the rows of
 * both.
 *
 * @param train the sums that `sumsOf` wants
 */
export function evaluateCounted(
  train: DocumentSums,
  test: CorpusData,
  settings: Settings,
  { onStep, ...options }: CorpusEvaluationOptions = {},
): Evaluation {
  const { rules, classifier } = resolve(settings);
  const run = { ...options, onRun: onStep, onProgress: onStep };
  return evaluate([countedFold(train, test, rules)], classifier, test.labels, run);
}
