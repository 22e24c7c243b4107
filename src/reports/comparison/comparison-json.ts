import type { Comparison } from "../../evaluation/significance/compare.js";
import type { EvaluationFile } from "../evaluation/evaluation-file.js";
import { comparisonSentence } from "./comparison-text.js";
import { differingSettings } from "./differing-settings.js";

/**
 * Returns a comparison as `thresher compare --json` prints it.
 *
 * @param shown maximum number of documents with different predictions to list
 */
export function comparisonJson(comparison: Comparison, a: EvaluationFile, b: EvaluationFile, shown: number): object {
  const { disagreements, tTest, ...figures } = comparison;
  const side = ({ path, classifier, protocol, documents }: EvaluationFile) => {
    return { file: path, classifier, protocol, documents };
  };
  return {
    sentence: comparisonSentence(comparison),
    ...figures,
    tTest: tTest ?? null,
    a: side(a),
    b: side(b),
    settings: differingSettings(a, b).map(({ name, a, b }) => ({ name, a: a ?? null, b: b ?? null })),
    disagreements: { count: disagreements.length, first: disagreements.slice(0, shown) },
  };
}
