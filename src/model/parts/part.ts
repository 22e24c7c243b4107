import { isText, isWhole } from "../../base/checks.js";
import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import type { Problem } from "../../documents/problem.js";
import { mostDocuments } from "../../documents/shards/shard.js";
import { MAX_DOCUMENTS, type ShardCounts } from "../../features/runs/document-sums.js";
import { countsOfRun, readRun } from "../../features/runs/read-run.js";
import type { RunHeader } from "../../features/runs/run-format.js";
import { wantedSums } from "../fitting/training-subset.js";
import { type Plan, requireCountable } from "./plan.js";

/** The header of a part: what was counted. */
export interface PartFacts {
  /** The digest of the plan, which covers its settings and versions. */
  readonly plan: string;
  /** The number of the shard, from 0. */
  readonly shard: number;
  /** The classes of the shard, sorted. */
  readonly labels: readonly string[];
  /** The number of documents of each label. */
  readonly documents: readonly number[];
  /** The problems that counting found, such as documents that cannot be read. */
  readonly problems: readonly Problem[];
}

/**
 * Reads the header of the part of a shard.
 *
 * @throws DataError if the file is not the part of this shard, or has more documents than the plan.
 */
export function readPart(path: string, plan: Plan, shard: number): PartFacts {
  const facts = factsOf(path, readRun(path, false).header);
  requireOfPlan(path, facts, plan, shard);
  return facts;
}

/** Reads the counts of the part of a shard. @throws DataError as `readPart`, or if it is cut short, altered or forged. */
export function countsOfPart(path: string, plan: Plan, shard: number): ShardCounts {
  const run = readRun(path, true);
  const facts = factsOf(path, run.header);
  requireOfPlan(path, facts, plan, shard);
  const { rules, classifier } = requireCountable(plan.settings);
  return countsOfRun(run, facts, wantedSums(rules, classifier));
}

/** Returns whether a file is a complete part with the counts of a shard. */
export function isPart(path: string, plan: Plan, shard: number): boolean {
  try {
    countsOfPart(path, plan, shard);
    return true;
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}

/**
 * Compares a part with its plan. Anybody who can write to the folder can forge a part, so this includes the numbers of
 * documents, where the plan knows them.
 *
 * @throws DataError if it is of another plan or shard, or has more documents.
 */
function requireOfPlan(path: string, facts: PartFacts, plan: Plan, shard: number): void {
  if (facts.plan !== plan.digest || facts.shard !== shard) {
    throw new DataError(
      `${path}: counts of another plan or shard than its name says: delete it and count shard ${shard} again`,
    );
  }
  const planned = mostDocuments(plan.shards[shard]);
  const isPlanned =
    planned === undefined || facts.labels.every((label, c) => facts.documents[c] <= (planned.get(label) ?? 0));
  if (!isPlanned) {
    throw new DataError(
      `${path}: more documents than the plan has in shard ${shard}: delete it and count its shard again`,
    );
  }
}

/** Checks that the header of a run is that of a part, and returns it. @throws DataError if it is not. */
function factsOf(path: string, header: RunHeader): PartFacts {
  const { plan, shard, labels, documents, problems } = header as unknown as PartFacts;
  const isValid =
    isText(plan) &&
    isWhole(shard) &&
    Array.isArray(labels) &&
    labels.length === header.classes &&
    labels.every((label, c) => isText(label) && label !== "" && !(label <= labels[c - 1])) &&
    Array.isArray(documents) &&
    documents.length === labels.length &&
    documents.every((n) => isWhole(n) && n >= 1) &&
    sumOf(documents) <= MAX_DOCUMENTS &&
    Array.isArray(problems) &&
    problems.every(isProblem);
  if (isValid) return { plan, shard, labels, documents, problems };
  throw new DataError(`${path}: not a part that thresher count writes: delete it and count its shard again`);
}

function isProblem(problem: Partial<Problem> | null): boolean {
  const { kind, where, detail = "" } = problem ?? {};
  return [kind, where, detail].every(isText);
}
