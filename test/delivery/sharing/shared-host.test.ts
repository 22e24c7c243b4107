import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { ChangeQueue } from "../../../src/delivery/sharing/change-queue.js";
import { SharedHost } from "../../../src/delivery/sharing/shared-host.js";
import { type Lesson, teachHost } from "../../../src/delivery/sharing/teaching.js";
import { modelToBytes, save } from "../../../src/model/file/save-model.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { MemoryStream } from "./memory-stream.js";

const letter = (n: number) =>
  `Message-ID: <${n}@example.org>\nDate: Mon, ${(n % 28) + 1} Jan 2024 10:00:00 +0000\n\nword${n} and word${n % 3}\n`;

const running: SharedHost[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((host) => host.stop()));
});

function firstModel(): string {
  const learner = new Learner({ preset: "mail" });
  learner.learn("ham", letter(1));
  learner.learn("spam", letter(2));
  const path = join(temporaryFolder(), "m");
  save(learner.model(), path);
  return path;
}

function copyOf(path: string): string {
  const copy = join(temporaryFolder(), "m");
  for (const ending of ["", ".position"]) if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending);
  return copy;
}

async function started(path: string, stream: MemoryStream, said: string[] = []): Promise<SharedHost> {
  const options = { name: "mail", tell: (line: string) => said.push(line), saveEvery: 20, retryAfter: 5 };
  const host = new SharedHost(path, stream.connection(), options);
  running.push(host);
  await host.start();
  return host;
}

async function stopped(host: SharedHost): Promise<void> {
  running.splice(running.indexOf(host), 1);
  await host.stop();
}

const taught = async (host: SharedHost, lesson: Lesson, text = "", wait = 5000) =>
  (await teachHost(host, Buffer.from(`${JSON.stringify(lesson)}\n${text}`), wait)).fates;

describe("a host of a shared model", () => {
  it("says that it leaves out a change of its queue that is not whole", async () => {
    const path = firstModel();
    const queue = new ChangeQueue(`${path}.queue`);
    queue.add({ kind: "unlearn", digest: Buffer.alloc(16), label: "", counted: new Uint8Array(0) });
    queue.close();
    writeFileSync(`${path}.queue`, readFileSync(`${path}.queue`).subarray(0, -1));
    const said: string[] = [];
    await started(path, new MemoryStream(), said);
    expect(said).toEqual([`${path}.queue: its last change was not written whole, or is damaged, and is left out`]);
  });

  it("knows what any host learned, and answers as the others do", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const [a, b] = [await started(path, stream), await started(copyOf(path), stream)];
    expect(a.id).toBe(b.id);
    expect(await taught(a, { kind: "learn", label: "spam" }, letter(3))).toEqual({ learned: 1 });
    expect(await taught(b, { kind: "learn", label: "spam" }, letter(3))).toEqual({ known: 1 });
    expect(await taught(b, { kind: "relabel", label: "ham" }, letter(1))).toEqual({ known: 1 });
    expect(await taught(b, { kind: "relabel", label: "spam" }, letter(1))).toEqual({ relabelled: 1 });
    expect(await taught(a, { kind: "learn", label: "work" }, letter(4))).toEqual({ learned: 1 });
    expect(await taught(a, { kind: "unlearn" }, letter(9))).toEqual({ unknown: 1 });
    expect(await taught(a, { kind: "forget", before: Date.UTC(2024, 0, 4) })).toEqual({ unlearned: 2 });
    await expect.poll(() => a.id === b.id).toBe(true);
    expect(a.answer(Buffer.from(letter(3)))).toEqual(b.answer(Buffer.from(letter(3))));
    expect(a.classes).toEqual([
      { label: "spam", documents: 1 },
      { label: "work", documents: 1 },
    ]);
    const learner = new Learner({ preset: "mail" });
    learner.learn("spam", letter(3));
    learner.learn("work", letter(4));
    for (const host of [a, b]) expect(modelToBytes(host.model())).toEqual(modelToBytes(learner.model()));
  });

  it("keeps what it learns while Redis is away, and sends it once", async () => {
    const stream = new MemoryStream();
    const said: string[] = [];
    const path = firstModel();
    const host = await started(path, stream, said);
    stream.isAway = true;
    await expect.poll(() => said.length).toBe(1);
    expect(said[0]).toMatch(/^Redis cannot be reached; the model stays as it is, and changes wait in .*\.queue$/);
    expect(await taught(host, { kind: "learn", label: "spam" }, letter(3))).toEqual({ queued: 1 });
    await stopped(host);
    const again = await started(path, stream, said);
    expect(stream.entries).toHaveLength(0);
    stream.isAway = false;
    stream.losesAnswers = true;
    await expect.poll(() => stream.entries.length).toBe(1);
    stream.losesAnswers = false;
    await expect.poll(() => again.isReached).toBe(true);
    expect(await taught(again, { kind: "learn", label: "ham" }, letter(4))).toEqual({ learned: 1 });
    expect(stream.entries.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["learn spam", "learn ham"]);
  });

  it("goes on from its file, whether killed between its two files or long ago", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const old = copyOf(path);
    const host = await started(path, stream);
    for (let n = 3; n < 9; n++) await taught(host, { kind: "learn", label: "spam" }, letter(n));
    await stopped(host);
    // The position is written first.
    copyFileSync(`${path}.previous`, join(old, "../between"));
    copyFileSync(`${path}.position`, join(old, "../between.position"));
    for (const from of [old, join(old, "../between")]) {
      const late = await started(from, stream);
      await expect.poll(() => late.id).toBe(host.id);
      expect(modelToBytes(late.model())).toEqual(Uint8Array.from(readFileSync(path)));
      await stopped(late);
    }
  });

  it("refuses a model that the stream did not begin with, and a file that is not that of its position", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const host = await started(path, stream);
    await taught(host, { kind: "learn", label: "spam" }, letter(3));
    await stopped(host);
    const learner = new Learner({ preset: "mail" });
    const other = join(temporaryFolder(), "m");
    save(learner.model(), other);
    await expect(started(other, stream)).rejects.toThrow("began with another model");
    copyFileSync(`${path}.position`, `${other}.position`);
    await expect(started(other, stream)).rejects.toThrow("is not about the model that");
    writeFileSync(`${other}.position`, "Dear Anna");
    await expect(started(other, stream)).rejects.toThrow("not a position that thresher serve --share wrote");
  });

  it("does not send with an old copy of its queue: its changes would be taken for others", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const host = await started(path, stream);
    const copy = copyOf(path);
    copyFileSync(`${path}.queue`, `${copy}.queue`);
    await taught(host, { kind: "learn", label: "spam" }, letter(3));
    await expect(started(copy, stream)).rejects.toThrow("another server sends changes with a copy of this queue");
  });

  it("refuses bytes that are not a lesson, such as mail", async () => {
    const host = await started(firstModel(), new MemoryStream());
    for (const text of [letter(3), "{}\n", '{"kind":"learn","label":""}\nx', '{"kind":"forget"}\n', ""]) {
      await expect(teachHost(host, Buffer.from(text), 100)).rejects.toThrow("these bytes are not a lesson");
    }
    expect(await taught(host, { kind: "learn", label: "spam" }, "\0")).toEqual({ binary: 1 });
    expect(await taught(host, { kind: "learn", label: "spam" }, "x")).toEqual({ learned: 1 });
  });
});
