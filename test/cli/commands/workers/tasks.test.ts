import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { partsPlace } from "../../../../src/cli/commands/parts/parts-place.js";
import { fetchCounts, perform, planName, type Task } from "../../../../src/cli/commands/workers/tasks.js";
import { VERSION } from "../../../../src/cli/output/output.js";
import { openCorpus } from "../../../../src/documents/corpora/readers.js";
import { modelToBytes } from "../../../../src/model/file/save-model.js";
import { partSet } from "../../../../src/model/parts/merge-parts.js";
import { mergedModel } from "../../../../src/model/parts/merged-model.js";
import { planCorpus, planText } from "../../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../../src/model/settings.js";
import { train } from "../../../../src/model/training.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

/** A plan of a small corpus, in a folder for parts. */
function planned(shards: number) {
  const corpus = folderWith(twoClasses(6));
  const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), { shards, thresher: VERSION });
  const parts = temporaryFolder();
  writeFileSync(join(parts, planName(plan.digest)), planText(plan));
  const task = (from: number, to = from + 1, inputs?: Task["inputs"]): Task => ({
    ...{ plan: plan.digest, parts, root: corpus },
    ...{ from, to, inputs },
  });
  return { corpus, plan, parts, task };
}

describe("the tasks of a worker", () => {
  it("count shards and add them up to the model that train makes; what is done is not done again", async () => {
    const { corpus, plan, parts, task } = planned(3);
    const files = [];
    for (const shard of [2, 0, 1]) files.push(await perform(task(shard)));
    expect(files.map(({ documents }) => documents)).toEqual([4, 4, 4]);
    expect(await perform(task(2))).toEqual({ ...files[0], documents: undefined });
    const sum = await perform(task(0, 3, files));
    expect(sum.size).toBe(readFileSync(join(parts, sum.name)).length);
    expect(sum.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await perform(task(0, 3, files))).toEqual(sum);
    const set = partSet([await fetchCounts(sum, partsPlace(parts), temporaryFolder())], VERSION, plan);
    expect(modelToBytes(mergedModel(set))).toEqual(modelToBytes(train(openCorpus(corpus))));
  });

  it("count a shard again whose part was damaged, and notice counts that were changed or are missing", async () => {
    const { parts, task } = planned(2);
    const files = [await perform(task(0)), await perform(task(1))];
    const path = join(parts, files[0].name);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, 90));
    await expect(perform(task(0, 2, files))).rejects.toThrow(`${files[0].name} was altered: delete it`);
    expect(await perform(task(0))).toEqual(files[0]);
    expect(readFileSync(path).equals(whole)).toBe(true);
    const missing = { ...files[0], name: "0.part" };
    await expect(perform(task(0, 2, [missing, files[1]]))).rejects.toThrow(
      "0.part is missing: run thresher train again",
    );
    expect(namesIn(parts).filter((name) => name.endsWith(".sum"))).toEqual([]);
  });

  it("say that the plan is not in the folder, or the corpus is another one", async () => {
    const { task } = planned(2);
    const elsewhere = { ...task(0), plan: "0".repeat(64) };
    await expect(perform(elsewhere)).rejects.toThrow("the plan is not there: name the same folder or URL");
    await expect(perform({ ...task(0), root: "/nowhere" })).rejects.toThrow("/nowhere: there is no such folder");
    const other = { ...task(0), root: temporaryFolder() };
    await expect(perform(other)).rejects.toThrow("the corpus has changed since it was planned");
  });
});
