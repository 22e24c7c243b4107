import { DataError } from "../../base/errors.js";
import type { Problem } from "../../documents/document.js";
import { type RunHeader, RunReader } from "../../features/runs/run-reader.js";
import type { Settings } from "../settings.js";

/** The header of a part: which counts it has. */
export interface PartFacts {
  /** The digest of the plan. */
  readonly plan: string;
  readonly shard: number;
  /** How many shards the plan has. */
  readonly shards: number;
  /** As in the plan. */
  readonly thresher: string;
  readonly unicode: string;
  readonly settings: Settings;
  readonly labelColumn: string | null;
  /** The classes of the shard, sorted. */
  readonly labels: readonly string[];
  /** The number of documents of each. */
  readonly documents: readonly number[];
  readonly problems: readonly Problem[];
  /** The shards in a sum of several parts, in ascending order. A single part does not have this. */
  readonly merged?: readonly ShardFacts[];
}

/** What a header says about one shard. */
export type ShardFacts = Pick<PartFacts, "shard" | "labels" | "documents" | "problems">;

/** The facts of each shard in a part, or in a sum of parts. */
export function shardsIn(facts: PartFacts): readonly PartFacts[] {
  const { merged, ...own } = facts;
  return merged === undefined ? [facts] : merged.map((shard) => ({ ...own, ...shard }));
}

/** Reads the header of a part. @throws DataError if it is something else. */
export function readFacts(path: string): PartFacts {
  const reader = new RunReader(path);
  reader.close();
  return factsOf(path, reader.header);
}

/** Whether a file is a whole part with the counts of a shard, or of all shards from it up to, not including, `to`. */
export function isPart(path: string, plan: string, shard: number, to = shard + 1): boolean {
  try {
    const reader = new RunReader(path);
    try {
      const facts = factsOf(path, reader.header);
      reader.check();
      const shards = shardsIn(facts).map((each) => each.shard);
      return facts.plan === plan && shards.length === to - shard && shards.every((n, i) => n === shard + i);
    } finally {
      reader.close();
    }
  } catch (error) {
    if (error instanceof DataError) return false;
    throw error;
  }
}

/** @throws DataError unless the header is that of a part. */
export function factsOf(path: string, header: RunHeader): PartFacts {
  const facts = header as unknown as PartFacts;
  const { plan, shards, thresher, unicode, settings, labelColumn, merged } = facts;
  const areTexts = [plan, thresher, unicode].every((text) => typeof text === "string");
  const isSound =
    areTexts &&
    isNumber(shards, 1) &&
    isSoundShard(facts, shards) &&
    (labelColumn === null || typeof labelColumn === "string") &&
    typeof settings === "object" &&
    settings !== null &&
    facts.labels.length === header.classes &&
    (merged === undefined || (Array.isArray(merged) && merged.every((shard) => isSoundShard(shard, shards))));
  if (isSound) return facts;
  throw new DataError(`${path}: not a part that thresher count writes: delete it and count its shard again`);
}

function isSoundShard(facts: ShardFacts | null, shards: number): boolean {
  const { shard, labels, documents, problems } = facts ?? {};
  const isSorted =
    Array.isArray(labels) && labels.every((label, c) => typeof label === "string" && !(label <= labels[c - 1]));
  return (
    isSorted &&
    isNumber(shard, 0) &&
    isNumber(shards, (shard as number) + 1) &&
    Array.isArray(documents) &&
    documents.length === labels.length &&
    documents.every((n) => isNumber(n, 1)) &&
    Array.isArray(problems) &&
    problems.every((problem) => typeof problem?.kind === "string" && typeof problem.where === "string")
  );
}

function isNumber(n: unknown, least: number): boolean {
  return Number.isSafeInteger(n) && (n as number) >= least;
}
