import { createHash } from "node:crypto";
import { DataError } from "../../base/errors.js";
import { encodeRun } from "../../features/runs/encode-run.js";
import { withMergedRuns } from "../../features/runs/merge-runs.js";
import type { RunHeader } from "../../features/runs/run-format.js";
import { resolve } from "../settings.js";
import { NAME_DIGITS, partName } from "./count-shard.js";
import { layoutOf } from "./counts-cursor.js";
import { checkedBy } from "./merge-parts.js";
import { documentsOf, type PartFacts, readFacts, requireOfPlan, type ShardFacts, shardsIn } from "./part.js";
import type { Plan } from "./plan.js";

/** Not that of parts: `thresher merge` would find the shards twice. */
export const SUM_ENDING = ".sum";

/** The name of the file with the sum over the shards from `from` up to, not including, `to`. */
export function sumName({ digest }: Pick<Plan, "digest">, from: number, to: number): string {
  const name = createHash("sha256").update(`${digest} ${from}-${to}`).digest("hex");
  return `${name.slice(0, NAME_DIGITS)}${SUM_ENDING}`;
}

/** The name of the file with the counts of the shards from `from` up to, not including, `to`. */
export function countsName(plan: Pick<Plan, "digest">, { from, to }: { from: number; to: number }): string {
  return to - from === 1 ? partName(plan, from) : sumName(plan, from, to);
}

/**
 * Adds up the counts of neighbouring shards. The sum is read like a part, and has the facts of each shard, so that a
 * model of it is the one of the parts.
 *
 * @param paths of parts and sums with these shards, each of them once
 * @param write is called once, with the bytes of the sum: the same each time
 * @throws DataError if a file is cut short, altered, forged, of another plan, or a shard is missing or twice.
 */
export function sumParts(
  plan: Plan,
  paths: readonly string[],
  { from, to }: { readonly from: number; readonly to: number },
  write: (bytes: Iterable<Uint8Array>) => void,
): void {
  const merged: ShardFacts[] = [];
  for (const path of paths) {
    const facts = readFacts(path);
    if (facts.plan !== plan.digest) throw new DataError(`${path} is of another plan: delete it`);
    requireOfPlan(path, facts, plan);
    for (const { shard, labels, documents, problems } of shardsIn(facts))
      merged.push({ shard, labels, documents, problems });
  }
  merged.sort((a, b) => a.shard - b.shard);
  if (merged.length !== to - from || merged.some(({ shard }, i) => shard !== from + i)) {
    throw new DataError(`the shards ${from} to ${to - 1} are not there once each: found ${merged.length}`);
  }
  const sizes = documentsOf(merged);
  const labels = [...sizes.keys()].sort();
  const { thresher, unicode, settings, labelColumn, digest, shards } = plan;
  const facts: PartFacts = {
    ...{ plan: digest, shard: from, shards: shards.length, thresher, unicode, settings, labelColumn, labels },
    documents: labels.map((label) => sizes.get(label) ?? 0),
    problems: [],
    merged,
  };
  const layout = layoutOf(resolve(settings).rules);
  const numbers = new Map(labels.map((label, c) => [label, c]));
  const classesOf = (header: RunHeader) =>
    Uint32Array.from((header as unknown as PartFacts).labels, (label) => numbers.get(label) ?? 0);
  withMergedRuns(paths, { layout, classes: labels.length, classesOf, checked: checkedBy(settings) }, (terms) =>
    write(encodeRun(facts, layout, labels.length, terms)),
  );
}
