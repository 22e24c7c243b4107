import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { modelToBytes } from "../../../src/model/file/save-model.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { countShard, partName } from "../../../src/model/parts/count-shard.js";
import { partSet } from "../../../src/model/parts/merge-parts.js";
import { type MergeNode, mergeTree } from "../../../src/model/parts/merge-tree.js";
import { mergedModel } from "../../../src/model/parts/merged-model.js";
import { isPart } from "../../../src/model/parts/part.js";
import { type Plan, planCorpus } from "../../../src/model/parts/plan.js";
import { sumName, sumParts } from "../../../src/model/parts/sum-parts.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { temporaryFolder } from "../../helpers/folder.js";

const VERSION = "1.2.3";
const CORPUS = "corpora/newsgroups";
const SOME = { include: ["sci.space", "rec.autos", "sci.crypt"] };
const SHARDS = 5;

function planned(options: TrainOptions, shards: number): Plan {
  return planCorpus(openCorpus(CORPUS, SOME), settingsFrom(options), { shards, thresher: VERSION }).plan;
}

/** Counts and adds up what a tree says; the path of the last sum. */
function summed(plan: Plan, node: MergeNode, folder = temporaryFolder()): string {
  const { from, to, inputs } = node;
  if (inputs.length === 0) {
    const path = join(folder, partName(plan, from));
    if (!existsSync(path)) writeFileSync(path, Buffer.concat([...countShard(plan, from, plan.root).bytes]));
    return path;
  }
  const paths = inputs.map((input) => summed(plan, input, folder));
  const path = join(folder, sumName(plan, from, to));
  sumParts(plan, paths.reverse(), { from, to }, (bytes) => writeFileSync(path, Buffer.concat([...bytes])));
  return path;
}

describe("a sum of parts", () => {
  it.each<TrainOptions>([
    { minCount: 2 },
    { preset: "mail" },
    { classifier: "bernoulli", maxTerms: 60, selectBy: "chi-squared" },
  ])("makes the model that train makes, whatever the tree: %o", (options) => {
    const plan = planned(options, SHARDS);
    const whole = modelToBytes(train(openCorpus(CORPUS, SOME), options));
    const folder = temporaryFolder();
    for (const most of [2, 3]) {
      const path = summed(plan, mergeTree(SHARDS, most), folder);
      const model = mergedModel(partSet([path], VERSION, plan), { plan, root: plan.root });
      expect(Buffer.from(modelToBytes(model)).equals(whole)).toBe(true);
    }
  });

  it("is the same whatever the order of its inputs, and is known by its shards", () => {
    const plan = planned({}, 3);
    const [one, two] = [0, 1].map(() => summed(plan, mergeTree(3)));
    expect(readFileSync(one).equals(readFileSync(two))).toBe(true);
    expect(isPart(one, plan, 0, 3)).toBe(true);
    expect(isPart(one, plan, 0, 2)).toBe(false);
    expect(isPart(one, plan, 0)).toBe(false);
    expect(isPart(one, { ...plan, digest: "another" }, 0, 3)).toBe(false);
  });

  it("refuses a shard that is missing or twice, and a part of another plan", () => {
    const plan = planned({}, 3);
    const parts = [0, 1, 2].map((shard) => summed(plan, { from: shard, to: shard + 1, inputs: [] }));
    const add = (paths: string[], own = plan) => sumParts(own, paths, { from: 0, to: 3 }, () => undefined);
    expect(() => add(parts.slice(1))).toThrow("the shards 0 to 2 are not there once each: found 2");
    expect(() => add([parts[0], parts[0], parts[2]])).toThrow("not there once each");
    expect(() => add(parts, planned({ alpha: 0.5 }, 3))).toThrow("is of another plan: delete it");
    const folder = temporaryFolder();
    const whole = summed(plan, mergeTree(3), folder);
    expect(() => partSet([whole, parts[1]], VERSION)).toThrow("shard 1 is there twice");
  });
});
