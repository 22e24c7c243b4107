import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { requireReadable, requireUnchanged } from "../../documents/shards/check-shard.js";
import { openShard } from "../../documents/shards/open-shard.js";
import { countCorpora, type ReadOptions } from "../../features/corpus/read-corpus.js";
import { encodeRun } from "../../features/runs/encode-run.js";
import { TrainingSubset } from "../fitting/training-subset.js";
import { resolve } from "../settings.js";
import { trainingCounts, wantedSums } from "../training-counts.js";
import { countsCursor, layoutOf } from "./counts-cursor.js";
import type { PartFacts } from "./part.js";
import type { Plan } from "./plan.js";

/**
 * Returns the name of the part of a shard. It is a digest of the plan, including its settings, and of the number
 * of the shard.
 */
export function partName({ digest }: Pick<Plan, "digest">, shard: number): string {
  return `${createHash("sha256").update(`${digest} ${shard}`).digest("hex").slice(0, NAME_DIGITS)}${PART_ENDING}`;
}

const NAME_DIGITS = 32;
export const PART_ENDING = ".part";

/**
 * Counts a shard.
 *
 * @param root the folder of the corpus on this machine
 * @returns the numbers of documents and terms, the problems, and the bytes of the part, which can be iterated once.
 *   Counting a shard again gives the same bytes
 * @throws DataError if there is no such shard, its files have changed since it was planned or cannot be read on this
 *   machine, or, with a strict plan, something is damaged.
 */
export function countShard(
  plan: Plan,
  shard: number,
  root: string,
  { jobs = 1, onProgress }: Pick<ReadOptions, "jobs" | "onProgress"> = {},
) {
  const { thresher, unicode, settings, strict, labelColumn, shards, digest } = plan;
  requireShard(plan, shard);
  requireUnchanged(shards[shard], root);
  const { rules, classifier, isCounting } = resolve(settings);
  if (!isCounting) throw new TypeError("a plan has settings that can be counted");
  const corpus = openShard(shards[shard], root, strict);
  const { counts } = countCorpora([corpus], settings, wantedSums(rules, classifier), { jobs, onProgress });
  const { problems, labels, documents, vocabulary } = counts;
  requireReadable(root, problems);
  const facts: PartFacts = {
    ...{ plan: digest, shard, shards: shards.length, thresher, unicode, settings, labelColumn, labels },
    documents: [...documents],
    problems,
  };
  const training = trainingCounts(TrainingSubset.ofSums(counts), vocabulary, rules, classifier);
  return {
    documents: sumOf(documents),
    terms: vocabulary.size,
    problems,
    bytes: encodeRun(facts, layoutOf(rules), labels.length, countsCursor(training)),
  };
}

/** @throws DataError if the plan has no such shard. */
export function requireShard({ shards }: Plan, shard: number): void {
  if (shard < shards.length) return;
  const all = shards.length === 1 ? "only shard 0" : `shards 0 to ${shards.length - 1}`;
  throw new DataError(`there is no shard ${shard}: the plan has ${all}`);
}
