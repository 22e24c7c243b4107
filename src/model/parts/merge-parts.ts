import { basename } from "node:path";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { grouped, numbered, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { Problem } from "../../documents/document.js";
import { withMergedRuns } from "../../features/runs/merge-runs.js";
import { MAX_DOCUMENTS } from "../../features/runs/merged-terms.js";
import type { RunHeader } from "../../features/runs/run-format.js";
import type { RunReader } from "../../features/runs/run-reader.js";
import { storedSettings } from "../file/stored-settings.js";
import { resolve, type Settings } from "../settings.js";
import type { TextModel } from "../text-model.js";
import type { TrainingCounts } from "../training-counts.js";
import { checkedTerms } from "./checked-terms.js";
import { PART_ENDING, partName } from "./count-shard.js";
import { collectCounts, countsCursor, layoutOf } from "./counts-cursor.js";
import { type PartFacts, readFacts, requireOfPlan } from "./part.js";
import { type Plan, requireCountable, requireSameVersion } from "./plan.js";

/** Parts whose headers fit together, one for each shard of a plan. */
export interface PartSet {
  /** The paths, in the order of the shards. */
  readonly paths: readonly string[];
  /** One for each shard. */
  readonly facts: readonly PartFacts[];
  readonly settings: Settings;
  readonly labelColumn: string | null;
  readonly problems: readonly Problem[];
  /** Parts of other plans, which are left out. */
  readonly others: readonly string[];
}

/**
 * Finds one part for each shard of a plan.
 *
 * @param paths the paths of the parts, in any order
 * @param thresher the version of this program
 * @param plan default: the plan of the parts, which must be the same for all
 * @throws DataError that names the shards that are missing, twice, of another plan or another version.
 */
export function partSet(paths: readonly string[], thresher: string, plan?: Plan): PartSet {
  if (paths.length === 0) throw new DataError("there are no parts: count the shards of a plan first");
  const damaged: string[] = [];
  const all = paths.flatMap((path) => {
    try {
      return [{ path, facts: readFacts(path) }];
    } catch (error) {
      if (plan === undefined || !path.endsWith(PART_ENDING) || isNamedFor(plan, path)) throw error;
      damaged.push(path);
      return [];
    }
  });
  for (const { path, facts } of all) if (facts.plan === plan?.digest) requireOfPlan(path, facts, plan);
  const [first = damaged[0]] = all.map(({ path }) => path);
  const wanted = plan?.digest ?? all[0]?.facts.plan;
  const own = all.filter((part) => part.facts.plan === wanted);
  const others = [...all.filter((part) => part.facts.plan !== wanted).map(({ path }) => path), ...damaged];
  if (plan === undefined && others.length > 0) {
    throw new DataError(`${others[0]} is of another plan than ${first}: name the plan`);
  }
  if (own.length === 0) {
    throw new DataError(
      `${first} and all other parts are of another plan: count the shards of this one, or name theirs`,
    );
  }
  const shards = plan?.shards.length ?? own[0].facts.shards;
  const parts: (typeof all)[number][] = [];
  for (const part of own) {
    const { shard, shards: count } = part.facts;
    requireSameVersion(part.path, part.facts, thresher);
    if (count !== shards) throw new DataError(`${part.path} says that its plan has ${count} shards, not ${shards}`);
    if (parts[shard] !== undefined) {
      throw new DataError(`shard ${shard} is there twice, in ${parts[shard].path} and ${part.path}: delete one`);
    }
    if (JSON.stringify(part.facts.settings) !== JSON.stringify(own[0].facts.settings)) {
      throw new DataError(`${part.path} has other settings than ${own[0].path}: delete it and count its shard again`);
    }
    parts[shard] = part;
  }
  const missing: number[] = [];
  for (let shard = 0; shard < shards; shard++) if (parts[shard] === undefined) missing.push(shard);
  if (missing.length > 0) throw new DataError(missingText(missing, shards));
  return {
    paths: parts.map(({ path }) => path),
    facts: parts.map((part) => part.facts),
    settings: countableSettings(first, own[0].facts.settings),
    labelColumn: own[0].facts.labelColumn,
    problems: parts.flatMap((part) => part.facts.problems),
    others,
  };
}

/** Returns whether a path has the name of a part of this plan. */
function isNamedFor(plan: Plan, path: string): boolean {
  const name = basename(path);
  return plan.shards.some((_, shard) => partName(plan, shard) === name);
}

/** Checks the settings of a header. @throws DataError if Thresher would not write them. */
function countableSettings(path: string, settings: Settings): Settings {
  try {
    const checked = storedSettings(JSON.stringify(settings));
    requireCountable(checked);
    return checked;
  } catch (error) {
    throw new DataError(
      `${path}: settings that Thresher would not write: ${safeText((error as Error).message.slice(0, MAX_REASON_LENGTH))}`,
    );
  }
}

/** In characters. A forged value can have any length. */
const MAX_REASON_LENGTH = 300;

/** The number of missing shards that an error names. */
const NAMED = 10;

function missingText(missing: readonly number[], shards: number): string {
  const [first, ...rest] = missing;
  if (rest.length === 0) return `shard ${numbered(first, shards)} is missing: count it first`;
  const more = missing.length > NAMED ? ` and ${plural(missing.length - NAMED, "more", "more")}` : "";
  return `shards ${missing.slice(0, NAMED).join(", ")}${more} of ${shards} are missing: count them first`;
}

/**
 * Adds up the counts of parts. The memory that this takes depends only on the sum.
 *
 * @param onto a model whose counts are also added
 * @throws DataError if a part is cut short, altered or forged.
 */
export function mergeCounts({ paths, facts, settings }: PartSet, onto?: TextModel): TrainingCounts {
  const { rules, classifier, isCounting } = resolve(settings);
  const layout = layoutOf(rules);
  const before = onto?.training.classes;
  const labels = [...new Set([...(before?.labels ?? []), ...facts.flatMap((part) => part.labels)])].sort();
  const numbers = new Map(labels.map((label, c) => [label, c]));
  const numbersOf = (names: readonly string[]) => Uint32Array.from(names, (label) => numbers.get(label) ?? 0);
  const documents = new Float64Array(labels.length);
  const add = (names: readonly string[], counts: ArrayLike<number>) => {
    for (const [c, label] of numbersOf(names).entries()) documents[label] += counts[c];
  };
  if (before !== undefined) add(before.labels, before.documents);
  for (const part of facts) add(part.labels, part.documents);
  if (sumOf(documents) > MAX_DOCUMENTS) {
    throw new DataError(`the parts have more than ${grouped(MAX_DOCUMENTS)} documents, more than a model can have`);
  }
  const classesOf = (header: RunHeader) => numbersOf((header as unknown as PartFacts).labels);
  const more = onto && { terms: countsCursor(onto.training), classes: numbersOf(onto.training.classes.labels) };
  const checked = (reader: RunReader, path: string) => checkedTerms(reader, path, isCounting && classifier.binary);
  return withMergedRuns(paths, { layout, classes: labels.length, classesOf, checked, more }, (terms) =>
    collectCounts(terms, layout, labels, documents),
  );
}
