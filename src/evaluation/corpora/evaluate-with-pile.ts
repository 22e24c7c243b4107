import { UsageError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import { pileOf } from "../../classifiers/unlabelled/pooled-labels.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusData } from "../../features/corpus/corpus-data.js";
import { someRows } from "../../features/dataset.js";
import { UNLABELLED } from "../../features/sparse-matrix.js";
import { Fold } from "../../model/fitting/fold.js";
import { TrainingSubset } from "../../model/fitting/training-subset.js";
import { filledPile, markedPile, type UnlabelledDocuments, withPile } from "../../model/pile/pile-data.js";
import { readChanged, readToTest } from "../../model/reading.js";
import { resolve, type Settings } from "../../model/settings.js";
import { type EvaluateOptions, type Evaluation, evaluate } from "../evaluate.js";
import type { Protocol } from "../protocols/protocol.js";
import { type FollowedSplits, requireCommonClass, splitsFor } from "../protocols/protocol-splits.js";
import type { ByProtocol } from "./evaluate-corpora.js";

/**
 * Evaluates like `evaluateByProtocol`, but every training set also has documents without labels: see `filledPile`. The
 * test documents are never among them, unless the pile has copies of them.
 *
 * @param protocol a test corpus, a hold-out or folds, without groups
 * @throws the errors of `evaluateByProtocol` and `markedPile`; UsageError for other protocols
 */
export function evaluateWithPile(
  [corpus, test]: readonly Corpus[],
  unlabelled: UnlabelledDocuments,
  settings: Settings,
  protocol: Protocol,
  options: FollowedSplits & EvaluateOptions = {},
): ByProtocol<Evaluation> {
  if (protocol.kind === "leave-one-out" || protocol.kind === "by-date" || ("groupBy" in protocol && protocol.groupBy)) {
    throw new UsageError("unlabelled documents need a test corpus, a hold-out or folds without groups", {
      options: ["unlabelled"],
    });
  }
  const { rules, classifier } = resolve(settings);
  const all = readChanged(withPile(corpus, unlabelled), settings, options, markedPile);
  const tested = test && readToTest(all, test, settings, options);
  const rows = ascending(all.x.rows);
  const labelled = rows.filter((row) => all.y[row] !== UNLABELLED);
  const data: CorpusData = {
    ...all,
    ...someRows(all, labelled),
    ids: Array.from(labelled, (row) => all.ids[row]),
  };
  const found = splitsFor(corpus, data, protocol, settings);
  requireCommonClass(found);
  options.onSplits?.(found, data);
  const { splits } = found;
  /** Returns the training set: the pile, and the labelled documents that are not left out. */
  const subsetWithout = (left: Uint32Array) => {
    const leftOut = new Set(left);
    const training = someRows(
      all,
      rows.filter((row) => !leftOut.has(row)),
    );
    return TrainingSubset.of(filledPile(training, pileOf(training)).data);
  };
  function* folds(): Generator<Fold> {
    if (tested !== undefined) {
      yield new Fold(
        subsetWithout(new Uint32Array()),
        { x: tested.x, y: tested.y, rows: ascending(tested.x.rows) },
        rules,
      );
    }
    // Labelled documents are read first, so they have the same numbers in all rows.
    for (const split of splits) yield new Fold(subsetWithout(split.test), { ...data, rows: split.test }, rules);
  }
  const evaluation = evaluate(folds(), classifier, (tested ?? data).labels, {
    ...options,
    calibrate: settings.calibrate ?? undefined,
  });
  return { evaluation, protocol: found.protocol, splits, tested: tested ?? data };
}
