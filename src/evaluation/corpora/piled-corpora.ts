import { UsageError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold, type TestSubset, testSubset } from "../../model/fitting/fold.js";
import type { Splits } from "../../model/fitting/splits.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { type FollowedReading, readToLearn } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import {
  type UnlabelledDocuments,
  withGuessedClasses,
  withoutClass,
  withUnlabelled,
} from "../../model/unlabelled-data.js";
import type { Protocol } from "../protocols/protocol.js";

/**
 * Reads corpora with documents without labels, so that an evaluation can learn from both. In each training set, the pile
 * gets guessed classes: see `withGuessedClasses`.
 *
 * @param unlabelled the pile
 * @param protocol a test corpus, a hold-out or folds, without groups
 * @returns the labelled documents, then those of the test corpus if there is one (`rows`), and a function from the
 *   splits of the labelled documents to the folds
 * @throws the errors of `readToLearn` and `withoutClass`; UsageError for other protocols
 */
export function piledCorpora(
  [corpus, ...tests]: readonly Corpus[],
  unlabelled: UnlabelledDocuments,
  settings: Settings,
  protocol: Protocol,
  options: FollowedReading,
) {
  if (protocol.kind === "leave-one-out" || protocol.kind === "by-date" || ("groupBy" in protocol && protocol.groupBy)) {
    throw new UsageError("unlabelled documents need a test corpus, a hold-out or folds without groups", {
      options: ["unlabelled"],
    });
  }
  const [all, tested] = readToLearn([withUnlabelled(corpus, unlabelled), ...tests], [settings], options, withoutClass);
  const rows = ascending(all.x.rows);
  // Labelled documents are read first, so they have the same numbers in all rows.
  const labelled = rows.filter((row) => all.y[row] !== UNLABELLED);
  const data = { ...all, ...someRows(all, labelled), ids: Array.from(labelled, (row) => all.ids[row]) };
  /** Returns the fold that learns from all rows but some. */
  const foldWithout = (left: Iterable<number>, test: TestSubset) => {
    const leftOut = new Set(left);
    const kept = rows.filter((row) => !leftOut.has(row));
    return new Fold(TrainingSubset.of(withGuessedClasses(someRows(all, kept)).data), test, resolve(settings).rules);
  };
  return {
    rows: tested === undefined ? [data] : [data, tested],
    *folds(splits: Splits): Generator<Fold> {
      if (tested !== undefined) yield foldWithout([], testSubset(tested));
      else if (splits !== "leave one out")
        for (const { test } of splits) yield foldWithout(test, testSubset(data, test));
    },
  };
}
