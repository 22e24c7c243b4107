import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { seededRandom } from "../../src/base/random.js";
import { newRedis, redisAddress } from "../../src/base/redis.js";
import { ServerTeacher } from "../../src/delivery/learning/server-teacher.js";
import type { Teacher } from "../../src/delivery/learning/teacher.js";
import { askServer } from "../../src/delivery/serving/ask-server.js";
import type { StreamEntry } from "../../src/delivery/sharing/change-stream.js";
import { RedisStream } from "../../src/delivery/sharing/redis-stream.js";
import { keyOf } from "../../src/features/corpus/known-documents.js";
import { identityOf } from "../../src/mail/rewrite/identity.js";
import { load } from "../../src/model/file/model-file.js";
import { modelToBytes, save } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import { temporaryFolder } from "../helpers/folder.js";
import { TestRedis } from "../helpers/redis.js";
import { type RunningServer, startServer } from "../helpers/server.js";

const LABELS = ["ham", "spam", "work"];
/** Messages that are learned once, and messages about which the hosts quarrel. */
const [ONCE, OFTEN] = [1400, 60];
const CHANGES = 2000;

const letter = (n: number) =>
  Buffer.from(
    `Message-ID: <${n}@example.org>\nDate: Mon, 1 Jan 2024 10:00:00 +0000\nSubject: letter ${n}\n\nword${n % 97} word${n % 13} and word${n}\n`,
  );

let redis: TestRedis | undefined;
const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) server.child.kill("SIGKILL");
  await redis?.kill();
});

/** A host: a folder with a model, and a server that may be gone for a while. */
class TestHost {
  readonly folder: string;
  server: RunningServer | undefined;

  constructor(folder: string, first: string) {
    this.folder = folder;
    mkdirSync(folder);
    copyFileSync(first, this.model);
  }

  get model(): string {
    return join(this.folder, "m");
  }

  async start(url: string): Promise<void> {
    const socket = join(this.folder, "s");
    const server = await startServer(["-m", this.model, "--socket", socket, "--share", url, "--save-every", "0.5"]);
    servers.push(server);
    this.server = server;
  }

  get teacher(): Teacher {
    return new ServerTeacher({ path: join(this.folder, "s.learn") }, 20_000);
  }

  /** Copies the model and its position. The model first: a newer position file knows the model before, too. */
  copyTo(folder: string): void {
    mkdirSync(folder, { recursive: true });
    for (const name of ["m", "m.position"]) {
      if (existsSync(join(this.folder, name))) copyFileSync(join(this.folder, name), join(folder, name));
    }
  }
}

/** The ids of the models that the hosts answer with, each once. */
async function idsOf(hosts: readonly TestHost[]): Promise<string[]> {
  const answers = hosts.map(({ folder }) => askServer({ path: join(folder, "s") }, letter(0), 20_000));
  return [...new Set((await Promise.all(answers)).map(({ model }) => model))];
}

/** Gives a host the model and the position of a folder. */
function restore(from: string, { folder }: TestHost): void {
  for (const name of ["m", "m.position"]) {
    rmSync(join(folder, name), { force: true });
    if (existsSync(join(from, name))) copyFileSync(join(from, name), join(folder, name));
  }
}

