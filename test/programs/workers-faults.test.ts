import { existsSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { describe, expect, it, onTestFinished } from "vitest";
import { VERSION } from "../../src/base/version.js";
import { thresher, thresherProcess } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { until } from "../helpers/running.js";
import { PARTS, redis, startWorker, url, withOption } from "./training-workers.js";

describe("Redis that cannot be used", () => {
  const corpus = folderWith(twoClasses());
  const train = (parts = PARTS) =>
    thresher(["train", corpus, "-m", join(temporaryFolder(), "model"), "--workers", url, "--parts", parts]);
  const newQueue = () =>
    new Queue("counts", { connection: { host: "127.0.0.1", port: redis.port }, prefix: "thresher" });
  const worker = () => thresher(["worker", url, "--root", corpus, "--parts", PARTS]);

  it("is refused in one line: it may drop jobs, has no memory left, or wants another password", async () => {
    await withOption("maxmemory-policy", "allkeys-lru", async () => {
      expectFault(await train(), 1, "set maxmemory-policy to noeviction");
      expectFault(await worker(), 1, "set maxmemory-policy to noeviction");
    });
    await withOption("maxmemory", "100kb", async () => {
      expectFault(await train(), 1, `${url}: Redis is out of memory: raise its maxmemory`);
    });
    expectFault(
      await thresher(["worker", url.replace("//", "//anna:secret@"), "--root", corpus, "--parts", PARTS]),
      1,
      `${url}: Redis refuses the user or the password`,
    );
  });

  it("has a job of another version, which stays for others: the worker ends with one line", async () => {
    const queue = newQueue();
    const versions = { thresher: "0.1.0", unicode: process.versions.unicode };
    const job = await queue.add("count", { plan: "0".repeat(64), shards: 1, shard: 0, versions });
    const { code, stderr } = await startWorker(corpus).outcome;
    expect(code).toBe(1);
    expect(stderr).toMatch(/: made with Thresher 0\.1\.0, and this is \S+: use the same versions of Thresher/);
    expect(await job.getState()).toBe("waiting");
    await job.remove();
    await queue.close();
  });

  it("has jobs that nobody made who trains: they fail, and the worker goes on", async () => {
    const queue = newQueue();
    const versions = { thresher: VERSION, unicode: process.versions.unicode };
    const sound = { plan: "0".repeat(64), shards: 1, shard: 0, versions };
    const forged = [
      {},
      null,
      5,
      { ...sound, shards: 2 ** 40 },
      { ...sound, shard: 1 },
      { ...sound, shard: -1 },
      { ...sound, plan: "../x" },
      { ...sound, versions: null },
      { ...sound, versions: { ...versions, thresher: {} } },
    ];
    const jobs = await Promise.all(forged.map((job) => queue.add("count", job)));
    const worker = startWorker(corpus);
    for (const job of jobs) await until(async () => (await job.getState()) === "failed");
    expect(worker.hasEnded).toBe(false);
    const { stderr } = await worker.end();
    expect(new Set(stderr.trimEnd().split("\n").slice(1))).toEqual(
      new Set(["thresher: Redis has data that Thresher did not write: does another program use this queue?"]),
    );
    await Promise.all(jobs.map((job) => job.remove()));
    await queue.close();
  });

  it("has answers that no worker gave: no model is made of them", async () => {
    const model = join(temporaryFolder(), "model");
    for (const [answer, message] of [
      ["true", ": no counts of shards 0, 1, 2 of 3: count them into this folder"],
      [JSON.stringify({ name: "../secret" }), "Redis has data that Thresher did not write"],
    ] as const) {
      const args = ["train", corpus, "-m", model, "--shards", "3", "--workers", url, "--parts", temporaryFolder()];
      const training = await redis.ask(async (client) => {
        const all = () => client.keys("thresher:counts:*-[012]");
        // Runs of a training that was killed.
        const others = await all();
        const started = thresherProcess(args);
        const jobs = async () => (await all()).filter((job) => !others.includes(job));
        await until(async () => (await jobs()).length === 3);
        const answers = client.multi();
        for (const job of await jobs()) answers.hset(job, "returnvalue", answer, "finishedOn", "1");
        await answers.exec();
        return { started };
      });
      expectFault(await training.started, 1, message);
    }
    expect(existsSync(model)).toBe(false);
  });

  it("may be away when a worker is stopped", async () => {
    const worker = startWorker(corpus);
    await until(() => worker.stderr.includes("working for"));
    await redis.kill();
    onTestFinished(() => redis.start());
    await until(() => worker.stderr.includes("trying again"));
    expect(await worker.end()).toMatchObject({ code: 0 });
  });

  it("has a worker with another folder for parts: it says so once for all shards", async () => {
    const worker = startWorker(corpus, temporaryFolder());
    expect(await train()).toMatchObject({ code: 1, stdout: "" });
    expect((await worker.end()).stderr.match(/the plan is not there/g)).toHaveLength(1);
  });

  it("has a worker whose corpus is another one: the error names the machine and what differs", async () => {
    const parts = temporaryFolder();
    startWorker(temporaryFolder(), parts);
    const outcome = await train(parts);
    expect(outcome).toMatchObject({ code: 1, stdout: "" });
    expect(outcome.stderr).toMatch(/^thresher: shard \d+ cannot be counted, on \S+: .*the corpus has changed/m);
  });
});
