import { plural } from "../../base/numbers.js";
import { VERSION } from "../../base/version.js";
import { openClasses } from "../../documents/corpora/class-paths.js";
import type { Corpus, CorpusOptions } from "../../documents/corpora/corpus.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import type { TrainOptions } from "../../model/options.js";
import { planBytes, planCorpus, requireCountable } from "../../model/parts/plan.js";
import type { Settings } from "../../model/settings.js";
import { type Follower, tell } from "../follower.js";
import { formLines, problemLines } from "../notices/corpus-lines.js";
import { settingsOf } from "../settings.js";

/** The options of `planShards`: of the model, of reading the corpus, and of the plan. */
export interface PlanOptions extends Follower, CorpusOptions, Omit<TrainOptions, "multiLabel"> {
  readonly multiLabel?: boolean;
  /** The most shards. */
  readonly shards: number;
  /** The path of the plan. */
  readonly output: string;
}

/** A plan that is in a file now: its path and digest, the folder of the corpus, the number of files, and the bytes of each shard. */
export type WrittenPlan = ReturnType<typeof planShards>["written"];

/**
 * Divides a corpus into shards, to be counted on several machines, and writes the plan.
 *
 * @param paths a corpus, or several paths, each of them a class
 * @returns the plan, and the number of classes: 0 if only reading can tell
 */
export function planShards(paths: readonly string[], options: PlanOptions) {
  const { shards: count, output } = options;
  const settings = settingsOf(options);
  requireCountable(settings);
  requirePlace(output);
  const corpus = paths.length === 1 ? openCorpus(paths[0], options) : openClasses(paths, options);
  corpus.requireFree(output);
  const { plan, weights } = plannedShards(corpus, settings, options);
  const { shards, root, digest } = plan;
  if (shards.length < count) {
    const why = "a shard has at least one file: split a large mailbox, table or archive into several";
    tell(options, `${plural(shards.length, "shard")}, not ${count}: ${why}`);
  }
  const { labels = [] } = corpus;
  if (labels.length === 1) {
    tell(options, `there is only one class, ${JSON.stringify(labels[0])}: a model needs another one`);
  }
  writeAtomically(output, planBytes(plan));
  const files = new Set(shards.flat().flatMap((piece) => (piece.kind === "archive" ? [piece.file] : piece.ids))).size;
  return { written: { plan: output, digest, root, shards: shards.length, files, weights }, classes: labels.length };
}

/** Plans a corpus, and tells what it is and what cannot be read. */
export function plannedShards(corpus: Corpus, settings: Settings, options: Omit<PlanOptions, "output">) {
  tell(options, formLines(corpus), problemLines(corpus.problems));
  const { form, strict } = corpus;
  const labelColumn = options.multiLabel === undefined ? form?.labelColumn : undefined;
  return planCorpus(corpus, settings, { shards: options.shards, thresher: VERSION, strict, labelColumn });
}
