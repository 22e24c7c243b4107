import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, it, vi } from "vitest";
import { startThresher, thresher } from "../helpers/command.js";
import { bytesOf, temporaryFolder } from "../helpers/folder.js";
import { type Running, until } from "../helpers/running.js";
import { succeeded } from "./programs.js";
import { redis, startWorker, url } from "./training-workers.js";

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 3_600_000 });

const root = temporaryFolder();
const [input, model, alone] = ["all.jsonl", "m.model", "alone.jsonl"].map((name) => join(root, name));

beforeAll(async () => {
  const line = `${JSON.stringify({ text: "the orbit of the shuttle ".repeat(80) })}\n`;
  writeFileSync(input, line.repeat(20_000));
  await succeeded(thresher(["train", "corpora/newsgroups", "-m", model]));
  await succeeded(thresher(["classify", input, "-m", model, "-o", alone, "--jobs", "1"]));
});

/** Starts the command, and waits until its jobs are in Redis, which has no others. */
async function started(output: string): Promise<Running> {
  await redis.ask((client) => client.flushall());
  const running = startThresher(["classify", input, "-m", model, "-o", output, "--workers", url, "--json"]);
  await until(() => redis.ask(async (client) => (await client.keys("thresher:counts:*-1")).length === 1));
  return running;
}

async function expectWhole({ outcome }: Running, output: string): Promise<void> {
  const { code, stdout } = await outcome;
  expect({ code, documents: JSON.parse(stdout).documents }).toEqual({ code: 0, documents: 20_000 });
  expect(bytesOf(output).equals(bytesOf(alone))).toBe(true);
  expect(existsSync(`${output}.parts`)).toBe(false);
}

/** The shards that a worker has classified. */
const doneBy = ({ stdout }: Running) =>
  stdout.split("\n").flatMap((line) => (line.includes('"classified":true') ? [JSON.parse(line).shard] : []));

it("classify --workers gives the answers of one process though Redis restarts without its data", async () => {
  const output = join(root, "restart.jsonl");
  const running = await started(output);
  const worker = startWorker(root, `${output}.parts`);
  await until(() => doneBy(worker).length > 0);
  await redis.kill();
  await until(() => running.stderr.includes("trying again"));
  await redis.start();
  await redis.ask((client) => client.flushall());
  await expectWhole(running, output);
  expect(await worker.end()).toMatchObject({ code: 0 });
});

it("classify --workers gives the answers of one process though two workers finish one shard", async () => {
  const output = join(root, "twice.jsonl");
  const running = await started(output);
  // How often the second shard was begun.
  const begun = () =>
    redis.ask(async (client) => {
      const [key] = (await client.keys("thresher:counts:*-1")).filter((name) => !name.endsWith(":lock"));
      return key === undefined ? undefined : Number(await client.hget(key, "ats"));
    });
  const slow = startWorker(root, `${output}.parts`);
  await until(async () => (await begun()) === 1);
  const { pid } = slow.child;
  const counters = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  const send = (signal: NodeJS.Signals) => {
    for (const each of [pid, ...counters]) process.kill(Number(each), signal);
  };
  // It is away for longer than its lock holds, so another worker does its shard.
  send("SIGSTOP");
  const quick = startWorker(root, `${output}.parts`);
  await until(async () => (await begun()) === 2);
  send("SIGCONT");
  await expectWhole(running, output);
  expect(doneBy(quick)).toContain(1);
  for (const worker of [slow, quick]) expect(await worker.end()).toMatchObject({ code: 0 });
  expect(slow.stderr).not.toContain("Missing");
});

it("classify --workers gives the answers of one process though one of two workers lacks the documents", async () => {
  const output = join(root, "lacking.jsonl");
  const running = await started(output);
  const lacking = startWorker(temporaryFolder(), `${output}.parts`);
  await until(() => lacking.stderr.includes("all.jsonl"));
  // Long enough for three attempts of each shard, if it did not rest between them.
  await sleep(4_000);
  const worker = startWorker(root, `${output}.parts`);
  await expectWhole(running, output);
  for (const each of [lacking, worker]) expect(await each.end()).toMatchObject({ code: 0 });
});
