import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { SharedHost } from "../../../src/delivery/sharing/shared-host.js";
import { save } from "../../../src/model/file/save-model.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { classesOf, fateOf, firstModel, letter } from "../learning/lessons.js";
import { MemoryStream } from "./memory-stream.js";

const running: SharedHost[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((host) => host.stop()));
});

function copyOf(path: string): string {
  const copy = join(temporaryFolder(), "m");
  for (const ending of ["", ".position"]) if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending);
  return copy;
}

async function started(path: string, stream: MemoryStream, said: string[] = []): Promise<SharedHost> {
  const options = { name: "mail", tell: (line: string) => void said.push(line), saveEvery: 20, retryAfter: 5 };
  const host = new SharedHost(path, stream.connection(), options);
  running.push(host);
  await host.start();
  return host;
}

async function stopped(host: SharedHost): Promise<void> {
  running.splice(running.indexOf(host), 1);
  await host.stop();
}

describe("a host of a shared model", () => {
  it("knows what any host learned, and answers as the others do", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const [a, b] = [await started(path, stream), await started(copyOf(path), stream)];
    expect(a.id).toBe(b.id);
    expect(await fateOf(a, letter(3))).toBe("learned");
    expect(await fateOf(b, letter(3))).toBe("known");
    expect(await fateOf(b, letter(1), { kind: "relabel", label: "spam" })).toBe("relabelled");
    expect(await fateOf(a, letter(1), { kind: "unlearn" })).toBe("unlearned");
    expect(await fateOf(b, letter(1), { kind: "unlearn" })).toBe("unknown");
    await expect.poll(() => a.id === b.id).toBe(true);
    expect(a.answer(letter(3))).toEqual(b.answer(letter(3)));
    expect(await classesOf(a)).toEqual(await classesOf(b));
  });

  it("keeps what it learns while Redis is away, and sends it once", async () => {
    const stream = new MemoryStream();
    const said: string[] = [];
    const path = firstModel();
    const host = await started(path, stream, said);
    stream.isAway = true;
    await expect.poll(() => said.length).toBe(1);
    expect(said[0]).toMatch(/^Redis cannot be reached; the model stays as it is, and changes wait in .*\.queue$/);
    expect(await fateOf(host, letter(3))).toBe("queued");
    await stopped(host);
    const again = await started(path, stream, said);
    expect(stream.entries).toHaveLength(0);
    stream.isAway = false;
    stream.losesAnswers = true;
    await expect.poll(() => stream.entries.length).toBe(1);
    stream.losesAnswers = false;
    await expect.poll(() => said.at(-1)).toBe("Redis is there again");
    expect(await fateOf(again, letter(4), { kind: "learn", label: "ham" })).toBe("learned");
    expect(stream.entries.map(({ kind, label }) => `${kind} ${label}`)).toEqual(["learn spam", "learn ham"]);
  });

  it("goes on from its file, whether killed between its two files or long ago", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const old = copyOf(path);
    const host = await started(path, stream);
    for (let n = 3; n < 9; n++) await fateOf(host, letter(n));
    await stopped(host);
    // The position is written first.
    copyFileSync(`${path}.previous`, join(old, "../between"));
    copyFileSync(`${path}.position`, join(old, "../between.position"));
    for (const from of [old, join(old, "../between")]) {
      const late = await started(from, stream);
      await expect.poll(() => late.id).toBe(host.id);
      await stopped(late);
      expect(readFileSync(from).equals(readFileSync(path))).toBe(true);
    }
  });

  it("refuses a model that the stream did not begin with, and a file that is not that of its position", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const host = await started(path, stream);
    await fateOf(host, letter(3));
    await stopped(host);
    const learner = new Learner({ preset: "mail" });
    const other = join(temporaryFolder(), "m");
    save(learner.model(), other);
    await expect(started(other, stream)).rejects.toThrow("began with another model");
    copyFileSync(`${path}.position`, `${other}.position`);
    await expect(started(other, stream)).rejects.toThrow("is not about the model that");
    writeFileSync(`${other}.position`, "Dear Anna");
    await expect(started(other, stream)).rejects.toThrow("not the position of a shared model");
  });

  it("does not send with an old copy of its queue: its changes would be taken for others", async () => {
    const stream = new MemoryStream();
    const path = firstModel();
    const host = await started(path, stream);
    const copy = copyOf(path);
    copyFileSync(`${path}.queue`, `${copy}.queue`);
    await fateOf(host, letter(3));
    await expect(started(copy, stream)).rejects.toThrow("another server sends changes with a copy of this queue");
  });
});
