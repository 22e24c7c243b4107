/**
 * How fast servers that share a model learn, and how long what one of them learned takes to the others:
 * `npm run share-speed -- redis://127.0.0.1:6379/speed`.
 */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { seededRandom } from "../src/base/random.js";
import { ServerTeacher } from "../src/delivery/learning/server-teacher.js";
import { askServer } from "../src/delivery/serving/ask-server.js";
import { start } from "./kills/run-command.js";
import { runScript } from "./run-script.js";
import { trainedOnMail, writtenMessage } from "./written-message.js";

const SCRIPT = "share-speed";
/** Timeout in milliseconds, long enough for a busy machine. */
const PATIENCE = 60_000;

interface SpeedOptions {
  readonly hosts: number;
  readonly clients: number;
  readonly changes: number;
  readonly lags: number;
}

async function run(redis: string, { hosts: count, clients, changes, lags }: SpeedOptions): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "thresher-share-"));
  const random = seededRandom(1);
  const messages = Array.from({ length: changes + lags }, (_, n) => Buffer.from(writtenMessage(random, 1000 + n)));
  const hosts: Host[] = [];
  try {
    await trainedOnMail(folder, join(folder, "first"), 1);
    for (let n = 0; n < count; n++) hosts.push(await Host.start(join(folder, `${n}`), join(folder, "first"), redis));

    const begun = performance.now();
    let next = 0;
    const client = async (n: number) => {
      while (next < changes) await hosts[n % count].learn(messages[next++]);
    };
    await Promise.all(Array.from({ length: clients }, (_, n) => client(n)));
    await allAgree(hosts);
    const seconds = (performance.now() - begun) / 1000;
    console.log(`${count} servers, ${clients} clients: ${Math.round(changes / seconds)} changes per second`);

    const times: number[] = [];
    for (const message of messages.slice(changes)) {
      const from = hosts[times.length % count];
      await from.learn(message);
      const learned = performance.now();
      await allAgree(hosts);
      times.push(performance.now() - learned);
    }
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(share * (times.length - 1))].toFixed(1);
    console.log(`a change is in the answers of all after ${at(0.5)} ms (median), ${at(0.99)} ms (99 of 100)`);
  } finally {
    for (const host of hosts) await host.end();
    rmSync(folder, { recursive: true });
  }
}

/** Waits until all answer with the same model. The one that learned last has that of all changes. */
async function allAgree(hosts: readonly Host[]): Promise<void> {
  let models: string[];
  do models = await Promise.all(hosts.map((host) => host.model()));
  while (new Set(models).size > 1);
}

/** A server with a folder of its own. */
class Host {
  readonly #folder: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, child: ChildProcess) {
    this.#folder = folder;
    this.#child = child;
  }

  static async start(folder: string, first: string, redis: string): Promise<Host> {
    mkdirSync(folder);
    copyFileSync(first, join(folder, "m"));
    const args = ["serve", "-m", join(folder, "m"), "--socket", join(folder, "s"), "--share", redis, "--quiet"];
    const child = start(args, ["ignore", "pipe", "inherit"]);
    const failed = once(child, "exit").then(() => Promise.reject(new Error("a server ended: see above")));
    await Promise.race([once(child.stdout as NodeJS.ReadableStream, "data"), failed]);
    failed.catch(() => undefined);
    return new Host(folder, child);
  }

  /** @throws Error if the change waits for Redis. */
  async learn(message: Uint8Array): Promise<void> {
    const teacher = new ServerTeacher({ path: join(this.#folder, "s.learn") }, PATIENCE);
    const { fates } = await teacher.teach({ kind: "learn", label: "spam" }, message);
    if (fates[0] !== "learned") throw new Error("a message was not learned: is Redis there, and the name a new one?");
  }

  /** The id of the model that it answers with. */
  async model(): Promise<string> {
    return (await askServer({ path: join(this.#folder, "s") }, Buffer.from("Subject: a\n\nb\n"), PATIENCE)).model;
  }

  async end(): Promise<void> {
    const ended = once(this.#child, "exit");
    this.#child.kill();
    await ended;
  }
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Measures servers that share a model: changes per second, and how long a change takes to all of them.")
  .argument("<redis>", "a Redis server, with a name that nothing else uses")
  .option("--hosts <n>", "how many servers", Number, 3)
  .option("--clients <n>", "how many clients teach at a time", Number, 4)
  .option("--changes <n>", "how many messages they teach", Number, 2000)
  .option("--lags <n>", "how many single changes are then waited for", Number, 200)
  .action(run);
await runScript(SCRIPT, program);
