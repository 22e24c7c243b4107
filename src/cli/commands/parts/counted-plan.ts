import { readdirSync } from "node:fs";
import { join } from "node:path";
import { codeOf, DataError, reason } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { calibratesItself } from "../../../classifiers/bayes/counting-classifier.js";
import type { Corpus } from "../../../documents/corpora/corpus.js";
import { openShard } from "../../../documents/shards/shard.js";
import { type CountedPlan, labelsOf, requireDealt } from "../../../evaluation/evaluate-shards.js";
import { PART_ENDING } from "../../../model/parts/count-shard.js";
import { type PartSet, partSet } from "../../../model/parts/merge-parts.js";
import { type Plan, readPlan } from "../../../model/parts/plan.js";
import { resolve } from "../../../model/settings.js";
import type { CommonOptions } from "../../options/options.js";
import { namedLines, problemLines, tell } from "../../output/notices.js";
import { VERSION } from "../../output/output.js";
import { partsFolder } from "./parts-folder.js";
import type { GivenParts, PartsOptions } from "./parts-options.js";

/**
 * Reads a plan and what the parts of its shards say, and calls `use` with them.
 *
 * @throws DataError if they do not fit, UsageError if the documents were not dealt out.
 */
export async function withCountedPlan<T>(
  path: string,
  options: GivenParts<PartsOptions> & CommonOptions,
  use: (counted: CountedPlan) => Promise<T>,
): Promise<T> {
  const plan = readPlan(path, VERSION);
  return use(countedPlan(plan, options.parts, options));
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

/** The parts in a folder, and notices of what is wrong with them. @throws DataError as `partSet` */
export function partsOf(folder: string, options: CommonOptions, plan?: Plan): PartSet {
  partsFolder(folder);
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
