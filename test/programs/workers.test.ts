import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { COMMAND, thresher, thresherProcess } from "../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { relay } from "../helpers/redis.js";
import {
  digestOf,
  killMachine,
  MAX_KILLS,
  modelPaths,
  PARTS,
  redis,
  repeated,
  startWorker,
  stop,
  url,
} from "./training-workers.js";

describe("training by workers", () => {
  it("gives the model that train makes, though a worker is killed every second and Redis once", async () => {
    const corpus = repeated(24);
    const [alone, model] = modelPaths();
    await thresherProcess(["train", corpus, "-m", alone, "--preset", "mail", "--calibrate", "none"]);
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
      const options = [
        "--workers",
        url,
        "--parts",
        PARTS,
        ..."--preset mail --calibrate none --shards 200 --json".split(" "),
      ];
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
