import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { countShard } from "../../../src/model/parts/merged-model.js";
import { partName } from "../../../src/model/parts/part.js";
import { type Plan, planBytes, planCorpus, readPlan } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { temporaryFolder } from "../../helpers/folder.js";

/** A plan as it is in its file. */
export function textOf(plan: Plan): string {
  return Buffer.concat([...planBytes(plan)]).toString();
}

/** A plan of a corpus, as it is read from its file. */
export function planned(path: string, options: TrainOptions, shards: number): Plan {
  const { plan } = planCorpus(openCorpus(path), settingsFrom(options), shards);
  const file = join(temporaryFolder(), "plan.json");
  writeFileSync(file, textOf(plan));
  return readPlan(file);
}

/** Counts all shards into files in a new folder, the last first, and returns the folder. */
export function counted(plan: Plan): string {
  const folder = temporaryFolder();
  for (const shard of [...plan.shards.keys()].reverse()) {
    writeFileSync(join(folder, partName(plan, shard)), countShard(plan, shard, plan.root).bytes);
  }
  return folder;
}
