import { chownSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { VERSION } from "../../../src/base/version.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { perform, planName, type Task } from "../../../src/jobs/machines/tasks.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { partName } from "../../../src/model/parts/count-shard.js";
import { mergedModel, partsOfPlan } from "../../../src/model/parts/merged-model.js";
import { readPart } from "../../../src/model/parts/part.js";
import { planBytes, planCorpus } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const STRANGER = 4711;

/** A plan of a small corpus, in a folder for parts. */
function planned(shards: number) {
  const corpus = folderWith(twoClasses(6));
  const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), { shards, thresher: VERSION });
  const parts = temporaryFolder();
  writeFileSync(join(parts, planName(plan.digest)), Buffer.concat([...planBytes(plan)]));
  const task = (shard: number): Task => ({ plan: plan.digest, parts, root: corpus, shard });
  return { corpus, plan, parts, task };
}

describe("the tasks of a worker", () => {
  it("count shards, whose sum is the model that train makes; what is done is not done again", () => {
    const { corpus, plan, parts, task } = planned(3);
    const done = [2, 0, 1].map((shard) => perform(task(shard)));
    expect(done.map(({ documents }) => documents)).toEqual([4, 4, 4]);
    expect(perform(task(2))).toEqual({ ...done[0], documents: undefined });
    expect(readFileSync(join(parts, done[0].name))).toHaveLength(done[0].bytes);
    const model = mergedModel(plan, partsOfPlan(parts, plan));
    expect(serialize(model)).toEqual(serialize(train(openCorpus(corpus))));
  });

  it("count a shard again whose part was damaged, or is that of another shard", () => {
    const { parts, task } = planned(2);
    const [first, second] = [0, 1].map((shard) => perform(task(shard)));
    const path = join(parts, first.name);
    const whole = readFileSync(path);
    for (const wrong of [whole.subarray(0, 90), readFileSync(join(parts, second.name))]) {
      writeFileSync(path, wrong);
      expect(perform(task(0))).toEqual(first);
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
  });

  it("count no shard that the plan does not have", () => {
    const { task } = planned(4);
    expect(() => perform(task(4))).toThrow("there is no shard 4: the plan has shards 0 to 3");
  });

  it("write counts that only their user can read, over a link and never through it", () => {
    const { plan, parts, task } = planned(2);
    const [secret, path] = [join(temporaryFolder(), "secret"), join(parts, partName(plan, 0))];
    writeFileSync(secret, "mine");
    symlinkSync(secret, path);
    perform(task(0));
    expect(lstatSync(path).mode).toBe(0o100600);
    expect(readFileSync(secret, "utf8")).toBe("mine");
  });

  it.runIf(process.geteuid?.() === 0)("use no counts and no plan of another user", () => {
    const { plan, parts, task } = planned(2);
    const path = join(parts, perform(task(0)).name);
    chownSync(path, STRANGER, STRANGER);
    expect(() => readPart(path, plan, 0)).toThrow("it belongs to another user (uid 4711)");
    // It is counted again, and becomes a file of this user.
    perform(task(0));
    expect(lstatSync(path).uid).toBe(0);
    chownSync(join(parts, planName(plan.digest)), STRANGER, STRANGER);
    // The plan of the last task is known.
    perform(planned(3).task(0));
    expect(() => perform(task(0))).toThrow("cannot read the plan: it belongs to another user (uid 4711)");
  });

  it("say that the plan is not in the folder, or the corpus is another one", () => {
    const { task } = planned(2);
    const elsewhere = { ...task(0), plan: "0".repeat(64) };
    expect(() => perform(elsewhere)).toThrow("the plan is not there: name the same folder");
    expect(() => perform({ ...task(0), root: "/nowhere" })).toThrow("/nowhere: there is no such folder");
    const other = { ...task(0), root: temporaryFolder() };
    expect(() => perform(other)).toThrow("the corpus has changed since it was planned");
  });
});
