import { createRequire } from "node:module";
import type * as BullMQ from "bullmq";
import { isRecord, isText, isWhole } from "../../base/checks.js";
import { codeOf, DataError, notInstalled } from "../../base/errors.js";
import { faultTeller } from "../../base/fault-teller.js";
import { connectionOptions, type RedisAddress, redisAddress, redisFault, requireRedis } from "../../base/redis.js";
import { isDigest, MAX_SHARDS, type Versions } from "../../model/parts/plan.js";

/** The data of a job. It names no folder, because Redis must not choose where parts are written. */
export interface JobData {
  /** The digest of the plan, and how many shards it has. */
  readonly plan: string;
  readonly shards: number;
  /** The shard to do. */
  readonly shard: number;
  /** Workers of other versions might find other words. */
  readonly versions: Versions;
}

/** Returns whether data has the form of a job. Anybody who may write to Redis can add other data. */
export function isJobData(data: unknown): data is JobData {
  if (!isRecord(data) || !isRecord(data.versions)) return false;
  const { plan, shards, shard, versions } = data;
  const { thresher, unicode, icu = "" } = versions;
  const hasShard = isWhole(shards) && shards <= MAX_SHARDS && isWhole(shard) && shard < shards;
  return isDigest(plan) && hasShard && [thresher, unicode, icu].every(isText);
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
 * Reads the address of a server, and checks that it can be used, before anything waits for it.
 *
 * @throws UsageError if it is no address; DataError in one line if a package is missing, or the server cannot be
 *   reached, wants another password, is too old, or may drop jobs.
 */
export async function queueAt(url: string, option: string): Promise<RedisAddress> {
  const address = redisAddress(url, option);
  bullmq(option);
  await requireRedis(address, option);
  return address;
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
      // This worker was away for too long: another one has the job, or its run has ended. Both make the same file.
      if (!/\block\b|Missing key/.test(error.message)) faults.tell(redisFault(error, shown).message);
    },
    onAnswer: () => faults.end(),
  };
}
