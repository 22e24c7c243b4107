import { isRecord, isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import type { Problem } from "../../documents/document.js";
import { mostDocuments } from "../../documents/shards/shard.js";
import { MAX_DOCUMENTS } from "../../features/runs/merged-terms.js";
import type { RunHeader } from "../../features/runs/run-format.js";
import { RunReader } from "../../features/runs/run-reader.js";
import type { Settings } from "../settings.js";
import { MAX_SHARDS, type Plan, sortedMembers } from "./plan.js";

/** The header of a part. It says what was counted. */
export interface PartFacts {
  /** The digest of the plan. */
  readonly plan: string;
  readonly shard: number;
  /** The number of shards of the plan. */
  readonly shards: number;
  /** As in the plan. */
  readonly thresher: string;
  readonly unicode: string;
  readonly settings: Settings;
  readonly labelColumn: string | null;
  /** The classes of the shard, sorted. */
  readonly labels: readonly string[];
  /** The number of documents of each label. */
  readonly documents: readonly number[];
  readonly problems: readonly Problem[];
}

/**
 * Checks that a part fits its plan. The digest of the plan in the header proves nothing, because anybody who
 * knows the digest can write it into a part with other settings.
 *
 * @throws DataError if the part cannot belong to the plan that it names.
 */
export function requireOfPlan(path: string, facts: PartFacts, plan: Plan): void {
  const { shards } = plan;
  const { shard, labels, documents } = facts;
  const wrong = (what: string) => new DataError(`${path}: ${what}: delete it and count its shard again`);
  if (facts.shards !== shards.length) {
    throw new DataError(`${path} says that its plan has ${facts.shards} shards, not ${shards.length}`);
  }
  const told = ({ thresher, unicode, labelColumn, settings }: PartFacts | Plan) =>
    JSON.stringify([thresher, unicode, labelColumn, settings], sortedMembers);
  if (told(facts) !== told(plan)) throw wrong("counts for other settings than those of the plan");
  const most = mostDocuments(shards[shard]);
  const isPlanned = most === undefined || labels.every((label, c) => documents[c] <= (most.get(label) ?? 0));
  if (!isPlanned) throw wrong(`more documents than the plan has in shard ${shard}`);
}

/** Reads the header of a part. @throws DataError if the file is not a part. */
export function readFacts(path: string): PartFacts {
  const reader = new RunReader(path);
  reader.close();
  return factsOf(path, reader.header);
}

/** Returns whether a file is a complete part with the counts of a shard. */
export function isPart(path: string, plan: Plan, shard: number): boolean {
  try {
    const reader = new RunReader(path);
    try {
      const facts = factsOf(path, reader.header);
      if (facts.plan !== plan.digest || facts.shard !== shard) return false;
      requireOfPlan(path, facts, plan);
      reader.check();
      return true;
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}

/** Checks that the header of a run is that of a part, and returns it. @throws DataError if it is not. */
export function factsOf(path: string, header: RunHeader): PartFacts {
  const facts = header as unknown as PartFacts;
  const { plan, shards, thresher, unicode, settings, labelColumn } = facts;
  const isSound =
    [plan, thresher, unicode].every(isText) &&
    isNumber(shards, 1, MAX_SHARDS) &&
    isSoundShard(facts, shards) &&
    (labelColumn === null || isText(labelColumn)) &&
    isRecord(settings) &&
    facts.labels.length === header.classes;
  if (isSound) return facts;
  throw new DataError(`${path}: not a part that thresher count writes: delete it and count its shard again`);
}

function isSoundShard({ shard, labels, documents, problems }: PartFacts, shards: number): boolean {
  const isSorted =
    Array.isArray(labels) && labels.every((label, c) => isText(label) && label !== "" && !(label <= labels[c - 1]));
  return (
    isSorted &&
    isNumber(shard, 0) &&
    isNumber(shards, shard + 1) &&
    Array.isArray(documents) &&
    documents.length === labels.length &&
    documents.every((n) => isNumber(n, 1, MAX_DOCUMENTS)) &&
    sumOf(documents) <= MAX_DOCUMENTS &&
    Array.isArray(problems) &&
    problems.every(
      (problem) =>
        isText(problem?.kind) && isText(problem.where) && (problem.detail === undefined || isText(problem.detail)),
    )
  );
}

function isNumber(n: unknown, least: number, most = Number.MAX_SAFE_INTEGER): boolean {
  return isWhole(n) && n >= least && n <= most;
}
