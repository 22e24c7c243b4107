import { realpathSync } from "node:fs";
import { requireWhole } from "../../base/checks.js";
import { DataError, orElse } from "../../base/errors.js";
import { type Comparison, compare } from "../../evaluation/significance/compare.js";
import { comparisonJson, comparisonText } from "../../reports/comparison/comparison-text.js";
import { differingProtocol, settingText } from "../../reports/comparison/differing-settings.js";
import { type EvaluationFile, readEvaluationFile } from "../../reports/evaluation/evaluation-file.js";
import type { Answer } from "../answer.js";

/** The options of `compareFiles`. */
export interface CompareOptions {
  /** The seed of the bootstrap. Default 1. */
  readonly seed?: number | undefined;
  /** How many documents to show on which they disagree. Default 10. */
  readonly top?: number | undefined;
}

/**
 * Compares two evaluations of the same documents.
 *
 * @param pathOfA a file with the output of `thresher evaluate --json`
 * @throws UsageError if `top` is not a whole number of at least 0; DataError if a file is no evaluation, or the protocols
 *   or the documents differ
 */
export function compareFiles(
  pathOfA: string,
  pathOfB: string,
  { seed = 1, top = 10 }: CompareOptions = {},
): Answer & { readonly comparison: Comparison } {
  requireWhole("top", top, 0);
  const a = readEvaluationFile(pathOfA);
  // If a file is missing, reading it reports that.
  if (orElse(() => realpathSync(pathOfA) === realpathSync(pathOfB), false))
    throw new DataError(`${pathOfA} and ${pathOfB} are the same file: give two evaluations`);
  const b = readEvaluationFile(pathOfB);
  requireSameProtocol(a, b);
  const comparison = compare(a, b, { seed });
  return {
    comparison,
    json: () => comparisonJson(comparison, a, b, top),
    text: (style) => comparisonText(comparison, a, b, top, style),
  };
}

/** @throws DataError that names the options by which the protocols differ; a test folder may have another name. */
function requireSameProtocol(a: EvaluationFile, b: EvaluationFile): void {
  const differing = differingProtocol(a, b).filter(
    ({ name }) => name !== "test" || a.protocol.kind !== b.protocol.kind,
  );
  if (differing.length === 0) return;
  const flag = (name: string) => (name === "protocol" ? name : `--${name}`);
  const side = (which: "a" | "b") =>
    differing.map((one) => `${flag(one.name)} ${settingText(one.name, one[which])}`).join(", ");
  throw new DataError(
    `the evaluations have different protocols: ${a.path} has ${side("a")}, ${b.path} has ${side("b")}; evaluate both with the same protocol and --seed`,
  );
}
