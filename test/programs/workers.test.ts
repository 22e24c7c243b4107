import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { VERSION } from "../../src/cli/output/output.js";
import { COMMAND, thresher, thresherProcess } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { relay, TestRedis } from "../helpers/redis.js";

const MAX_KILLS = 30;
let redis: TestRedis;
/** The address of Redis. */
let url: string;

beforeAll(async () => {
  redis = await TestRedis.start();
  url = redis.url("");
});
afterAll(() => redis.kill());

/** Sets an option of Redis while something runs. */
async function withOption<T>(name: string, value: string, use: () => Promise<T>): Promise<T> {
  const set = (to: string) => redis.ask((client) => client.config("SET", name, to));
  const [, before] = (await redis.ask((client) => client.config("GET", name))) as string[];
  await set(value);
  try {
    return await use();
  } finally {
    await set(before);
  }
}

interface RunningWorker {
  readonly child: ChildProcess;
  /** Its standard output: a line of JSON for each shard. */
  readonly done: () => string;
  readonly said: () => string;
}

/** The folder for counts. */
const PARTS = temporaryFolder();

function startWorker(root: string, parts = PARTS): RunningWorker {
  const args = ["worker", url, "--root", root, "--parts", parts, "--jobs", "1", "--json"];
  // In a group of its own, which can be killed as a whole.
  const child = spawn(process.execPath, [COMMAND, ...args], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let [done, said] = ["", ""];
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    done += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  return { child, done: () => done, said: () => said };
}

/** Kills a worker with the processes that it has started, as if its machine had lost power. */
function killMachine({ child }: RunningWorker): void {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  child.kill(signal);
  const [code] = await once(child, "exit");
  return code;
}

const digestOf = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");

/** The newsgroups of this repository, each document several times. */
function repeated(times: number): string {
  const folder = temporaryFolder();
  const from = "corpora/newsgroups";
  for (const { name: group } of readdirSync(from, { withFileTypes: true }).filter((entry) => entry.isDirectory())) {
    mkdirSync(join(folder, group));
    for (const name of readdirSync(join(from, group))) {
      const first = join(folder, group, name);
      copyFileSync(join(from, group, name), first);
      for (let i = 1; i < times; i++) linkSync(first, `${first}-${i}`);
    }
  }
  return folder;
}

/** Paths for the model that `train` makes alone, and for the one that workers make. */
function modelPaths(): string[] {
  return ["alone.model", "model"].map((name) => join(temporaryFolder(), name));
}

describe("training by workers", () => {
  it("gives the model that train makes, though a worker is killed every second and Redis once", async () => {
    const corpus = repeated(24);
    const [alone, model] = modelPaths();
    await thresherProcess(["train", corpus, "-m", alone, "--preset", "mail"]);
    const workers = Array.from({ length: 4 }, () => startWorker(corpus));
    const all = [...workers];
    let kills = 0;
    const killing = setInterval(() => {
      // On a slow machine, every worker would be killed before it has counted a shard.
      if (kills === MAX_KILLS) return;
      const one = kills++ % workers.length;
      killMachine(workers[one]);
      workers[one] = startWorker(corpus);
      all.push(workers[one]);
    }, 1000);
    const hasCounted = () => all.some(({ done }) => /"counted":(?!false|0|null)/.test(done()));
    const restarting = (async () => {
      await expect.poll(hasCounted, { timeout: 250_000, interval: 50 }).toBe(true);
      await redis.kill();
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await redis.start();
    })();
    let outcome: Awaited<ReturnType<typeof thresherProcess>>;
    try {
      const options = ["--preset", "mail", "--workers", url, "--parts", PARTS, "--shards", "200", "--json"];
      outcome = await thresherProcess(["train", corpus, "-m", model, ...options]);
    } finally {
      await restarting;
      clearInterval(killing);
      for (const worker of workers) killMachine(worker);
    }
    expect(outcome).toMatchObject({ code: 0 });
    expect(digestOf(model)).toBe(digestOf(alone));

    const lines = all.flatMap(({ done }) => done().split("\n").slice(0, -1));
    const shards = lines.map((line) => JSON.parse(line)).filter(({ counted }) => counted);
    const times = new Map<number, number>();
    for (const { shard } of shards) times.set(shard, (times.get(shard) ?? 0) + 1);
    const twice = [...times].filter(([, count]) => count > 1).map(([shard]) => shard);
    const { repeated: again } = JSON.parse(outcome.stdout);
    expect(kills).toBeGreaterThan(3);
    expect(outcome.stderr).toContain("trying again");
    expect(twice.filter((shard) => !again.includes(shard))).toEqual([]);
  }, 300_000);

  it("goes on if the connection is lost in the middle of an answer, and says where the counts stay", async () => {
    const [corpus, parts] = [folderWith(twoClasses()), temporaryFolder()];
    const [alone, model] = modelPaths();
    await thresher(["train", corpus, "-m", alone]);
    let cuts = 0;
    const line = await relay(redis.port, (client, server) => {
      let isLast = false;
      client.on("data", (asked: Buffer) => {
        // The jobs are added by one call for each shard, and the first answer is cut.
        isLast = cuts === 0 && asked.includes('"shard":');
        server.write(asked);
      });
      server.on("data", (answer: Buffer) => {
        if (!isLast) return void client.write(answer);
        cuts++;
        isLast = false;
        server.destroy();
        client.end(answer.subarray(0, 5));
      });
    });
    const { child } = startWorker(corpus, parts);
    try {
      const options = ["--workers", redis.url("", line.port), "--parts", parts, "--shards", "4"];
      const outcome = await thresherProcess(["train", corpus, "-m", model, ...options]);
      expect(outcome).toMatchObject({ code: 0, stderr: expect.stringContaining(`the counts stay in ${parts}`) });
      expect(outcome.stdout).toMatch(/^Learned 2 classes from 8 documents \(ham 4, spam 4\): /);
    } finally {
      expect(await stop(child)).toBe(0);
      line.close();
    }
    expect(cuts).toBe(1);
    expect(digestOf(model)).toBe(digestOf(alone));
    const endings = readdirSync(parts).map((path) => path.replace(/^.*\./, "."));
    expect(endings.sort()).toEqual([...Array(4).fill(".part"), ".plan"]);
  });

  it("ends at once at a second signal, with the processes that count", async () => {
    const corpus = repeated(40);
    const { child } = startWorker(corpus);
    const args = ["train", corpus, "-m", join(temporaryFolder(), "model"), "--workers", url, "--parts", PARTS];
    const training = spawn(process.execPath, [COMMAND, ...args, "--shards", "1", "--ngrams", "1-3"], {
      stdio: "ignore",
    });
    const counting = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
    await expect.poll(counting).not.toBe("");
    const counter = counting();
    await new Promise((resolve) => setTimeout(resolve, 500));
    child.kill("SIGTERM");
    await new Promise((resolve) => setTimeout(resolve, 200));
    await stop(child);
    expect(child.signalCode).toBe("SIGTERM");
    await expect.poll(() => existsSync(`/proc/${counter}`)).toBe(false);
    await stop(training);
  });
});

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
    const { child, said } = startWorker(corpus);
    const [code] = await once(child, "exit");
    expect(code).toBe(1);
    expect(said()).toMatch(/: made with Thresher 0\.1\.0, and this is \S+: use the same versions of Thresher/);
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
    const { child, said } = startWorker(corpus);
    try {
      for (const job of jobs) await expect.poll(() => job.getState()).toBe("failed");
      expect(new Set(said().trimEnd().split("\n").slice(1))).toEqual(
        new Set(["thresher: Redis has data that Thresher did not write: does another program use this queue?"]),
      );
      expect(child.exitCode).toBeNull();
    } finally {
      await stop(child);
      await Promise.all(jobs.map((job) => job.remove()));
      await queue.close();
    }
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
        await expect.poll(async () => (await jobs()).length).toBe(3);
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
    const { child, said } = startWorker(corpus);
    await expect.poll(said).toContain("working for");
    await redis.kill();
    try {
      await expect.poll(said).toContain("trying again");
      expect(await stop(child)).toBe(0);
    } finally {
      await redis.start();
    }
  });

  it("has a worker whose corpus is another one: the error names the machine and what differs", async () => {
    const parts = temporaryFolder();
    const { child } = startWorker(temporaryFolder(), parts);
    try {
      const outcome = await train(parts);
      expect(outcome).toMatchObject({ code: 1, stdout: "" });
      expect(outcome.stderr).toMatch(/^thresher: shard \d+ cannot be counted, on \S+: .*the corpus has changed/m);
    } finally {
      await stop(child);
    }
  });
});
