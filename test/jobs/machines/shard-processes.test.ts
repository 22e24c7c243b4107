import { chownSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { makePartsFolder, planName } from "../../../src/jobs/machines/parts-folder.js";
import { ShardProcesses } from "../../../src/jobs/machines/shard-processes.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { mergedModel } from "../../../src/model/parts/merged-model.js";
import { countsOfPart, partName } from "../../../src/model/parts/part.js";
import { planBytes, planCorpus } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { COMMAND } from "../../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const STRANGER = 4711;

const [, own] = process.argv;
beforeAll(() => {
  process.argv[1] = COMMAND;
});
afterAll(() => {
  process.argv[1] = own;
});

/** A shard, and where it is done. */
interface Task {
  readonly plan: string;
  readonly shard: number;
  readonly parts: string;
  readonly root: string;
}

/** Does a shard in a process of its own. Returns the name of its part. */
async function count({ plan, shard, parts, root }: Task) {
  const processes = new ShardProcesses(parts, root, true);
  const { part, documents } = await processes.do(plan, shard).finally(() => processes.end());
  return { name: basename(part), documents };
}

/** A plan of a small corpus, in a folder for parts. */
function planned(shards: number) {
  const corpus = folderWith(twoClasses(6));
  const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), shards);
  const parts = temporaryFolder();
  writeFileSync(join(parts, planName(plan.digest)), Buffer.concat([...planBytes(plan)]));
  const task = (shard: number): Task => ({ plan: plan.digest, parts, root: corpus, shard });
  return { corpus, plan, parts, task };
}

describe("the shards of a worker", () => {
  it("are counted, and their sum is the model that train makes; what is done is not done again", async () => {
    const { corpus, plan, parts, task } = planned(3);
    const done = await Promise.all([2, 0, 1].map((shard) => count(task(shard))));
    expect(done.map(({ documents }) => documents)).toEqual([4, 4, 4]);
    expect(await count(task(2))).toEqual({ ...done[0], documents: undefined });
    const model = mergedModel(parts, plan, () => undefined);
    expect(serialize(model)).toEqual(serialize(train(openCorpus(corpus))));
  });

  it("are counted again if their part was damaged, or is that of another shard", async () => {
    const { parts, task } = planned(2);
    const [first, second] = await Promise.all([0, 1].map((shard) => count(task(shard))));
    const path = join(parts, first.name);
    const whole = readFileSync(path);
    for (const wrong of [whole.subarray(0, 90), readFileSync(join(parts, second.name))]) {
      writeFileSync(path, wrong);
      expect(await count(task(0))).toEqual(first);
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
  });

  it("are counted into files that only their user can read, over a link and never through it", async () => {
    const { plan, parts, task } = planned(2);
    const [secret, path] = [join(temporaryFolder(), "secret"), join(parts, partName(plan, 0))];
    writeFileSync(secret, "mine");
    symlinkSync(secret, path);
    await count(task(0));
    expect(lstatSync(path).mode).toBe(0o100600);
    expect(readFileSync(secret, "utf8")).toBe("mine");
  });

  it.runIf(process.geteuid?.() === 0)("are not taken from counts or a plan of another user", async () => {
    const { plan, parts, task } = planned(2);
    const path = join(parts, (await count(task(0))).name);
    chownSync(path, STRANGER, STRANGER);
    expect(() => countsOfPart(path, plan, 0)).toThrow("it belongs to another user (uid 4711)");
    // It is counted again, and becomes a file of this user.
    await count(task(0));
    expect(lstatSync(path).uid).toBe(0);
    chownSync(join(parts, planName(plan.digest)), STRANGER, STRANGER);
    await expect(count(task(0))).rejects.toThrow("cannot read the plan: it belongs to another user (uid 4711)");
  });

  it.each<[string, (task: Task) => Task]>([
    [
      "the plan is not there, or this user may not read it: name the folder for parts",
      (task) => ({ ...task, plan: "0".repeat(64) }),
    ],
    ["/nowhere: there is no such folder", (task) => ({ ...task, root: "/nowhere" })],
    ["the corpus has changed since it was planned", (task) => ({ ...task, root: temporaryFolder() })],
    ["there is no shard 7: the plan has shards 0 to 1", (task) => ({ ...task, shard: 7 })],
  ])("cannot be counted if %s", async (why, change) => {
    await expect(count(change(planned(2).task(0)))).rejects.toThrow(why);
  });

  it("are not counted, and their folder is not made again, if it was deleted with the plan", async () => {
    const { parts, task } = planned(2);
    await count(task(0));
    rmSync(parts, { recursive: true });
    await expect(count(task(1))).rejects.toThrow("the plan is not there");
    expect(existsSync(parts)).toBe(false);
    // As in a folder that another user may not enter, asking for the plan fails.
    symlinkSync(parts, parts);
    await expect(count(task(1))).rejects.toThrow("the plan is not there, or this user may not read it");
    rmSync(parts);
  });

  it("are in a folder that is made if it is missing", () => {
    const folder = join(temporaryFolder(), "parts");
    for (const _ of [1, 2]) makePartsFolder(folder);
    const below = () => makePartsFolder(join(folder, "b/c"));
    expect(below).toThrow("the folder for the parts cannot be made: no such file or folder");
  });

  it("name the signal that has killed their process, and the next one has another process", async () => {
    const { corpus, parts, plan } = planned(2);
    const processes = new ShardProcesses(parts, corpus, true);
    const doing = processes.do(plan.digest, 0);
    processes.kill();
    await expect(doing).rejects.toThrow("the process ended by SIGKILL, as if memory ran out");
    expect(processes.running).toBe(0);
    expect(await processes.do(plan.digest, 1)).toMatchObject({ shard: 1, counted: true });
    processes.end();
  });
});
