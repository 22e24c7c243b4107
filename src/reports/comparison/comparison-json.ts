import type { Comparison, Disagreement } from "../../evaluation/significance/compare.js";
import { tsvLine } from "../csv.js";
import type { EvaluationFile } from "../evaluation/evaluation-file.js";
import { comparisonSentence, differingSettings } from "./comparison-text.js";

/**
 * A comparison as `thresher compare --json` prints it.
 *
 * @param shown how many of the documents with different predictions to list
 */
export function comparisonJson(
  { disagreements, tTest, ...figures }: Comparison,
  a: EvaluationFile,
  b: EvaluationFile,
  shown: number,
): object {
  const side = ({ path, classifier, protocol, documents }: EvaluationFile) => {
    return { file: path, classifier, protocol, documents };
  };
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

/**
 * The documents with different predictions as tab-separated lines, the first with the names of
 * the columns: id, actual class, prediction of A, prediction of B, number of runs. Names are
 * made safe as in CSV.
 */
export function* disagreementLines(disagreements: readonly Disagreement[]): Generator<string> {
  yield tsvLine(["id", "actual", "a", "b", "times"]);
  for (const { id, actual, a, b, times } of disagreements) yield tsvLine([id, actual, a, b, times]);
}
