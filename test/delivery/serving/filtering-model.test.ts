import type { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { FilteringModel } from "../../../src/delivery/serving/filtering-model.js";
import { load } from "../../../src/model/file/model-file.js";
import { save } from "../../../src/model/file/save-model.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { firstModel, letter } from "../learning/lessons.js";

// Worker threads run compiled code, so it is the compiled class that is tested.
const BUILT = new URL("../../../dist/src/delivery/serving/filtering-model.js", import.meta.url).href;
const { FilteringModel: Built } = (await import(
  BUILT
)) as typeof import("../../../src/delivery/serving/filtering-model.js");

const LETTERS = Array.from({ length: 12 }, (_, n) => Buffer.from(letter(n)));
const said: string[] = [];
const threads: Worker[] = [];
const tell = (line: string) => void said.push(line);
const noticed = (thread: Worker) => void threads.push(thread);
let path = "";
let model: FilteringModel;

beforeEach(async () => {
  path = firstModel();
  said.length = threads.length = 0;
  process.on("worker", noticed);
  model = new Built(path, { tell, jobs: 3 });
  // Node tells of new threads in the next turn.
  await new Promise((resolve) => setImmediate(resolve));
});
afterEach(async () => {
  process.off("worker", noticed);
  await model.stop();
});

const answers = () => Promise.all(LETTERS.map((message) => model.answer(message)));

describe("a model that answers in several threads", () => {
  it("answers what one would answer", async () => {
    const one = new FilteringModel(path, { tell });
    expect(threads.length).toBe(2);
    expect(await answers()).toEqual(LETTERS.map((message) => one.answer(message)));
  });

  it("does not use a model whose classes are refused", async () => {
    const following = new Built(path, { tell, forMail: {}, jobs: 2 });
    onTestFinished(() => following.stop());
    const { id } = following;
    const answers = () => Promise.all(LETTERS.slice(0, 3).map((message) => following.answer(message)));
    await answers();
    const learner = new Learner({ preset: "mail" });
    for (const label of ["news", "work"]) learner.learn(label, letter(label === "news" ? 1 : 2));
    save(learner.model(), path);
    expect((await answers()).map(({ model }) => model)).toEqual([id, id, id]);
    const fault = `spam: this model has no class "spam"; it has "news", "work"`;
    expect(said).toEqual([`${fault}; model ${id} stays in use`]);
  });

  it("gives a message to the thread that has the fewest", async () => {
    const posted = threads.map((thread) => vi.spyOn(thread, "postMessage"));
    await Promise.all([model.answer(LETTERS[0]), model.answer(LETTERS[1])]);
    expect(posted.map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it("follows its file in all threads", async () => {
    await answers();
    const learner = new Learner(load(path));
    learner.learn("spam", LETTERS[5]);
    save(learner.model(), path);
    const { id } = new FilteringModel(path, { tell });
    expect(new Set((await answers()).map(({ model }) => model))).toEqual(new Set([id]));
    expect(model.id).toBe(id);
    model.reload();
    expect((await answers()).every((answer) => answer.model === id)).toBe(true);
  });

  it("fails the messages of a thread that dies, and goes on in the others", async () => {
    const lost = model.answer(LETTERS[0]);
    threads[0].emit("error", new Error("no memory"));
    await expect(lost).rejects.toThrow("a thread died (no memory), perhaps out of memory");
    expect(said).toEqual(["a thread died (no memory), perhaps out of memory; the others go on"]);
    threads[1].emit("error", new Error("no memory"));
    expect((await answers()).length).toBe(LETTERS.length);
  });
});
