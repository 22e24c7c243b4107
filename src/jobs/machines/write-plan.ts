import { dirname } from "node:path";
import { UsageError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import { filesOfPiece } from "../../documents/shards/shard.js";
import type { TrainOptions } from "../../model/options.js";
import { isToClassify, type newPlan, planBytes, planCorpus } from "../../model/parts/plan.js";
import { type Follower, tell } from "../follower.js";
import { Inputs } from "../inputs/inputs.js";
import { corpusToLearn } from "../learning/train-model.js";
import { formLines, problemLines } from "../notices/corpus-lines.js";
import { settingsOf } from "../settings.js";
import { type PlanClassifyingOptions, planInputs } from "./plan-classifying.js";

/** The options of a plan to count: of the model, and of reading the corpus. */
export interface PlanCountingOptions extends Follower, CorpusOptions, Omit<TrainOptions, "multiLabel"> {
  readonly multiLabel?: boolean;
  /** The most shards. */
  readonly shards: number;
}

/** A plan, what cannot be read, and the classes, if they are known. */
type Planned = ReturnType<typeof newPlan> & Pick<Corpus, "problems"> & Partial<Pick<Corpus, "labels">>;

/** The options of `writePlan`: with a model, the documents are classified by it. `output`: the path of the plan. */
export type PlanOptions = PlanCountingOptions & Partial<PlanClassifyingOptions> & { readonly output: string };

/**
 * A plan that is in a file now: its path and digest, the folder of the corpus, the number of shards and files, the bytes of
 * each shard, and the number of classes, 0 if only reading can tell.
 */
export type WrittenPlan = ReturnType<typeof writePlan>;

/**
 * Divides documents into shards, to be counted or classified on several machines, and writes the plan. If a model
 * is to classify, a copy of it is put next to the plan.
 *
 * @param paths to count, a corpus, or several paths, each of them a class
 */
export function writePlan(paths: readonly string[], options: PlanOptions) {
  const { output, model, shards: wanted } = options;
  requirePlace(output);
  const planned: Planned =
    model === undefined
      ? planCounting(paths, { ...options, model: output })
      : planInputs(new Inputs(paths, { ...options, readsTables: true }), dirname(output), { ...options, model });
  const { plan, weights, problems, labels = [] } = planned;
  const { shards, root, digest } = plan;
  tell(options, problemLines(problems));
  if (labels.length === 1) {
    tell(options, `there is only one class, ${JSON.stringify(labels[0])}: a model needs another one`);
  }
  if (shards.length < wanted) {
    const why =
      "a shard has at least one file, or a part of one that can be cut: split a large mailbox, archive or CSV";
    tell(options, `${plural(shards.length, "shard")}, not ${wanted}: ${why}`);
  }
  writeAtomically(output, planBytes(plan));
  const files = new Set(shards.flat().flatMap((piece) => filesOfPiece(piece).map(([file]) => file))).size;
  const counts = { shards: shards.length, files, weights, classes: labels.length };
  return { plan: output, digest, root, ...counts, classifies: isToClassify(plan) };
}

/**
 * Plans how to count a corpus, and tells what it is.
 *
 * @param options `model`: a file that will be written
 */
export function planCounting(paths: readonly string[], options: PlanCountingOptions & { readonly model: string }) {
  if (paths.includes("-")) throw new UsageError("standard input cannot be read again: write it to a file");
  const corpus = corpusToLearn(paths, options);
  tell(options, formLines(corpus));
  const labelColumn = options.multiLabel === undefined ? corpus.form?.labelColumn : undefined;
  const { problems, labels } = corpus;
  return { ...planCorpus(corpus, settingsOf(options), options.shards, labelColumn), problems, labels };
}
