import { copyFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import { ServerTeacher } from "../../src/delivery/learning/server-teacher.js";
import { save } from "../../src/model/file/save-model.js";
import { Learner } from "../../src/model/learning/learner.js";
import type { TrainOptions } from "../../src/model/options.js";
import { classesOf, fateOf } from "../delivery/learning/lessons.js";
import { COMMAND, execute, thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { temporaryFolder } from "../helpers/folder.js";
import { relay, TestRedis } from "../helpers/redis.js";
import { type RunningServer, startServer } from "../helpers/server.js";

const letter = (n: number) => Buffer.from(`Message-ID: <${n}@example.org>\n\nword${n} and more\n`);

let redis: TestRedis | undefined;
const servers: RunningServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) if (server.child.exitCode === null) server.child.kill("SIGKILL");
  await redis?.kill();
});

function modelFile(options: TrainOptions = { preset: "mail" }): string {
  const learner = new Learner(options);
  learner.learn("ham", letter(1));
  learner.learn("spam", letter(2));
  const path = join(temporaryFolder(), "mail.model");
  save(learner.model(), path);
  return path;
}

async function served(model: string, url: string): Promise<RunningServer> {
  const server = await startServer(["-m", model, "--socket", `${model}.s`, "--share", url, "--save-every", "0.2"]);
  servers.push(server);
  return server;
}

const teacherOf = (model: string) => new ServerTeacher({ path: `${model}.s.learn` }, 20_000);
const teach = (model: string, n: number) => fateOf(teacherOf(model), letter(n));

/** Starts Redis with some options, and a server that shares a model through it. */
async function sharing(...options: readonly string[]) {
  redis = await TestRedis.start(...options);
  const [model, url] = [modelFile(), redis.url("mail")];
  return { redis, model, url, server: await served(model, url) };
}

/** A line to Redis that lets so many bytes a second through, and none while it is stopped. */
async function slowLine(bytesPerSecond: number) {
  let isStopped = false;
  let passed = 0;
  const line = await relay(redis?.port ?? 0, (client, server) => {
    client.on("data", (asked: Buffer) => isStopped || server.write(asked));
    const passing = setInterval(() => {
      if (isStopped) return;
      const piece = server.read(Math.min(server.readableLength, bytesPerSecond / 10)) as Buffer | null;
      if (piece === null) return;
      passed += piece.length;
      client.write(piece);
    }, 100);
    server.on("readable", () => undefined).on("close", () => clearInterval(passing));
  });
  return {
    ...line,
    seconds: () => passed / bytesPerSecond,
    stop: (value: boolean) => {
      isStopped = value;
    },
  };
}

/** Returns the one line that a server prints when it refuses to start. */
async function refusal(model: string, url: string): Promise<string> {
  const error = await served(model, url).then(
    () => new Error("it started"),
    (fault: Error) => fault,
  );
  const lines = error.message.trimEnd().split("\n");
  expect(lines).toHaveLength(1);
  return lines[0];
}

