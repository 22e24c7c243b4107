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
}

/** Reads the header of a part. @throws DataError if it is something else. */
export function readFacts(path: string): PartFacts {
  const reader = new RunReader(path);
  reader.close();
  return factsOf(path, reader.header);
}

/** Whether a file is a whole part with the counts of a shard. */
export function isPart(path: string, plan: string, shard: number): boolean {
  try {
    const reader = new RunReader(path);
    try {
      const facts = factsOf(path, reader.header);
      reader.check();
      return facts.plan === plan && facts.shard === shard;
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
  const { plan, shard, shards, thresher, unicode, settings, labels, documents, problems, labelColumn } = facts;
  const isNumber = (n: unknown, least: number) => Number.isSafeInteger(n) && (n as number) >= least;
  const areTexts = [plan, thresher, unicode].every((text) => typeof text === "string");
  const isSorted =
    Array.isArray(labels) && labels.every((label, c) => typeof label === "string" && !(label <= labels[c - 1]));
  const isSound =
    areTexts &&
    isSorted &&
    (labelColumn === null || typeof labelColumn === "string") &&
    isNumber(shard, 0) &&
    isNumber(shards, shard + 1) &&
    typeof settings === "object" &&
    settings !== null &&
    labels.length === header.classes &&
    Array.isArray(documents) &&
    documents.length === labels.length &&
    documents.every((n) => isNumber(n, 1)) &&
    Array.isArray(problems) &&
    problems.every((problem) => typeof problem?.kind === "string" && typeof problem.where === "string");
  if (isSound) return facts;
  throw new DataError(`${path}: not a part that thresher count writes: delete it and count its shard again`);
}
