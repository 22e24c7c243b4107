import { readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf, DataError, reason, UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { calibratesItself } from "../../../classifiers/bayes/counting-classifier.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openShard } from "../../../documents/shards/shard.js";
import { type CountedPlan, labelsOf, requireDealt } from "../../../evaluation/evaluate-shards.js";
import { PART_ENDING, partName } from "../../../model/parts/count-shard.js";
import { type PartSet, partSet } from "../../../model/parts/merge-parts.js";
import { type Plan, readPlan } from "../../../model/parts/plan.js";
import { resolve } from "../../../model/settings.js";
import type { CommonOptions } from "../../options/options.js";
import { namedLines, problemLines, tell } from "../../output/notices.js";
import { VERSION } from "../../output/output.js";
import type { GivenParts, PartsOptions } from "./parts-options.js";
import { isUrl, type PartsPlace, partsPlace, withScratch } from "./parts-place.js";

/**
 * Reads a plan and what the parts of its shards say, and calls `use` with them.
 *
 * @throws DataError if they do not fit, UsageError if the documents were not dealt out.
 */
export function withCountedPlan<T>(
  path: string,
  options: GivenParts<PartsOptions> & CommonOptions,
  use: (counted: CountedPlan) => Promise<T>,
): Promise<T> {
  const plan = readPlan(path, VERSION);
  return withParts(options.parts, plan, (folder) => use(countedPlan(plan, folder, options)));
}

function countedPlan(plan: Plan, folder: string, options: PartsOptions & CommonOptions): CountedPlan {
  const parts = partsOf(folder, options, plan);
  const counted = { plan, parts, root: options.root ?? plan.root };
  requireDealt(counted);
  const { classifier } = resolve(parts.settings);
  if (parts.settings.calibrate === null && calibratesItself(classifier, labelsOf(counted).length)) {
    tell(options, ["with --parts, probabilities are not calibrated, unlike those of a merged model"]);
  }
  return counted;
}

/** The whole corpus of a plan. */
export function corpusOf({ plan: { shards, strict }, root }: CountedPlan): Corpus {
  return openShard(shards.flat(), root, strict);
}

/** How many parts are asked for at a time. */
const AT_ONCE = 8;

/**
 * Calls `use` with a folder of parts: if they are on a server, with a temporary one into which they are copied.
 *
 * @throws UsageError without a plan for a server, which is asked for its parts by name; DataError if it does not answer.
 */
export async function withParts<T>(
  place: string,
  plan: Plan | undefined,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  if (!isUrl(place)) return use(place);
  if (plan === undefined) throw new UsageError("the counts are on a server: name their plan with --plan");
  const server = partsPlace(place);
  return withScratch(async (folder) => {
    await fetchParts(server, plan, folder);
    try {
      return await use(folder);
    } catch (error) {
      throw error instanceof DataError ? new DataError(error.message.replaceAll(folder, server.shown)) : error;
    }
  });
}

/** Copies the parts that are there. */
async function fetchParts(server: PartsPlace, plan: Plan, folder: string): Promise<void> {
  let next = 0;
  const fetchInTurn = async () => {
    while (next < plan.shards.length) await server.fetch(partName(plan, next++), folder);
  };
  const stop = () => {
    next = plan.shards.length;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => fetchInTurn().finally(stop)));
}

/** The parts in a folder, and notices of what is wrong with them. @throws DataError as `partSet` */
export function partsOf(folder: string, options: CommonOptions, plan?: Plan): PartSet {
  const paths = partsIn(folder);
  if (paths.length === 0) throw new DataError(`${folder}: there are no parts: count the shards of a plan first`);
  const parts = partSet(paths, VERSION, plan);
  tell(
    options,
    namedLines(parts.others, (n) => `left out ${plural(n, "part")} of another plan`),
  );
  tell(options, problemLines(parts.problems));
  return parts;
}

function partsIn(folder: string): string[] {
  try {
    const names = readdirSync(folder).filter((name) => name.endsWith(PART_ENDING) && !name.startsWith("."));
    return names.sort().map((name) => join(folder, name));
  } catch (error) {
    const why = codeOf(error) === "ENOTDIR" ? "it is a file" : reason(error);
    throw new DataError(`${folder}: cannot read the folder with the counts: ${why}`);
  }
}