describe("a server that shares its model", () => {
  it("filters and keeps what it learns while Redis is missing, and sends it later", async () => {
    redis = await TestRedis.start();
    await redis.kill();
    const model = modelFile();
    const server = await served(model, redis.url("mail"));
    expect(server.said()).toMatch(/no Redis server listens there|cannot be reached/);
    expect(await teach(model, 3)).toBe("queued");
    // The queue is there when the server comes back.
    await server.end("SIGKILL");
    const again = await served(model, redis.url("mail"));
    await redis.start();
    await expect.poll(again.said).toContain("Redis is there again");
    await expect.poll(() => teach(model, 3)).toBe("known");
  });

  it("says what is wrong with Redis, and goes on", async () => {
    const options = ["--requirepass", "secret", "--maxmemory-policy", "allkeys-lru"];
    const { model, url, server } = await sharing(...options);
    await expect.poll(server.said).toContain("Redis wants a password: set REDISCLI_AUTH");
    await server.end();
    const wrong = await served(model, url.replace("127", ":wrong@127"));
    await expect.poll(wrong.said).toMatch(/Redis refuses the user or the password/);
    expect(wrong.said()).not.toContain("wrong@");
    await wrong.end();
    const evicting = await served(model, url.replace("127", ":secret@127"));
    await expect.poll(evicting.said).toContain("maxmemory-policy allkeys-lru): set maxmemory-policy to noeviction");
    expect(await teach(model, 3)).toBe("queued");
  });

  it("learns a class whose name is like that of another only if that is wanted, and says what it knows", async () => {
    const { model } = await sharing();
    const path = join(temporaryFolder(), "letter");
    writeFileSync(path, letter(3));
    const told = (...args: string[]) => thresher([...args, "--server", `${model}.s.learn`]);
    const slip = 'the model has no class "Spam", but it has "spam": use that name, or add --new-class';
    expectFault(await told("learn", "Spam", path), 2, slip);
    expectFault(await told("relabel", "Spam", path), 2, slip);
    const { stdout } = await told("learn", "spam", `${path}.missing`);
    expect(stdout).toBe("0 documents. The server knows 2 documents (ham 1, spam 1).\n");
    expect((await told("learn", "Spam", path, "--new-class")).stdout).toMatch(
      /^1 learned\..*\(Spam 1, ham 1, spam 1\)/,
    );
    expect((await told("forget", "--before", "2001-01-01")).stdout).toMatch(/^2 documents forgotten\. /);
  });

  it("keeps what Redis has no memory for", async () => {
    const { redis, model, server } = await sharing("--appendonly", "no");
    expect(server.said()).toContain("Redis keeps no append-only file, so it loses changes if it crashes");
    await redis.ask((client) => client.config("SET", "maxmemory", "1mb"));
    expect(await teach(model, 3)).toBe("queued");
    await expect.poll(server.said).toContain("Redis is out of memory: raise its maxmemory");
    await redis.ask((client) => client.config("SET", "maxmemory", "0"));
    await expect.poll(() => teach(model, 3)).toBe("known");
  });

  const KEY = "thresher:{mail}:stream";
  it.each([
    ["something else is in the place of the stream", (client: Redis) => client.set(KEY, "x"), []],
    // As the message says.
    [
      "another program adds to the stream",
      (client: Redis) => client.xadd(KEY, "*", "foo", "bar"),
      ["XSETID", KEY, "1-0"],
    ],
  ])("keeps what it learns while %s, and says so once", async (_, disturb, mend) => {
    const { redis, model, server } = await sharing();
    const isEmpty = mend.length === 0;
    if (!isEmpty) expect(await teach(model, 3)).toBe("learned");
    const id = await redis.ask(disturb);
    if (isEmpty) expect(await teach(model, 3)).toBe("queued");
    expect(await teach(model, 4)).toBe("queued");
    await expect.poll(server.said).toContain("something else has written to the key");
    await new Promise((resolve) => setTimeout(resolve, 2500));
    expect(server.said().match(/something else has written/g)).toHaveLength(1);
    expect(server.said()).not.toContain("Redis is there again");
    await redis.ask((client) => (isEmpty ? client.del(KEY) : client.xdel(KEY, String(id))));
    const [command, ...args] = mend;
    if (command !== undefined) await redis.ask((client) => client.call(command, ...args));
    await expect.poll(() => teach(model, 4)).toBe("known");
    expect(await teach(model, 3)).toBe("known");
    await expect.poll(server.said).toContain("Redis is there again");
    expect(await redis.ask((client) => client.hget("thresher:{mail}:facts", "last"))).toBe("2");
  });

  it("notices that Redis has lost the stream while it follows it, and loses nothing itself", async () => {
    const { redis, model, server } = await sharing();
    expect(await teach(model, 3)).toBe("learned");
    await redis.ask((client) => client.flushall());
    await expect.poll(server.said).toContain("Redis has no such stream, but the model has followed it to change 1");
    expect(await teach(model, 4)).toBe("queued");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    // As the message says.
    rmSync(`${model}.position`);
    await served(model, redis.url("again"));
    await expect.poll(() => teach(model, 4)).toBe("known");
    expect(await teach(model, 3)).toBe("known");
  });

  it("catches up on a slow line, though all that it has missed takes longer than it waits for a byte", async () => {
    const { redis, model, url } = await sharing();
    const behind = join(temporaryFolder(), "mail.model");
    copyFileSync(model, behind);
    // A host that has joined: what it misses is kept.
    await (await served(behind, url)).end();
    const words = (n: number) => Array.from({ length: 4000 }, (_, i) => `w${n}x${i}`).join(" ");
    const count = 20;
    for (let n = 0; n < count; n++) {
      const long = Buffer.from(`Message-ID: <long-${n}@example.org>\n\n${words(n)}\n`);
      await fateOf(teacherOf(model), long);
    }
    const bytes = await redis.ask((client) => client.memory("USAGE", KEY, "SAMPLES", 0));
    const line = await slowLine(Math.ceil((bytes ?? 0) / 13));
    const server = await served(behind, redis.url("mail", line.port));
    const known = async () => (await classesOf(teacherOf(behind)))[1].documents;
    await expect.poll(known, { timeout: 120_000, interval: 500 }).toBe(count + 1);
    expect(line.seconds()).toBeGreaterThan(11);
    expect(server.said()).not.toContain("cannot be reached");
    line.close();
  }, 300_000);

  it("notices that Redis is silent, and goes on when it speaks again", async () => {
    redis = await TestRedis.start();
    const line = await slowLine(600_000);
    const server = await served(modelFile(), redis.url("mail", line.port));
    line.stop(true);
    await expect.poll(server.said).toContain("Redis cannot be reached");
    line.stop(false);
    await expect.poll(server.said).toContain("Redis is there again");
    line.close();
  });

  it("says what to install if the client of Redis is missing", async () => {
    const folder = temporaryFolder();
    for (const name of readdirSync(dirname(COMMAND)).filter((name) => name.endsWith(".cjs"))) {
      copyFileSync(join(dirname(COMMAND), name), join(folder, name));
    }
    const command = join(folder, basename(COMMAND));
    const args = ["serve", "-m", modelFile(), "--socket", join(folder, "s"), "--share", "redis://localhost/mail"];
    const { stderr, code } = await execute(process.execPath, [command, ...args]);
    expect({ stderr, code }).toEqual({
      stderr:
        "thresher: --share needs the package ioredis: install it beside thresher, npm install ioredis (with --global if thresher is)\n",
      code: 1,
    });
  });

  it("names the way back to a host whose next change is missing", async () => {
    const { redis, model, url, server } = await sharing();
    const behind = join(temporaryFolder(), "mail.model");
    copyFileSync(model, behind);
    const second = await served(behind, url);
    expect(await teach(model, 3)).toBe("learned");
    expect(await teach(behind, 3)).toBe("known");
    await second.end();
    for (const n of [4, 5]) expect(await teach(model, n)).toBe("learned");
    const hole = /followed the stream to change 1, but what comes next is missing.*copy the model and its \.position/;
    await redis.ask((client) => client.xdel(KEY, "2-0"));
    expect(await refusal(behind, url)).toMatch(hole);
    await redis.ask((client) => client.del(KEY));
    expect(await refusal(behind, url)).toMatch(hole);
    expect(await teach(model, 6)).toBe("learned");
    await server.end();
  });

  it("refuses a stream of other settings, of another model, or that has lost changes", async () => {
    const { redis, model, url, server } = await sharing();
    expect(await refusal(modelFile({ alpha: 0.5 }), url)).toContain("for models with other settings");
    const learner = new Learner({ preset: "mail" });
    const other = join(temporaryFolder(), "other.model");
    save(learner.model(), other);
    expect(await refusal(other, url)).toContain("the stream began with another model: copy the model");
    expect(await refusal(model, url)).toContain("mail.model.queue.lock: still locked by process");

    expect(await teach(model, 3)).toBe("learned");
    expect(await server.end()).toEqual({ code: 0, signal: null });
    expect(await refusal(model, redis.url("news"))).toContain('follows the stream "mail", not "news"');
    await redis.ask((client) => client.flushall());
    expect(await refusal(model, url)).toContain("Redis has no such stream, but the model has followed it to change 1");
    // Another history of the same length.
    const before = modelFile();
    const second = await served(before, url);
    expect(await teach(before, 4)).toBe("learned");
    expect(await refusal(model, url)).toContain("the stream is not the one that the model has followed");
    await second.end();
    copyFileSync(modelFile({ alpha: 0.5 }), model);
    expect(await refusal(model, url)).toContain("mail.model.position is not about the model that");
  });
});
