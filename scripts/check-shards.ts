/**
 * Classifies many documents by one command with two processes and by two workers, of which one is killed every few seconds,
 * and checks that the answers are the same: `npm run check:shards`. Needs redis-server.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Command } from "commander";
import { orElse } from "../src/base/errors.js";
import { seededRandom } from "../src/base/random.js";
import { peakMemory } from "./checks/peak-memory.js";
import { run as runCommand, start } from "./kills/run-command.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:shards";
/** The characters that are kept of each document. */
const LENGTH = 500;
/** The port of Redis, below those that the system gives away. */
const PORT = 20_000 + (process.pid % 10_000);

interface Options {
  readonly documents: number;
  readonly corpus: string;
  readonly every: number;
  readonly folder: string;
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description(
    "Classifies documents by two processes, and by two workers that are killed in turn; compares the answers.",
  )
  .option("--documents <n>", "how many, made by repeating and shuffling", Number, 20_000)
  .option("--corpus <folder>", "the documents to repeat", "corpora/newsgroups")
  .option("--every <seconds>", "when to kill one of the workers", Number, 20)
  .option("--folder <folder>", "where to put the files", tmpdir())
  .action(run);
await runScript(SCRIPT, program);

async function run({ documents, corpus, every, folder: parent }: Options): Promise<void> {
  const folder = mkdtempSync(join(parent, "thresher-shards-"));
  const [model, input, one, two] = ["m.model", "all.jsonl", "one.jsonl", "two.jsonl"].map((name) => join(folder, name));
  const running = new Set<ChildProcess>();
  const begin = (child: ChildProcess) => {
    running.add(child);
    return child;
  };
  try {
    writeDocuments(input, corpus, documents);
    await runCommand(["train", corpus, "-m", model, "--preset", "fast", "--encoding", "latin1", "--quiet"]);
    const classify = ["classify", input, "-m", model, "--quiet"];
    const alone = await watched(begin(start([...classify, "-o", one, "--jobs", "2"])), () => running);
    console.log(`two processes: ${figures(alone)}`);
    const redis = ["--port", String(PORT), "--bind", "127.0.0.1", "--save", "", "--dir", folder];
    begin(spawn("redis-server", redis, { stdio: "ignore" }));
    await sleep(1000);
    const url = `redis://127.0.0.1:${PORT}`;
    const worker = () =>
      begin(start(["worker", url, "--root", folder, "--parts", `${two}.parts`, "--jobs", "1", "--quiet"]));
    const workers = [worker(), worker()];
    let kills = 0;
    const killing = setInterval(() => {
      const victim = workers.shift();
      if (victim !== undefined) killTree(victim);
      workers.push(worker());
      kills++;
    }, every * 1000);
    const shared = await watched(begin(start([...classify, "-o", two, "--workers", url])), () => running);
    clearInterval(killing);
    console.log(
      `two workers, ${kills} kills: ${figures(shared)}, ${(shared.seconds / alone.seconds).toFixed(2)} times`,
    );
    const isSame = readFileSync(one).equals(readFileSync(two));
    console.log(`${isSame ? "ok    " : "FAILED"} the answers are equal to the byte`);
    if (!isSame || alone.code !== 0 || shared.code !== 0) process.exitCode = 1;
  } finally {
    for (const child of running) killTree(child);
    await sleep(500);
    rmSync(folder, { recursive: true });
  }
}

/** Writes documents as JSON lines, drawn from a corpus. */
function writeDocuments(path: string, corpus: string, count: number): void {
  const files = readdirSync(corpus, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const texts = files.map(({ parentPath, name }) =>
    readFileSync(join(parentPath, name)).toString("latin1").slice(0, LENGTH),
  );
  const random = seededRandom(1);
  const file = openSync(path, "wx");
  let pending = "";
  for (let n = 0; n < count; n++) {
    pending += `${JSON.stringify({ text: texts[random(texts.length)] })}\n`;
    if (pending.length < 1 << 20 && n + 1 < count) continue;
    writeSync(file, pending);
    pending = "";
  }
  closeSync(file);
}

/** Waits for a process. Returns how long it ran, and the most memory that any of the processes had. */
async function watched(child: ChildProcess, all: () => Iterable<ChildProcess>) {
  const began = performance.now();
  let most = 0;
  const looking = setInterval(() => {
    for (const each of all()) for (const pid of treeOf(each.pid ?? 0)) most = Math.max(most, peakMemory(pid) / 1e6);
  }, 200);
  const [code] = await once(child, "exit");
  clearInterval(looking);
  return { code: code as number | null, seconds: (performance.now() - began) / 1000, most };
}

function figures({ code, seconds, most }: Awaited<ReturnType<typeof watched>>): string {
  return `${seconds.toFixed(1)} s, at most ${most.toFixed(0)} MB a process${code === 0 ? "" : `, exit code ${code}`}`;
}

/** Returns a process and those that it has started. */
function treeOf(pid: number): number[] {
  const children = orElse(() => readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8"), "");
  return [
    pid,
    ...children
      .trim()
      .split(" ")
      .filter(Boolean)
      .flatMap((child) => treeOf(Number(child))),
  ];
}

/** Kills a process and those that it has started, as if its machine had lost power. */
function killTree({ pid = 0, exitCode, signalCode }: ChildProcess): void {
  if (exitCode !== null || signalCode !== null) return;
  for (const each of treeOf(pid)) orElse(() => process.kill(each, "SIGKILL"), false);
}
