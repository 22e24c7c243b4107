import { type Classifier, type Dataset, rowsFor } from "../classifiers/classifier.js";
import { explainRow, type TermContribution } from "../classifiers/explain.js";
import type { SelectionRules } from "../features/selection.js";
import { selectRows } from "../features/sparse-matrix.js";
import type { Vocabulary } from "../features/vocabulary.js";
import type { Split } from "./splits.js";
import { splitTrials } from "./trial.js";

/** As many terms as somebody will read. */
const TERMS = 5;

/** Which class claims which document: class indices. */
export interface Claim {
  readonly row: number;
  readonly actual: number;
  readonly claimed: number;
}

/**
 * For each claim, by its row, the terms of the document that speak most for the class that
 * claims it against its own, the strongest first, by the model of the split that tests the
 * document.
 *
 * @param splits each claimed row is tested in one of them, and its classes are in its training part
 * @param onSplit called after each split with the number done
 */
export function doubtEvidence(
  claims: readonly Claim[],
  data: Dataset & { readonly vocabulary: Vocabulary },
  splits: readonly Split[],
  classifier: Classifier,
  rules: SelectionRules,
  onSplit?: (done: number) => void,
): Map<number, TermContribution[]> {
  const byRow = new Map(claims.map((claim) => [claim.row, claim]));
  const evidence = new Map<number, TermContribution[]>();
  let done = 0;
  for (const trial of splitTrials(data, splits, rules)) {
    const model = trial.fit(classifier);
    const x = rowsFor(model, trial.test);
    const termOf = (term: number) => data.vocabulary.term(trial.terms[term]);
    for (const [i, row] of trial.rows.entries()) {
      const claim = byRow.get(row);
      if (claim === undefined) continue;
      const pair = [trial.classes.indexOf(claim.claimed), trial.classes.indexOf(claim.actual)] as const;
      const { terms } = explainRow(model, selectRows(x, [i]), termOf, pair);
      evidence.set(row, terms.filter(({ contribution }) => contribution > 0).slice(0, TERMS));
    }
    onSplit?.(++done);
  }
  return evidence;
}
