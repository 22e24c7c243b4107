import { DataError, UsageError } from "../base/errors.js";
import { sumOf } from "../classifiers/bayes/class-counts.js";
import { openShard, requireUnchanged } from "../documents/shards/shard.js";
import { type CorpusData, type ReadOptions, readAfter } from "../features/corpus/dataset.js";
import type { Vocabulary } from "../features/vocabulary.js";
import { mergeCounts, type PartSet } from "../model/parts/merge-parts.js";
import type { Plan } from "../model/parts/plan.js";
import { TextModel } from "../model/text-model.js";
import { type Evaluation, summary } from "./evaluate.js";
import type { BinaryOptions } from "./metrics/binary-metrics.js";
import { type Outcome, outcomeOf, type TestedRows } from "./metrics/outcome.js";

/** A plan whose shards are counted, and can be read on this machine. */
export interface CountedPlan {
  readonly plan: Plan;
  /** A part for each shard. */
  readonly parts: PartSet;
  /** Where the corpus lies on this machine. */
  readonly root: string;
}

/** How shards are tested. */
export interface ShardTestOptions extends Pick<ReadOptions, "jobs"> {
  readonly binary?: BinaryOptions | undefined;
  /** Called with the number of folds done, fractions included. */
  readonly onStep?: ((done: number) => void) | undefined;
}

/** @throws UsageError unless the shards are such that some can be tested by what is learned from the others. */
export function requireDealt({ plan, parts }: CountedPlan): void {
  if (!plan.dealt) {
    throw new UsageError(
      "the shards of this plan are neighbouring documents, and what is learned from the others says little of them: make the plan with --deal, and count it",
    );
  }
  if (plan.shards.length < 2) throw new UsageError("this plan has one shard, and nothing is left to learn from");
  if (parts.paths.length === plan.shards.length) return;
  throw new DataError("the counts of several shards were added up, and cannot be taken apart: count each shard anew");
}

/** All classes of a plan, sorted. */
export function labelsOf({ parts }: CountedPlan): string[] {
  return [...new Set(parts.facts.flatMap(({ labels }) => labels))].sort();
}

/**
 * Cross-validation on counted shards: each fold is tested by the sum of the counts of all others, and only its
 * documents are read.
 *
 * @param folds how many, at least 2; shard i belongs to fold i mod `folds`
 * @returns the evaluation, and the id of each row
 * @throws UsageError if the plan was not dealt or has fewer shards than folds; DataError if a part is not whole, or the
 *   corpus has changed.
 */
export function evaluateShards(
  counted: CountedPlan,
  folds: number,
  { jobs, binary, onStep }: ShardTestOptions = {},
): { readonly evaluation: Evaluation; readonly ids: readonly string[] } {
  requireDealt(counted);
  const { length } = counted.plan.shards;
  if (folds > length) throw new UsageError(`${folds} folds are more than the ${length} shards of the plan`);
  const labels = labelsOf(counted);
  const numbers = Array.from({ length }, (_, shard) => shard);
  const outcomes: Outcome[] = [];
  const ids: string[] = [];
  for (let fold = 0; fold < folds; fold++) {
    const learned = numbers.filter((shard) => shard % folds !== fold);
    const model = modelOfShards(counted, learned);
    const tested = numbers.filter((shard) => shard % folds === fold);
    const { vocabulary } = model;
    const onProgress = (share: number) => onStep?.(fold + share);
    const data = readShards(counted, tested, { vocabulary, labels }, { jobs, onProgress });
    outcomes.push(outcomeOf(model.model, testedRows(model, data, ids.length), labels.length));
    for (const id of data.ids) ids.push(id);
    onStep?.(fold + 1);
  }
  return { evaluation: summary(outcomes, labels, { binary }), ids };
}

/** The model of the counts of some shards, without a calibration of its own. */
export function modelOfShards({ parts }: Pick<CountedPlan, "parts">, shards: readonly number[]): TextModel {
  const some = {
    ...parts,
    paths: shards.map((shard) => parts.paths[shard]),
    facts: shards.map((shard) => parts.facts[shard]),
  };
  return new TextModel(parts.settings, mergeCounts(some));
}

/** Reads the documents of some shards, over a vocabulary. @throws DataError if they are not those that were counted. */
export function readShards(
  { plan, parts, root }: CountedPlan,
  numbers: readonly number[],
  over: { readonly vocabulary: Vocabulary; readonly labels: readonly string[] },
  { jobs = 1, onProgress }: { readonly jobs?: number | undefined; readonly onProgress?: (share: number) => void } = {},
): CorpusData {
  const shard = numbers.flatMap((number) => plan.shards[number]);
  requireUnchanged(shard, root);
  const counted = numbers.reduce((sum, number) => sum + sumOf(parts.facts[number].documents), 0);
  const [data] = readAfter([over], [openShard(shard, root, plan.strict)], parts.settings, {
    jobs,
    onProgress: (documents) => onProgress?.(documents / counted),
  });
  if (data.ids.length === counted && data.labels.length === over.labels.length) return data;
  throw new DataError(`${root}: the corpus has changed since it was counted: plan and count it again`);
}

/** @param before how many rows were tested before these */
export function testedRows(
  { labels, counts, vocabulary }: TextModel,
  { x, y, labels: all }: CorpusData,
  before = 0,
): TestedRows {
  const trainDocuments = sumOf(counts.documents);
  return {
    test: x,
    actual: y,
    rows: Uint32Array.from({ length: x.rows }, (_, row) => before + row),
    classes: Uint32Array.from(labels, (label) => all.indexOf(label)),
    trainDocuments,
    vocabulary: vocabulary.size,
    trainShares: Float64Array.from(all, (label) => (counts.documents[labels.indexOf(label)] ?? 0) / trainDocuments),
  };
}
