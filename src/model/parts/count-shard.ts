import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { openShard, requireReadable, requireUnchanged } from "../../documents/shards/check-shard.js";
import type { ReadOptions } from "../../features/corpus/corpus-data.js";
import { countCorpora } from "../../features/corpus/read-corpus.js";
import { wantedSums } from "../fitting/training-subset.js";
import { partBytes } from "./part.js";
import { type Plan, requireCountable } from "./plan.js";

/**
 * Returns the name of the part of a shard. It is a digest of the plan, including its settings, and of the number
 * of the shard.
 */
export function partName({ digest }: Pick<Plan, "digest">, shard: number): string {
  return `${createHash("sha256").update(`${digest} ${shard}`).digest("hex").slice(0, NAME_DIGITS)}${PART_ENDING}`;
}

/** The length of a name, without its ending. */
const NAME_DIGITS = 32;
/** The ending of the name of a part. */
export const PART_ENDING = ".part";

/**
 * Counts a shard.
 *
 * @param root the folder of the corpus on this machine
 * @returns the numbers of documents and terms, the problems, and the bytes of the part. Counting a shard again
 *   gives the same bytes
 * @throws DataError if there is no such shard, its files have changed since it was planned or cannot be read on this
 *   machine, or, with a strict plan, something is damaged.
 */
export function countShard(
  plan: Plan,
  shard: number,
  root: string,
  options: Pick<ReadOptions, "jobs" | "onProgress" | "signal"> = {},
) {
  const { settings, strict, shards, digest } = plan;
  requireShard(plan, shard);
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
    bytes: partBytes({ plan: digest, shard, labels, documents: [...documents], problems }, counts),
  };
}

/** @throws DataError if the plan has no such shard. */
export function requireShard({ shards }: Plan, shard: number): void {
  if (shard < shards.length) return;
  const all = shards.length === 1 ? "only shard 0" : `shards 0 to ${shards.length - 1}`;
  throw new DataError(`there is no shard ${shard}: the plan has ${all}`);
}
