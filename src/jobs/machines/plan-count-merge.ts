import { existsSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DataError } from "../../base/errors.js";
import { plural } from "../../base/numbers.js";
import { VERSION } from "../../base/version.js";
import { openClasses } from "../../documents/corpora/class-paths.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import type { TrainOptions } from "../../model/options.js";
import { countShard, partName, requireShard } from "../../model/parts/merged-model.js";
import { isPart } from "../../model/parts/part.js";
import { planBytes, planCorpus, readPlan, requireCountable } from "../../model/parts/plan.js";
import type { Settings } from "../../model/settings.js";
import { type Follower, tell } from "../follower.js";
import type { TrainedModel } from "../learning/new-model.js";
import { formLines, problemLines } from "../notices/corpus-lines.js";
import { settingsOf } from "../settings.js";
import { makePartsFolder, modelOfParts, putFile } from "./parts-folder.js";

/** The options of `planShards`: of the model, of reading the corpus, and of the plan. */
export interface PlanOptions extends Follower, CorpusOptions, Omit<TrainOptions, "multiLabel"> {
  readonly multiLabel?: boolean;
  /** The most shards. */
  readonly shards: number;
  /** The path of the plan. */
  readonly output: string;
}

/**
 * A plan that is in a file now: its path and digest, the folder of the corpus, the number of shards and files, and the bytes
 * of each shard.
 */
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

/** The options of `countPlanned`. */
export interface CountOptions extends Follower {
  /** The number of the shard; the first is 0. */
  readonly shard: number;
  /** The folder for counts, which is made if it is missing. */
  readonly output: string;
  /** Where the corpus lies on this machine. Default: where it was planned. */
  readonly root?: string | undefined;
  readonly jobs?: number | undefined;
}

/** A shard whose counts are in a file. */
export type CountedShard = ReturnType<typeof countPlanned>;

/** Counts a shard of a plan, unless its counts are there already. @param path that of the plan */
export function countPlanned(path: string, options: CountOptions) {
  const { shard, output, jobs, onProgress, signal } = options;
  const plan = readPlan(path, VERSION);
  requireShard(plan, shard);
  const part = join(output, partName(plan, shard));
  const folder = resolve(output);
  makePartsFolder(output);
  const where = { part, shard, shards: plan.shards.length };
  if (isPart(part, plan, shard)) return { ...where, counted: false as const };
  const made = countShard(plan, shard, options.root ?? plan.root, { jobs, onProgress, signal });
  const { documents, terms, problems } = made;
  tell(options, problemLines(problems));
  const { size } = statSync(putFile(folder, partName(plan, shard), made.bytes));
  return { ...where, counted: true as const, documents, terms, bytes: size, problems };
}

/** The options of `mergeParts`. */
export interface MergeOptions extends Follower {
  /** The paths of the plan, and of the model to write. */
  readonly plan: string;
  readonly model: string;
}

/** Adds up the counts of all shards of a plan to a model. @param place the folder with the counts */
export function mergeParts(place: string, options: MergeOptions): TrainedModel {
  const plan = readPlan(options.plan, VERSION);
  requirePlace(options.model);
  if (!existsSync(place)) throw new DataError(`${place}: no such file or folder`);
  return modelOfParts(resolve(place), plan, options, { parts: plan.shards.length });
}
