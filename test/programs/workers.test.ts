import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { startThresher, thresher } from "../helpers/command.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { relay } from "../helpers/redis.js";
import { type Running, until } from "../helpers/running.js";
import { succeeded } from "./programs.js";
import { killMachine, PARTS, redis, repeated, startWorker, url } from "./training-workers.js";

vi.setConfig({ testTimeout: 3_600_000 });

/** How many workers work at the same time, and how many are killed. */
const WORKERS = 4;
const KILLS = 12;

/** A path for a model that `train` makes alone, and for one that workers make. */
const modelPaths = () => ["alone.model", "model"].map((name) => join(temporaryFolder(), name));

describe("training by workers", () => {
  it("gives the model that train makes, though workers are killed again and again, and Redis once", async () => {
    const corpus = repeated(24);
    const [alone, model] = modelPaths();
    const settings = ["--preset", "mail", "--calibrate", "none"];
    await succeeded(thresher(["train", corpus, "-m", alone, ...settings]));
    const shared = ["--workers", url, "--parts", PARTS, "--shards", "200", "--json"];
    const training = startThresher(["train", corpus, "-m", model, ...settings, ...shared]);
    const workers = Array.from({ length: WORKERS }, () => startWorker(corpus));
    const hasCounted = ({ stdout }: Running) => /"counted":true/.test(stdout);
    let kills = 0;
    // Each one is killed when it has counted a shard, so training goes on however slow the machine is.
    for (; kills < KILLS; kills++) {
      await until(() => training.hasEnded || hasCounted(workers[kills]));
      if (training.hasEnded) break;
      killMachine(workers[kills]);
      workers.push(startWorker(corpus));
      if (kills > 0) continue;
      await redis.kill();
      await until(() => training.hasEnded || training.stderr.includes("trying again"));
      await redis.start();
    }
    const { code, stdout, stderr } = await training.outcome;
    for (const worker of workers) killMachine(worker);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("trying again") });
    expect(bytesOf(model).equals(bytesOf(alone))).toBe(true);

    const lines = workers.flatMap(({ stdout }) => stdout.split("\n").slice(0, -1));
    const counted = lines.map((line) => JSON.parse(line)).flatMap(({ counted, shard }) => (counted ? [shard] : []));
    const twice = counted.filter((shard, i) => counted.indexOf(shard) !== i);
    expect(kills).toBeGreaterThan(3);
    expect(JSON.parse(stdout).repeated).toEqual(expect.arrayContaining(twice));
  });

  it("gives the answers that classify gives, each once, though a worker is killed with its machine", async () => {
    const [root, line] = [temporaryFolder(), `${JSON.stringify({ text: "the orbit of the shuttle ".repeat(80) })}\n`];
    const [input, alone, shared] = ["all.jsonl", "alone.jsonl", "shared.jsonl"].map((name) => join(root, name));
    const model = join(root, "m.model");
    writeFileSync(input, line.repeat(30_000));
    await succeeded(thresher(["train", "corpora/newsgroups", "-m", model]));
    await succeeded(thresher(["classify", input, "-m", model, "-o", alone, "--jobs", "1"]));
    const running = startThresher(["classify", input, "-m", model, "-o", shared, "--workers", url, "--json"]);
    const workers = [0, 1].map(() => startWorker(root, `${shared}.parts`));
    await until(() => running.hasEnded || /"classified":true/.test(workers[0].stdout + workers[1].stdout));
    killMachine(workers[0]);
    const { code, stdout } = await running.outcome;
    expect({ code, documents: JSON.parse(stdout).documents }).toEqual({ code: 0, documents: 30_000 });
    expect(bytesOf(shared).equals(bytesOf(alone))).toBe(true);
    expect(existsSync(`${shared}.parts`)).toBe(false);
    await workers[1].end();
  });

  it("goes on if the connection is lost in the middle of an answer, and says where the counts stay", async () => {
    const [corpus, parts] = [folderWith(twoClasses()), temporaryFolder()];
    const [alone, model] = modelPaths();
    await succeeded(thresher(["train", corpus, "-m", alone]));
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
    const worker = startWorker(corpus, parts);
    const shared = ["--workers", redis.url(line.port), "--parts", parts, "--shards", "4"];
    const { code, stdout, stderr } = await startThresher(["train", corpus, "-m", model, ...shared]).outcome;
    line.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(`the counts stay in ${parts}`) });
    expect(stdout).toMatch(/^Learned 2 classes from 8 documents \(ham 4, spam 4\): /);
    expect(await worker.end()).toMatchObject({ code: 0 });
    expect(cuts).toBe(1);
    expect(bytesOf(model).equals(bytesOf(alone))).toBe(true);
    const endings = readdirSync(parts).map((path) => path.replace(/^.*\./, "."));
    expect(endings.sort()).toEqual([...Array(4).fill(".part"), ".plan"]);
  });

  it("ends at once at a second signal, with the processes that count", async () => {
    const corpus = repeated(40);
    const { child, outcome } = startWorker(corpus);
    const args = ["train", corpus, "-m", join(temporaryFolder(), "model"), "--workers", url, "--parts", PARTS];
    const training = startThresher([...args, "--shards", "1", "--ngrams", "1-3"]);
    const counting = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim();
    // Stopped before it runs its own program, it would also hold up the worker, which waits for that.
    const isCounting = (pid: string) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("\0count\0");
    await until(() => counting() !== "" && isCounting(counting()));
    const counter = counting();
    // It will not end by itself.
    process.kill(Number(counter), "SIGSTOP");
    await until(() => !child.kill("SIGTERM"));
    expect(await outcome).toMatchObject({ code: null, signal: "SIGTERM" });
    await until(() => !existsSync(`/proc/${counter}`));
    await training.end();
  });
});
