import { createRequire } from "node:module";
import type * as BullMQ from "bullmq";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { codeOf, DataError, notInstalled } from "../../base/errors.js";
import { faultTeller } from "../../base/fault-teller.js";
import { connectionOptions, type RedisAddress, redisFault, requireRedis } from "../../base/redis.js";
import { VERSION } from "../../base/version.js";
import { isDigest, MAX_SHARDS, type Plan, requireSameVersion } from "../../model/parts/plan.js";

/** The data of a job. It names no folder, because Redis must not choose where parts are written. */
export interface JobData {
  /** The digest of the plan, and how many shards it has. */
  readonly plan: string;
  readonly shards: number;
  /** The shard to do. */
  readonly shard: number;
  /** Workers of other versions might find other words. */
  readonly versions: Pick<Plan, "thresher" | "unicode"> & { readonly icu?: string };
}

/** Returns whether data has the form of a job. Anybody who may write to Redis can add other data. */
export function isJobData(data: unknown): data is JobData {
  if (!isRecord(data) || !isRecord(data.versions)) return false;
  const { plan, shards, shard, versions } = data;
  return (
    isDigest(plan) &&
    isWhole(shards) &&
    shards <= MAX_SHARDS &&
    isWhole(shard) &&
    shard < shards &&
    isText(versions.thresher) &&
    isText(versions.unicode) &&
    (versions.icu === undefined || isText(versions.icu))
  );
}

/** @throws DataError if the plan of a job was made by another version of Thresher, Unicode or ICU */
export function requireOwnVersions({ versions }: JobData): void {
  const { thresher, unicode, icu } = versions;
  // The check reads only `icu` of the settings.
  requireSameVersion("a plan of another machine", { thresher, unicode, settings: { icu } as never }, VERSION);
}

/** The message for a job or an answer that cannot come from Thresher. */
export const FOREIGN_DATA = "Redis has data that Thresher did not write: does another program use this queue?";

/** The beginning of all keys of the queue in Redis. */
export const PREFIX = "thresher";

/** The name of the queue: that of the URL, if it has one. */
export const queueName = ({ name }: RedisAddress) => name || "counts";

/** Loads BullMQ. @param option for the error @throws DataError that says what to install if it is missing */
export function bullmq(option: string): typeof BullMQ {
  try {
    return createRequire(import.meta.url)("bullmq");
  } catch (error) {
    if (codeOf(error) !== "MODULE_NOT_FOUND") throw notInstalled("bullmq", option, error);
    throw new DataError(
      `${option} needs the packages bullmq and ioredis: install them beside thresher, npm install bullmq ioredis (with --global if thresher is)`,
    );
  }
}

/**
 * Checks that the server can be used, before anything waits for it.
 *
 * @throws DataError in one line if a package is missing, or the server cannot be reached, wants another password, is
 *   too old, or may drop jobs.
 */
export async function requireQueue(address: RedisAddress, option: string): Promise<void> {
  bullmq(option);
  await requireRedis(address, option);
}

/** Returns the options with which BullMQ connects. It tries again until the server is back. */
export function connectionTo(address: RedisAddress): BullMQ.ConnectionOptions {
  // In milliseconds: longer after each attempt, at most 2 seconds.
  const retryStrategy = (attempt: number) => Math.min(100 * attempt, 2_000);
  return { ...connectionOptions(address), maxRetriesPerRequest: null, retryStrategy };
}

/** Returns callbacks that say once that Redis cannot be used, and once that it can be again. */
export function connectionTeller({ shown }: RedisAddress, tell: (line: string) => void) {
  const faults = faultTeller(tell, `${shown}: Redis works again`, (fault) => `${fault}: trying again`);
  return {
    onError(error: Error) {
      // Another worker has the job, because this one was away for too long. Both make the same file.
      if (!/\block\b/.test(error.message)) faults.tell(redisFault(error, shown).message);
    },
    onAnswer: () => faults.end(),
  };
}
