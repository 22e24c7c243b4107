import { copyFileSync, existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { Inputs } from "../../../src/jobs/inputs/inputs.js";
import { classifyInto } from "../../../src/jobs/machines/classify-into.js";
import { classifyShard } from "../../../src/jobs/machines/classify-shard.js";
import { joinAnswers } from "../../../src/jobs/machines/join-answers.js";
import { planInputs } from "../../../src/jobs/machines/plan-classifying.js";
import { thresher } from "../../helpers/command.js";
import { expectRefused, outputOf } from "../../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder } from "../../helpers/folder.js";
import { trainedModel } from "../../helpers/trained-model.js";

const model = trainedModel();
const lines = Array.from({ length: 20 }, (_, i) => `${JSON.stringify({ text: i % 3 ? "cash prize" : "lunch", i })}\n`);

/** Two packed tables, of which the second ends in the middle, planned as two shards; and what they become. */
async function planned() {
  const packed = gzipSync(lines.join(""));
  const cwd = folderWith({ "a.jsonl.gz": packed, "b.jsonl": lines.join("") });
  const paths = ["a.jsonl.gz", "b.jsonl"].map((name) => join(cwd, name));
  await outputOf(["classify", ...paths, "-m", model, "-o", join(cwd, "whole.jsonl"), "--columns", "i"]);
  const parts = temporaryFolder();
  const options = { model, columns: ["i"], shards: 4 };
  const { plan } = planInputs(new Inputs(paths, options), parts, options);
  const doShard = (shard: number) => classifyShard(plan, shard, { root: plan.root, parts, models: parts }, 40);
  return { cwd, plan, parts, doShard, whole: bytesOf(join(cwd, "whole.jsonl")) };
}

describe("the shards of a plan to classify", () => {
  it("have the answers of the whole, in parts that are made again if they are missing, damaged or of others", async () => {
    const { cwd, plan, parts, doShard, whole } = await planned();
    expect(plan.shards.length).toBeGreaterThan(2);
    expect(plan.shards.flat().filter((piece) => piece.kind === "archive" && piece.range)).not.toEqual([]);
    for (const shard of plan.shards.keys()) expect(doShard(shard).classified).toBe(true);
    const names = readdirSync(parts).filter((name) => name.includes(".part"));
    expect(names.length).toBeGreaterThan(plan.shards.length + 3);
    const before = names.map((name) => bytesOf(join(parts, name)));
    const join2 = (name: string) => joinAnswers(join(cwd, name), plan, parts);
    expect(join2("joined.jsonl")).toMatchObject({ documents: 40, answers: 40 });
    expect(bytesOf(join(cwd, "joined.jsonl")).equals(whole)).toBe(true);
    expect(doShard(0).classified).toBe(false);
    for (const [n, name] of names.entries()) {
      const path = join(parts, name);
      const others = [
        before[n].subarray(0, 90),
        Buffer.from(before[n]).fill(0, 40, 50),
        before[(n + 1) % names.length],
      ];
      for (const wrong of others) {
        writeFileSync(path, wrong);
        expect(() => join2("wrong.jsonl"), name).toThrow(/run this again|do shard \d again/);
        expect(existsSync(join(cwd, "wrong.jsonl"))).toBe(false);
        for (const shard of plan.shards.keys()) doShard(shard);
        expect(names.map((each) => bytesOf(join(parts, each))).every((bytes, i) => bytes.equals(before[i]))).toBe(true);
      }
      rmSync(path);
      for (const shard of plan.shards.keys()) doShard(shard);
      expect(bytesOf(path).equals(before[n])).toBe(true);
    }
  });

  it("are not classified by another model, or if their files have changed", async () => {
    const { cwd, plan, parts, doShard } = await planned();
    const [copy] = readdirSync(parts).filter((name) => name.endsWith(".model"));
    const other = trainedModel({ preset: "fast" });
    copyFileSync(other, join(parts, copy));
    expect(() => doShard(0)).toThrow("not the model that was planned with: delete it, and plan again");
    writeFileSync(join(cwd, "b.jsonl"), "");
    expect(() => doShard(plan.shards.length - 1)).toThrow("the corpus has changed since it was planned: b.jsonl has 0");
  });
});

describe("classify -o that was stopped", () => {
  it("goes on with the same documents, model and options, and is equal to the byte", async () => {
    const { cwd, whole } = await planned();
    const paths = ["a.jsonl.gz", "b.jsonl"].map((name) => join(cwd, name));
    const output = join(cwd, "out.jsonl");
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done > 0 && stop.abort();
    const running = classifyInto(paths, { model, output, columns: ["i"], onProgress, signal: stop.signal });
    await expect(running).rejects.toThrow("aborted");
    expect(existsSync(output)).toBe(false);
    const parts = readdirSync(`${output}.parts`);
    expect(parts.map((name) => /\.\w+$/.exec(name)?.[0]).sort()).toEqual([".model", ".part", ".plan"]);
    const command = ["classify", ...paths, "-o", output];
    const [first] = paths;
    const otherModel = trainedModel({ preset: "fast" });
    await expectRefused(
      [
        [[...command, "-m", model], "has the parts of a run with other options: delete it to begin again", 1],
        [[...command, "-m", otherModel, "--columns", "i"], "has the parts of a run with other model:", 1],
        [["classify", first, "-o", output, "-m", model, "--columns", "i"], "a run with other input:", 1],
      ],
      [],
    );
    const [plan, copy] = [".plan", ".model"].map((end) =>
      join(`${output}.parts`, parts.find((name) => name.endsWith(end)) ?? ""),
    );
    const planned2 = bytesOf(plan);
    writeFileSync(plan, planned2.subarray(0, 99));
    const cut = `cannot go on with the parts in ${output}.parts: delete it to begin again, or name another file: ${plan}`;
    await expectRefused([[[...command, "-m", model, "--columns", "i"], cut, 1]]);
    writeFileSync(plan, planned2);
    rmSync(copy);
    const { code, stdout, stderr } = await thresher([...command, "-m", model, "--columns", "i"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `thresher: going on with the parts in ${output}.parts\n` });
    expect(stdout).toMatch(/^Classified 40 documents /);
    expect(bytesOf(output).equals(whole)).toBe(true);
    expect(existsSync(`${output}.parts`)).toBe(false);
  });
});
