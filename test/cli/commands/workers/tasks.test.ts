import { chownSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import {
  isCountsFile,
  perform,
  planName,
  requireCounts,
  type Task,
  type TaskResult,
} from "../../../../src/cli/commands/workers/tasks.js";
import { VERSION } from "../../../../src/cli/output/output.js";
import { openCorpus } from "../../../../src/documents/corpora/readers.js";
import { modelToBytes } from "../../../../src/model/file/save-model.js";
import { partSet } from "../../../../src/model/parts/merge-parts.js";
import { mergedModel } from "../../../../src/model/parts/merged-model.js";
import { planBytes, planCorpus } from "../../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../../src/model/settings.js";
import { train } from "../../../../src/model/training.js";
import { folderWith, namesIn, temporaryFolder, twoClasses } from "../../../helpers/folder.js";

const STRANGER = 4711;

/** A plan of a small corpus, in a folder for parts. */
function planned(shards: number) {
  const corpus = folderWith(twoClasses(6));
  const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), { shards, thresher: VERSION });
  const parts = temporaryFolder();
  writeFileSync(join(parts, planName(plan.digest)), Buffer.concat([...planBytes(plan)]));
  const task = (from: number, to = from + 1, inputs?: Task["inputs"]): Task => ({
    ...{ plan: plan.digest, parts, root: corpus },
    ...{ from, to, inputs },
  });
  return { corpus, plan, parts, task };
}

describe("the tasks of a worker", () => {
  it("count shards and add them up to the model that train makes; what is done is not done again", () => {
    const { corpus, plan, parts, task } = planned(3);
    const files = [];
    for (const shard of [2, 0, 1]) files.push(perform(task(shard)));
    expect(files.map(({ documents }) => documents)).toEqual([4, 4, 4]);
    expect(perform(task(2))).toEqual({ ...files[0], documents: undefined });
    const sum = perform(task(0, 3, files));
    expect(sum.size).toBe(readFileSync(join(parts, sum.name)).length);
    expect(sum.digest).toMatch(/^[0-9a-f]{64}$/);
    expect(perform(task(0, 3, files))).toEqual(sum);
    const set = partSet([requireCounts(sum, parts)], VERSION, plan);
    expect(modelToBytes(mergedModel(set))).toEqual(modelToBytes(train(openCorpus(corpus))));
  });

  it("count a shard again whose part was damaged, and notice counts that were changed or are missing", () => {
    const { parts, task } = planned(2);
    const files = [perform(task(0)), perform(task(1))];
    const path = join(parts, files[0].name);
    const whole = readFileSync(path);
    writeFileSync(path, whole.subarray(0, 90));
    expect(() => perform(task(0, 2, files))).toThrow(`${files[0].name} was altered: delete it`);
    expect(perform(task(0))).toEqual(files[0]);
    expect(readFileSync(path).equals(whole)).toBe(true);
    rmSync(path);
    expect(() => perform(task(0, 2, files))).toThrow(`${files[0].name} is missing: run thresher train again`);
    expect(namesIn(parts).filter((name) => name.endsWith(".sum"))).toEqual([]);
  });

  it("open no file but those of the plan, whatever Redis says", () => {
    const { parts, task } = planned(4);
    const files: TaskResult[] = [];
    for (const shard of [0, 1, 2, 3]) files.push(perform(task(shard)));
    const secret = join(temporaryFolder(), "authorized_keys");
    writeFileSync(secret, "mine");
    const forged = [secret, `../../${secret}`, files[1].name, "0.part", ""].map((name) => ({ ...files[0], name }));
    for (const file of forged) {
      expect(() => perform(task(0, 4, [file, ...files.slice(1)]))).toThrow("Redis has something that thresher");
    }
    for (const [from, to] of [
      [0, 2],
      [1, 4],
      [0, 5],
    ]) {
      expect(() => perform(task(from, to, files))).toThrow("Redis has something that thresher does not write");
    }
    expect(readFileSync(secret, "utf8")).toBe("mine");
    expect(namesIn(parts).filter((name) => name.endsWith(".sum"))).toEqual([]);
  });

  it("know what can be said about a file with counts", () => {
    const sound = { name: "0.part", digest: "0".repeat(64), size: 7 };
    expect(isCountsFile(sound)).toBe(true);
    for (const change of [{ name: 1 }, { digest: "0" }, { digest: ["0".repeat(64)] }, { size: -1 }, { size: 0.5 }]) {
      expect(isCountsFile({ ...sound, ...change })).toBe(false);
    }
    for (const value of [null, "x", 1, [sound]]) expect(isCountsFile(value)).toBe(false);
  });

  it("write counts that only their user can read, over a link and never through it", () => {
    const { parts, task } = planned(2);
    const secret = join(temporaryFolder(), "secret");
    writeFileSync(secret, "mine");
    const { name } = perform(task(0));
    rmSync(join(parts, name));
    symlinkSync(secret, join(parts, name));
    perform(task(0));
    expect(lstatSync(join(parts, name)).mode).toBe(0o100600);
    expect(readFileSync(secret, "utf8")).toBe("mine");
  });

  it.runIf(process.geteuid?.() === 0)("use no counts and no plan of another user", () => {
    const { plan, parts, task } = planned(2);
    const [first, second] = [perform(task(0)), perform(task(1))];
    chownSync(join(parts, first.name), STRANGER, STRANGER);
    expect(() => perform(task(0, 2, [first, second]))).toThrow("it belongs to another user (uid 4711)");
    expect(() => requireCounts(first, parts)).toThrow("it belongs to another user (uid 4711)");
    // It is counted again, and becomes a file of this user.
    perform(task(0));
    expect(lstatSync(join(parts, first.name)).uid).toBe(0);
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
