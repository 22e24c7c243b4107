import type { Evaluation } from "../evaluation/evaluate.js";
import type { TunedCandidate, Tuning } from "../evaluation/tune.js";
import type { EvaluatedClassifier } from "./evaluation-json.js";
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
    series: tuningSeries(tuning),
    test: test && testJson(test.folder, test.evaluation),
  };
}

/** Every candidate, the best first, as rows of a table below a head. */
export function tuningRows({ by, candidates, chosen }: Tuning): (string | number)[][] {
  return [
    [
      ...[by, "low", "high", "classifier", "alpha", "prior", "ngrams", "min-count", "min-documents"],
      ...["max-document-share", "drop-top", "max-terms", "terms", "chosen"],
    ],
    ...candidates.map(({ candidate, mean, interval, terms }, place) => {
      const { classifier, alpha, prior, ngrams, minCount, minDocuments, maxDocumentShare, dropTop, maxTerms } =
        candidate;
      return [
        ...[mean, ...interval, classifier, alpha, String(prior), ngrams.join("-"), minCount, minDocuments],
        ...[maxDocumentShare, dropTop, maxTerms === Number.POSITIVE_INFINITY ? "all" : maxTerms, terms],
        candidates[place] === chosen ? "chosen" : "",
      ];
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
