import { classifierFor } from "./classifiers/table.js";
import type { CorpusData } from "./dataset.js";
import type { Splits } from "./evaluation/duplicates.js";
import { type EvaluateOptions, type Evaluation, evaluate, summary } from "./evaluation/evaluate.js";
import { leaveOneOut } from "./evaluation/leave-one-out.js";
import { splitTrials, testTrial } from "./evaluation/trial.js";
import { rulesOf, type Settings } from "./settings.js";

/** How corpora are evaluated. */
export interface CorpusEvaluationOptions extends Omit<EvaluateOptions, "onRun" | "onProgress"> {
  /** Called with the number of runs, shares of one included, or, leaving one out, of documents that are done. */
  readonly onStep?: ((done: number) => void) | undefined;
}

/**
 * What comes of training and testing on documents that have been read.
 *
 * @param data one corpus, or one to learn from and one to test on
 * @param splits of one corpus; of two it has no part
 * @param options of these, leaving one out knows `binary` alone
 */
export function evaluateCorpora(
  [data, test]: readonly CorpusData[],
  splits: Splits,
  settings: Settings,
  { onStep, ...options }: CorpusEvaluationOptions = {},
): Evaluation {
  const rules = rulesOf(settings);
  const classifier = classifierFor(settings);
  const run = { ...options, onRun: onStep, onProgress: onStep };
  if (test !== undefined) return evaluate([testTrial(data, test, rules)], classifier, test.labels, run);
  if (splits !== "leave one out") return evaluate(splitTrials(data, splits, rules), classifier, data.labels, run);
  const { binary } = options;
  return summary([leaveOneOut(data, classifier, { rules, onDocument: onStep })], data.labels, { binary });
}
