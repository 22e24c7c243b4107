import { join } from "node:path";
import { isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { append, sumOf } from "../../base/lists.js";
import { firstFew, grouped, numbered } from "../../base/numbers.js";
import { exists } from "../../documents/files/open-file.js";
import type { Problem } from "../../documents/problem.js";
import { openShard, requireReadable, requireUnchanged } from "../../documents/shards/check-shard.js";
import type { ReadOptions } from "../../features/corpus/collections.js";
import { countCorpora } from "../../features/corpus/read-corpus.js";
import { termCounter } from "../../features/corpus/term-counter.js";
import { MAX_DOCUMENTS } from "../../features/document-sums.js";
import { TrainingSubset, trainingCounts, wantedSums } from "../fitting/training-subset.js";
import { requireClasses } from "../reading.js";
import { TextModel } from "../text-model.js";
import { arraysOfSums, countsOfPart, partBytes, partName } from "./part.js";
import { type Plan, requireCountable } from "./plan.js";

/**
 * Makes the model of all documents that the parts have counted. It is byte for byte the model that training on
 * them gives. This takes memory for the sum and for one part.
 *
 * @param folder that of the parts
 * @param onProblems called with the problems of all shards before the model is made
 * @throws DataError as `requireParts`, or if a part is cut short, altered or forged, or there are fewer than two classes.
 */
export function mergedModel(folder: string, plan: Plan, onProblems: (problems: readonly Problem[]) => void): TextModel {
  const { settings } = plan;
  const { rules, classifier } = requireCountable(settings);
  const counter = termCounter(wantedSums(rules, classifier), true);
  /** The sum of all counts so far. No sum in a model is larger, so all of them are exact. */
  let total = 0;
  let documents = 0;
  const found: Problem[] = [];
  for (const [shard, path] of requireParts(folder, plan).entries()) {
    const { problems, ...counts } = countsOfPart(path, plan, shard);
    append(found, problems);
    documents += sumOf(counts.documents);
    if (documents > MAX_DOCUMENTS) {
      throw new DataError(`the counts have more than ${grouped(MAX_DOCUMENTS)} documents, more than a model can have`);
    }
    total += sumOf(counts.sums.map(({ sums }) => sumOf(sums[0])));
    if (total > Number.MAX_SAFE_INTEGER) throw new DataError("the counts are too large: a model can count up to 2^53");
    counter.append(counts);
  }
  onProblems(found);
  const sums = counter.finish();
  requireClasses(sums.labels, sumOf(sums.documents));
  return new TextModel(settings, trainingCounts(TrainingSubset.ofSums(sums), sums.vocabulary, rules, classifier));
}

/** Returns the paths of the parts of all shards. @throws DataError that names the shards whose parts are missing */
export function requireParts(folder: string, plan: Plan): string[] {
  const paths = plan.shards.map((_, shard) => join(folder, partName(plan, shard)));
  const missing = [...paths.keys()].filter((shard) => !exists(paths[shard]));
  if (missing.length === 0) return paths;
  const [what, how] = plan.task === undefined ? ["counts", "count"] : ["answers", "classify"];
  const [which, them] =
    missing.length === 1
      ? [`shard ${numbered(missing[0], paths.length)}`, "it"]
      : [`shards ${firstFew(missing, NAMED)} of ${paths.length}`, "them"];
  throw new DataError(`${folder}: no ${what} of ${which}: ${how} ${them} into this folder`);
}

/** The number of missing shards that an error names. */
const NAMED = 10;

/**
 * Counts a shard.
 *
 * @param root the folder of the corpus on this machine
 * @returns the numbers of documents and terms, the problems, and the bytes of the part. Counting a shard again
 *   gives the same bytes
 * @throws DataError if its files have changed since it was planned or cannot be read on this machine, or, with a strict
 *   plan, something is damaged.
 */
export function countShard(
  plan: Plan,
  shard: number,
  root: string,
  options: Pick<ReadOptions, "jobs" | "onProgress" | "signal"> = {},
) {
  const { settings, strict, shards, digest } = plan;
  requireUnchanged(shards[shard], root);
  const { rules, classifier } = requireCountable(settings);
  const corpus = openShard(shards[shard], root, strict);
  const wanted = wantedSums(rules, classifier);
  const { counts } = countCorpora([corpus], settings, wanted, options);
  const { problems, labels, documents, vocabulary } = counts;
  requireReadable(root, problems);
  return {
    documents: sumOf(documents),
    terms: vocabulary.size,
    problems,
    bytes: partBytes({ plan: digest, shard, labels, documents: [...documents], problems }, arraysOfSums(counts)),
  };
}

/** @throws DataError if the plan has no such shard. */
export function requireShard({ shards }: Plan, shard: number): void {
  if (isWhole(shard) && shard < shards.length) return;
  const all = shards.length === 1 ? "only shard 0" : `shards 0 to ${shards.length - 1}`;
  throw new DataError(`there is no shard ${shard}: the plan has ${all}`);
}
