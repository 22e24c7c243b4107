import { isRecord, isText, isWhole } from "../../../base/checks.js";
import { MAX_SHARDS, requireSameVersion } from "../../../model/parts/plan.js";
import { VERSION } from "../../output/output.js";
import type { JobData } from "./queue.js";

/** Returns whether data has the form of a job. Anybody who may write to Redis can add other data. */
export function isJobData(data: unknown): data is JobData {
  if (!isRecord(data) || !isRecord(data.versions)) return false;
  const { plan, shards, shard, versions } = data;
  return (
    isText(plan) &&
    // A digest by SHA-256. It becomes a part of a path.
    /^[0-9a-f]{64}$/.test(plan) &&
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
