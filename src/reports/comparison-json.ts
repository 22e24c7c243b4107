import type { Comparison } from "../evaluation/compare.js";
import { comparisonSentence } from "./comparison-text.js";
import { differingSettings } from "./differing-settings.js";
import type { EvaluationFile } from "./evaluation-file.js";

/**
 * A comparison as `thresher compare --json` prints it.
 *
 * @param shown how many of the documents on which they disagree to name
 */
export function comparisonJson(
  { disagreements, tTest, ...figures }: Comparison,
  a: EvaluationFile,
  b: EvaluationFile,
  shown: number,
): object {
  const side = ({ path, classifier, protocol, documents }: EvaluationFile) => ({
    file: path,
    classifier,
    protocol,
    documents,
  });
  return {
    sentence: comparisonSentence({ disagreements, tTest, ...figures }),
    ...figures,
    tTest: tTest ?? null,
    a: side(a),
    b: side(b),
    settings: differingSettings(a, b).map(({ name, a, b }) => ({ name, a: a ?? null, b: b ?? null })),
    disagreements: { count: disagreements.length, first: disagreements.slice(0, shown) },
  };
}
