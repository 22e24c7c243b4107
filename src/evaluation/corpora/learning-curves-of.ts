import type { Corpus } from "../../documents/corpora/corpus.js";
import { requireHoldout } from "../../model/fitting/splits.js";
import { readToLearn } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type FollowedSplits, measuringSplits } from "../protocols/protocol-splits.js";
import { CURVE_DEFAULTS, type CurveOptions, learningCurves } from "../studies/learning-curve.js";
import type { LearningCurves } from "../studies/measured-curves.js";

/**
 * Reads a corpus and measures the accuracy of models by number of training documents.
 *
 * @param corpora one corpus, or one to learn from and one to test on
 * @param all settings that read and select terms in the same way, such as those of `settingsOfEach`
 * @throws the errors of `learningCurves`; DataError if there are fewer than two classes.
 */
export function learningCurvesOf(
  corpora: readonly Corpus[],
  all: readonly Settings[],
  options: FollowedSplits & Omit<CurveOptions, "test" | "rules"> = {},
): LearningCurves {
  const { holdout = CURVE_DEFAULTS.holdout, repeats = CURVE_DEFAULTS.repeats, seed = CURVE_DEFAULTS.seed } = options;
  requireHoldout(holdout, repeats);
  const [settings] = all;
  const [data, test] = readToLearn(corpora, all, options);
  // The first repeat has the same split. It is checked and reported before the models are trained.
  if (test === undefined) {
    measuringSplits(corpora[0], data, { kind: "holdout", share: holdout, repeats: 1, seed }, settings, options);
  }
  const classifiers = all.map((each) => resolve(each).classifier);
  return learningCurves(data, classifiers, { ...options, test, rules: resolve(settings).rules });
}
