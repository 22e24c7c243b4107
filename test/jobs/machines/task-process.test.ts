import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { VERSION } from "../../../src/base/version.js";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { countingProcess, TaskProcesses } from "../../../src/jobs/machines/task-process.js";
import { planName, type Task } from "../../../src/jobs/machines/tasks.js";
import { planBytes, planCorpus } from "../../../src/model/parts/plan.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { COMMAND } from "../../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../../helpers/folder.js";

const [, own] = process.argv;
afterEach(() => {
  process.argv[1] = own;
});

describe("the processes of a worker", () => {
  it("count one task after the other, are started again if they die, and say what fails", async () => {
    process.argv[1] = COMMAND;
    const corpus = folderWith(twoClasses(6));
    const parts = temporaryFolder();
    const { plan } = planCorpus(openCorpus(corpus), settingsFrom({}), { shards: 3, thresher: VERSION });
    writeFileSync(join(parts, planName(plan.digest)), Buffer.concat([...planBytes(plan)]));
    const task = (shard: number): Task => ({ plan: plan.digest, shard, parts, root: corpus });
    const started: ChildProcess[] = [];
    const processes = new TaskProcesses(() => {
      const child = countingProcess();
      started.push(child);
      return child;
    });
    expect(await processes.run(task(0))).toMatchObject({ documents: 4 });
    expect(await processes.run(task(1))).toMatchObject({ documents: 4 });
    await expect(processes.run(task(7))).rejects.toThrow("there is no shard 7: the plan has shards 0 to 2");
    expect(started).toHaveLength(1);
    const [first] = started;
    first.kill("SIGKILL");
    await once(first, "exit");
    expect(await processes.run(task(2))).toMatchObject({ documents: 4 });
    expect(started).toHaveLength(2);
    const [, second] = started;
    // Stopped, or it might have counted before it is killed.
    second.kill("SIGSTOP");
    const counting = processes.run(task(0));
    second.kill("SIGKILL");
    await expect(counting).rejects.toThrow("the counting process ended by SIGKILL, as if memory ran out");
    processes.stop();
  });
});
