import type { Evaluation } from "../evaluation/evaluate.js";
import type { TunedCandidate, Tuning } from "../evaluation/tune.js";
import type { EvaluatedClassifier } from "./evaluation-json.js";
import { optionName } from "./option-name.js";
import { choiceText, presentChoices, tuningAxis } from "./tuning-choices.js";
import { tuningSeries } from "./tuning-series.js";
import { type TuningContext, why } from "./tuning-text.js";

/**
 * A tuning as `thresher tune --json` prints it: every candidate with its score in each
 * fold, best first, and which of them was chosen and why.
 *
 * @param classifier all settings of the chosen candidate
 * @param test what the chosen candidate came to on a test folder, if there was one
 */
export function tuningJson(
  tuning: Tuning,
  context: TuningContext,
  classifier: EvaluatedClassifier,
  test?: { readonly folder: string; readonly evaluation: Evaluation },
): object {
  const { by, splits: _, documents, candidates, best, chosen, within } = tuning;
  const { corpus, folds, repeats, seed, commands } = context;
  return {
    corpus,
    by,
    protocol: { kind: "folds", folds, repeats, seed },
    documents,
    classifier,
    why: why(tuning),
    commands,
    chosen: candidates.indexOf(chosen),
    best: candidates.indexOf(best),
    within,
    candidates: candidates.map(candidateJson),
    axis: tuningAxis(candidates),
    series: tuningSeries(tuning),
    test: test && testJson(test.folder, test.evaluation),
  };
}

/** Every candidate, the best first, as rows of a table below a head. */
export function tuningRows({ by, candidates, chosen }: Tuning): (string | number)[][] {
  const choices = presentChoices(candidates);
  return [
    [by, "low", "high", ...choices.map(optionName), "terms", "chosen"],
    ...candidates.map((tuned) => {
      const { candidate, mean, interval, terms } = tuned;
      const values = choices.map((choice) => {
        const value: unknown = candidate[choice];
        return typeof value === "number" && Number.isFinite(value) ? value : choiceText(candidate[choice]);
      });
      return [mean, ...interval, ...values, terms, tuned === chosen ? "chosen" : ""];
    }),
  ];
}

/** No limit on terms is infinity, which JSON writes as null: as settings have it. */
function candidateJson({ candidate, ...result }: TunedCandidate): object {
  return { ...candidate, ...result };
}

function testJson(folder: string, evaluation: Evaluation): object {
  const { labels, documents, vocabulary, runs, accuracy, accuracyInterval, baselines, macro, logLoss } = evaluation;
  const [{ correct, total }] = runs;
  return {
    folder,
    labels,
    documents,
    vocabulary,
    correct,
    total,
    accuracy,
    accuracyInterval,
    baselines,
    macro,
    logLoss,
  };
}
