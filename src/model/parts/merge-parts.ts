import { join } from "node:path";
import { DataError } from "../../base/errors.js";
import { firstFew, numbered } from "../../base/numbers.js";
import { exists } from "../../documents/files/file-status.js";
import { mergedSums } from "../../features/runs/merged-sums.js";
import { TrainingSubset } from "../fitting/training-subset.js";
import { type TrainingCounts, trainingCounts, wantedSums } from "../training-counts.js";
import { checkedTerms } from "./checked-terms.js";
import { partName } from "./count-shard.js";
import { type PartFacts, readPart } from "./part.js";
import type { Plan } from "./plan.js";
import { requireCountable } from "./require-countable.js";

/** The counts of a shard in a file. */
export interface Part extends PartFacts {
  readonly path: string;
}

/**
 * Finds the part of each shard of a plan by its name.
 *
 * @throws DataError that names the shards whose parts are missing, or the file that is not a part of the plan.
 */
export function partsOfPlan(folder: string, plan: Plan): Part[] {
  const paths = plan.shards.map((_, shard) => join(folder, partName(plan, shard)));
  const missing = [...paths.keys()].filter((shard) => !exists(paths[shard]));
  if (missing.length > 0) throw new DataError(`${folder}: ${missingText(missing, paths.length)}`);
  return paths.map((path, shard) => ({ path, ...readPart(path, plan, shard) }));
}

/** The number of missing shards that an error names. */
const NAMED = 10;

/** Returns the message about missing parts. @param shards the number of all shards */
function missingText(missing: readonly number[], shards: number): string {
  const [first, ...rest] = missing;
  if (rest.length === 0) return `no counts of shard ${numbered(first, shards)}: count it into this folder`;
  return `no counts of shards ${firstFew(missing, NAMED)} of ${shards}: count them into this folder`;
}

/**
 * Adds up the counts of the parts of a plan. The memory that this takes depends only on the sum.
 *
 * @throws DataError if a part is cut short, altered or forged.
 */
export function mergeCounts({ settings }: Plan, parts: readonly Part[]): TrainingCounts {
  const { rules, classifier } = requireCountable(settings);
  const wanted = wantedSums(rules, classifier);
  const runs = parts.map(({ path, labels, documents }) => ({ file: path, labels, documents }));
  const sums = mergedSums(runs, wanted, (reader, path) => checkedTerms(reader, path, wanted));
  return trainingCounts(TrainingSubset.ofSums(sums), sums.vocabulary, rules, classifier);
}