describe("a model that several servers share through Redis", () => {
  it("is the same on all hosts and that of one process, whatever stops, dies or goes away", async () => {
    const folder = temporaryFolder();
    const below = seededRandom(1);
    redis = await TestRedis.start();
    const url = redis.url("mail");
    const base = new Learner({ preset: "mail" });
    for (const n of [0, 1, 2]) base.learn(LABELS[n], letter(1_000_000 + n));
    const first = join(folder, "first");
    save(base.model(), first);
    const hosts = ["a", "b", "c"].map((name) => new TestHost(join(folder, name), first));
    for (const host of hosts) await host.start(url);

    // Writes down every change of the stream, before it is trimmed.
    const recorder = new RedisStream(redisAddress(url, "--share"), "--share");
    const recorded: StreamEntry[] = [];
    let isDone = false;
    const recording = (async () => {
      while (!isDone) {
        try {
          recorded.push(...(await recorder.read(recorded.length, 200)));
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    })();

    const alive = new Set(hosts);
    let queued = 0;
    const learnOnce = Array.from({ length: ONCE }, (_, n) => n);
    const lessons = learnOnce.map((n) => ({
      kind: "learn" as "learn" | "relabel" | "unlearn",
      label: LABELS[n % 3],
      document: letter(n),
    }));
    while (lessons.length < CHANGES) {
      const kind = (["learn", "learn", "relabel", "unlearn"] as const)[below(4)];
      const label = LABELS[below(3)];
      const at = below(lessons.length);
      lessons.splice(at, 0, { kind, label, document: letter(ONCE + below(OFTEN)) });
    }
    /** Teaches a host that is there; if it dies meanwhile, another one, as a user would. */
    const teach = async ({ kind, label, document }: (typeof lessons)[number]): Promise<void> => {
      for (;;) {
        const [host] = [...alive].slice(below(alive.size));
        try {
          const { teacher } = host ?? hosts[0];
          const { fates } = await teacher.teach({ kind, label }, document);
          if (fates[0] === "queued") queued++;
          return;
        } catch {
          await new Promise((resolve) => setTimeout(resolve, 20));
        }
      }
    };
    let next = 0;
    const pupils = Array.from({ length: 4 }, async () => {
      while (next < lessons.length) await teach(lessons[next++]);
    });
    const old = new Map<TestHost, string>();
    const disturbance = (async () => {
      const reached = async (n: number) => {
        while (next < n) await new Promise((resolve) => setTimeout(resolve, 10));
      };
      for (let round = 1; round <= 9; round++) {
        await reached((CHANGES / 10) * round);
        const host = hosts[round % 3];
        if (round % 3 === 0) {
          // It stands still, and goes on.
          alive.delete(host);
          host.server?.child.kill("SIGSTOP");
          await new Promise((resolve) => setTimeout(resolve, 500));
          host.server?.child.kill("SIGCONT");
          alive.add(host);
        } else if (round === 4) {
          await redis?.kill();
          await reached((CHANGES / 10) * round + 60);
          await redis?.start();
        } else {
          // It is killed, and started from the files that it had some time ago.
          alive.delete(host);
          await host.server?.end("SIGKILL");
          const before = old.get(host);
          if (before !== undefined) restore(before, host);
          try {
            await host.start(url);
          } catch (error) {
            expect((error as Error).message).toMatch(
              /the stream begins after change \d+, but the model has followed it only to \d+: copy/,
            );
            const from = hosts[(round + 1) % 3];
            from.copyTo(join(folder, `copy${round}`));
            restore(join(folder, `copy${round}`), host);
            await host.start(url);
          }
          alive.add(host);
        }
        const kept = join(folder, `old${round}`);
        hosts[(round + 1) % 3].copyTo(kept);
        old.set(hosts[(round + 1) % 3], kept);
      }
    })();
    await Promise.all([...pupils, disturbance]);

    // Everything that waits is sent, and all hosts follow.
    await expect.poll(async () => idsOf(hosts), { interval: 200 }).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await expect.poll(async () => idsOf(hosts), { interval: 200 }).toHaveLength(1);
    for (const host of hosts) expect(await host.server?.end()).toEqual({ code: 0, signal: null });
    isDone = true;
    await recording;
    recorder.close();

    // Redis has dropped what all files have, and knows what the models know.
    const client = newRedis(redisAddress(url, "--share"), "--share");
    await client.connect();
    expect(Number(await client.hget("thresher:{mail}:facts", "trimmed"))).toBeGreaterThan(0);
    expect(await client.hlen("thresher:{mail}:known")).toBe(load(hosts[0].model).known?.times.length);
    client.disconnect();

    // Each change follows the one before, and a message that was learned once is in the stream once.
    expect(recorded.map(({ n }) => n)).toEqual(recorded.map((_, i) => i + 1));
    const texts = new Map(lessons.map(({ document }) => [keyOf(identityOf(document).digest), document]));
    const times = new Map<string, number>();
    for (const { digest } of recorded) times.set(keyOf(digest), (times.get(keyOf(digest)) ?? 0) + 1);
    expect(learnOnce.filter((n) => times.get(keyOf(identityOf(letter(n)).digest)) !== 1)).toEqual([]);

    // One process that learns the same.
    const learner = new Learner(load(first));
    for (const { kind, digest, label } of recorded) {
      const text = texts.get(keyOf(digest)) as Uint8Array;
      if (kind === "learn") learner.learn(label, text);
      else if (kind === "relabel") learner.relabel(label, text);
      else learner.unlearn(text);
    }
    const expected = Buffer.from(modelToBytes(learner.model()));
    expect(hosts.map((host) => readFileSync(host.model).equals(expected))).toEqual([true, true, true]);
    // Nothing lost.
    expect(learnOnce.filter((n) => learner.labelOf(letter(n)) !== LABELS[n % 3])).toEqual([]);
    expect(queued).toBeGreaterThan(0);
  });
});
