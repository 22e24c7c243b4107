import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { DataError, UsageError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { plural } from "../../base/numbers.js";
import { VERSION } from "../../base/version.js";
import { openClasses } from "../../documents/corpora/class-paths.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import type { Problem } from "../../documents/problem.js";
import type { TrainOptions } from "../../model/options.js";
import { countShard, partName, requireParts, requireShard } from "../../model/parts/merged-model.js";
import { isPart } from "../../model/parts/part.js";
import { isToClassify, planBytes, planCorpus, readPlan, requireCountable } from "../../model/parts/plan.js";
import type { Settings } from "../../model/settings.js";
import { errorText } from "../error-text.js";
import { type Follower, tell } from "../follower.js";
import { Inputs } from "../inputs/inputs.js";
import { standardInputChunks, writeWaiting } from "../inputs/standard-streams.js";
import type { TrainedModel } from "../learning/new-model.js";
import { formLines, problemLines } from "../notices/corpus-lines.js";
import { settingsOf } from "../settings.js";
import { classifyShard } from "./classify-shard.js";
import { joinAnswers, type WrittenAnswers } from "./join-answers.js";
import { makePartsFolder, modelOfParts, putFile } from "./parts-folder.js";
import { type PlanClassifyingOptions, planInputs } from "./plan-classifying.js";

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
export type WrittenPlan = ReturnType<typeof writePlan>;

/**
 * Divides a corpus into shards, to be counted on several machines, and writes the plan.
 *
 * @param paths a corpus, or several paths, each of them a class
 * @returns the plan, and the number of classes: 0 if only reading can tell
 */
export function planShards(paths: readonly string[], options: PlanOptions) {
  const { output } = options;
  const settings = settingsOf(options);
  requireCountable(settings);
  requirePlace(output);
  const corpus = paths.length === 1 ? openCorpus(paths[0], options) : openClasses(paths, options);
  corpus.requireFree(output);
  const planned = plannedShards(corpus, settings, options);
  const { labels = [] } = corpus;
  if (labels.length === 1) {
    tell(options, `there is only one class, ${JSON.stringify(labels[0])}: a model needs another one`);
  }
  return { written: writePlan(planned, options), classes: labels.length };
}

/** Divides documents into shards, to be classified on several machines, and writes the plan beside a copy of the model. */
export function planAnswers(paths: readonly string[], options: PlanClassifyingOptions & { readonly output: string }) {
  const { output } = options;
  requirePlace(output);
  const inputs = new Inputs(paths, { ...options, readsTables: true });
  const planned = planInputs(inputs, dirname(output), options);
  tell(options, problemLines(inputs.problems));
  return { written: writePlan(planned, options), classes: 0 };
}

/** Writes a plan. */
function writePlan(
  { plan, weights }: ReturnType<typeof planCorpus>,
  options: Follower & { readonly output: string; readonly shards?: number | undefined },
) {
  const { shards, root, digest } = plan;
  const { output, shards: wanted = shards.length } = options;
  if (shards.length < wanted) {
    const why =
      "a shard has at least one file, or a part of one that can be cut: split a large mailbox, archive or CSV";
    tell(options, `${plural(shards.length, "shard")}, not ${wanted}: ${why}`);
  }
  writeAtomically(output, planBytes(plan));
  const files = new Set(shards.flat().flatMap((piece) => (piece.kind === "archive" ? [piece.file] : piece.ids))).size;
  return { plan: output, digest, root, shards: shards.length, files, weights, classifies: isToClassify(plan) };
}

/** Plans a corpus, and tells what it is and what cannot be read. */
export function plannedShards(corpus: Corpus, settings: Settings, options: Omit<PlanOptions, "output">) {
  tell(options, formLines(corpus), problemLines(corpus.problems));
  const { form, strict } = corpus;
  const labelColumn = options.multiLabel === undefined ? form?.labelColumn : undefined;
  return planCorpus(corpus, settings, { shards: options.shards, thresher: VERSION, strict, labelColumn });
}

/** The options of a shard. */
export interface ShardOptions extends Follower {
  /** The folder for parts, which is made if it is missing. */
  readonly output: string;
  /** Where the documents lie on this machine. Default: where they were planned. */
  readonly root?: string | undefined;
  readonly jobs?: number | undefined;
}

/** A shard whose part is in a file: where it is, and what was found if it was done now. */
export interface DoneShard {
  readonly part: string;
  readonly bytes: number;
  readonly shard: number;
  readonly shards: number;
  /** Whether it was counted now, or classified. */
  readonly counted?: boolean;
  readonly classified?: boolean;
  readonly documents?: number;
  readonly terms?: number;
  readonly answers?: number;
  readonly problems?: readonly Problem[] | undefined;
}

/** Counts or classifies a shard of a plan, unless its part is there already. @param path that of the plan */
export function doShard(path: string, shard: number, options: ShardOptions, plan = readPlan(path, VERSION)): DoneShard {
  const { output, jobs, onProgress, signal, root = plan.root } = options;
  requireShard(plan, shard);
  const folder = resolve(output);
  makePartsFolder(output);
  const name = partName(plan, shard);
  const part = join(output, name);
  const done = ({ problems, ...found }: Partial<DoneShard>) => {
    tell(options, problemLines(problems ?? []));
    return { part, shard, shards: plan.shards.length, ...found, bytes: statSync(part).size, problems };
  };
  if (isToClassify(plan)) {
    const { parts, isNew } = classifyShard(plan, shard, { root, parts: folder, models: dirname(path) });
    if (!isNew) return done({ classified: false });
    const answers = sumOf(parts.map((each) => each.answers));
    const problems = parts.flatMap((each) => each.problems);
    return done({ classified: true, documents: sumOf(parts.map((each) => each.documents)), answers, problems });
  }
  if (isPart(part, plan, shard)) return done({ counted: false });
  const { bytes, ...found } = countShard(plan, shard, root, { jobs, onProgress, signal });
  putFile(folder, name, bytes);
  return done({ counted: true, ...found });
}

/** Does the shards whose numbers are on standard input, one on a line, and writes a line of JSON for each. */
export function doGivenShards(path: string, options: ShardOptions): void {
  const plan = readPlan(path, VERSION);
  const answer = (line: string) => {
    const done = orFault(() => doShard(path, Number(line), options, plan));
    writeWaiting(1, Buffer.from(`${JSON.stringify(done)}\n`));
  };
  let rest = "";
  for (const chunk of standardInputChunks()) {
    const lines = (rest + Buffer.from(chunk).toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) answer(line);
  }
  if (rest !== "") answer(rest);
}

/** Calls a function. Returns a DataError as a fault. */
function orFault<T>(run: () => T): T | { readonly fault: string } {
  try {
    return run();
  } catch (error) {
    if (error instanceof DataError || error instanceof UsageError) return { fault: errorText(error) };
    throw error;
  }
}

/** The options of `mergeParts`. */
export interface MergeOptions extends Follower {
  /** The paths of the plan, and of the model or of the answers to write. */
  readonly plan: string;
  readonly model?: string | undefined;
  readonly output?: string | undefined;
}

/** Adds up the counts of all shards of a plan to a model, or joins their answers. @param place the folder with the parts */
export function mergeParts(place: string, options: MergeOptions): TrainedModel | WrittenAnswers {
  const { model, output } = options;
  const plan = readPlan(options.plan, VERSION);
  const path = isToClassify(plan) ? output : model;
  if (path === undefined) {
    const [what, wanted] = isToClassify(plan) ? ["classify", "output"] : ["count", "model"];
    throw new UsageError(`${options.plan} is a plan to ${what}: name the file to write with ${wanted}`, {
      options: [wanted],
    });
  }
  if (!isToClassify(plan) && output !== undefined) {
    throw new UsageError(`${options.plan} is a plan to count: leave out output`, { options: ["output"] });
  }
  requirePlace(path);
  if (!existsSync(place)) throw new DataError(`${place}: no such file or folder`);
  const folder = resolve(place);
  if (!isToClassify(plan))
    return modelOfParts(folder, plan, { ...options, model: path }, { parts: plan.shards.length });
  requireParts(folder, plan);
  return joinAnswers(path, plan, folder);
}
