import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { messageClassifier } from "../../../src/delivery/filter/mail-filter.js";
import type { Lesson, Models, Teacher } from "../../../src/delivery/filter/teacher.js";
import { FileTeacher } from "../../../src/delivery/learning/file-teacher.js";
import type { ServerAddress } from "../../../src/delivery/serving/address.js";
import { askServer, serverTeacher } from "../../../src/delivery/serving/ask-server.js";
import { MessageServer } from "../../../src/delivery/serving/message-server.js";
import { framed } from "../../../src/delivery/serving/protocols/framed.js";
import { load, loadToFilter } from "../../../src/model/file/model-file.js";
import { updateModel } from "../../../src/model/file/model-update.js";
import { serialize } from "../../../src/model/file/save-model.js";
import { learn, relabel } from "../../../src/model/learning/learn.js";
import { Learner } from "../../../src/model/learning/learner.js";
import { temporaryFolder } from "../../helpers/folder.js";
import { classesOf, fateOf, firstModel, letter } from "./lessons.js";

const documentOf = (n: number, label: string) => ({ id: `${n}`, label, bytes: letter(n) });

let path = "";
const said: string[] = [];
const stops: (() => Promise<unknown>)[] = [];
beforeEach(() => {
  path = firstModel();
  said.length = 0;
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const tell = (line: string) => void said.push(line);
function ofFile(saveEvery = 60_000): FileTeacher {
  const teacher = new FileTeacher(path, { tell, saveEvery });
  stops.push(() => teacher.stop());
  return teacher;
}
async function listening(models: Models) {
  const server = new MessageServer(framed(models), { connections: 10, patience: 60_000 });
  const address = await server.listen({ path: `${path}.s` });
  stops.push(() => server.stop());
  return address;
}
/** Where a server teaches that model. */
const served = () => listening(ofFile());
/** Ends the process of a teacher: nothing more is written. The files are those of a copy. */
function killed(): void {
  const copy = join(temporaryFolder(), "m");
  for (const end of ["", ".queue"]) if (existsSync(path + end)) copyFileSync(path + end, copy + end);
  path = copy;
}

describe("a teacher", () => {
  it.each<readonly [string, () => Promise<Teacher>]>([
    ["of a file", async () => ofFile()],
    ["at a server", async () => serverTeacher(await served(), 60_000)],
  ])("learns, relabels, unlearns and forgets as a process with the model alone does: %s", async (_, start) => {
    const teacher = await start();
    const learn = (label: string, time?: number) => ({ kind: "learn", label, time }) as const;
    const relabel = (label: string) => ({ kind: "relabel", label }) as const;
    for (const [lesson, document, fate] of [
      [learn("spam"), letter(3), "learned"],
      [learn("spam"), letter(3), "known"],
      [learn("work"), letter(4), "learned"],
      [learn("work"), Buffer.from("a\0b"), "binary"],
      [relabel("ham"), letter(1), "known"],
      [relabel("spam"), letter(1), "relabelled"],
      [relabel("spam"), letter(9), "unknown"],
      [{ kind: "unlearn" }, letter(2), "unlearned"],
      [{ kind: "unlearn" }, letter(2), "unknown"],
      [learn("late", Date.UTC(2009, 1)), Buffer.from("undated"), "learned"],
    ] as const)
      expect(await fateOf(teacher, document, lesson)).toBe(fate);
    const { fates } = await teacher.teach({ kind: "forget", before: Date.UTC(2024, 0, 4) });
    expect(fates).toEqual(Array(3).fill("unlearned"));
    expect(await classesOf(teacher)).toEqual([{ label: "work", documents: 1 }]);
    expect(await teacher.answer(letter(4))).toMatchObject({ ranking: [{ label: "work" }], knowsWords: true });
    expect(await teacher.answer(Buffer.from("Subject: other\n\nthings\n"))).toMatchObject({ knowsWords: false });
    for (const stop of stops.splice(0).reverse()) await stop();
    const alone = new Learner({ preset: "mail" });
    alone.learn("work", letter(4));
    expect(serialize(load(path))).toEqual(serialize(alone.model()));
  });
});

describe("the teacher of a file", () => {
  it("loses nothing that it has confirmed if its process is killed at any moment", async () => {
    const teacher = ofFile();
    for (const n of [3, 4]) await fateOf(teacher, letter(n));
    const before = readFileSync(path);
    killed();
    expect(readFileSync(path).equals(before)).toBe(true);
    // It is killed again when the model is written and the queue still has the changes.
    const queue = readFileSync(`${path}.queue`);
    await ofFile().stop();
    stops.pop();
    expect(load(path).counts.documents).toEqual(Float64Array.of(1, 3));
    writeFileSync(`${path}.queue`, queue, { mode: 0o600 });
    expect(await classesOf(ofFile())).toMatchObject([{ documents: 1 }, { documents: 3 }]);
  });

  it("writes its changes in batches, and then answers with the id of the file", async () => {
    const teacher = ofFile(20);
    const first = teacher.id;
    await fateOf(teacher, letter(3));
    expect(teacher.id).not.toBe(first);
    expect(teacher.answer(letter(3))).toMatchObject({ model: teacher.id, file: path, saved: first });
    await expect.poll(() => load(path).counts.documents[1]).toBe(2);
    await expect.poll(() => teacher.id).toBe(loadToFilter(path).id);
    const answer = messageClassifier(loadToFilter(path))(letter(3));
    expect(teacher.answer(letter(3))).toEqual({ ...answer, file: path, saved: teacher.id });
  });

  it("goes on from a file that another program has changed, and keeps what it has learned", async () => {
    const teacher = ofFile();
    await fateOf(teacher, letter(3));
    updateModel(path, (model = load(path)) => learn(model, [documentOf(4, "spam")]));
    teacher.answer(letter(1));
    expect(await classesOf(teacher)).toMatchObject([{ documents: 1 }, { documents: 3 }]);
    await teacher.stop();
    stops.pop();
    expect(load(path).counts.documents).toEqual(Float64Array.of(1, 3));
    // A change that is in the file is not made again.
    updateModel(path, (model = load(path)) => relabel(model, [documentOf(3, "ham")]));
    killed();
    expect(await classesOf(ofFile())).toMatchObject([{ documents: 2 }, { documents: 2 }]);
  });

  it("keeps its model, and its changes in the queue, if the file is replaced by something else, and says so once", async () => {
    const teacher = ofFile(5);
    const sound = readFileSync(path);
    writeFileSync(path, "Dear Anna");
    expect(await fateOf(teacher, letter(3))).toBe("learned");
    expect(teacher.answer(letter(3)).ranking[0].label).toBe("spam");
    await expect.poll(() => said.length).toBe(2);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(said).toEqual([
      expect.stringMatching(/^.*\/m: .*; model [0-9a-f]{8} stays in use$/),
      expect.stringMatching(/^.*\/m: .*; changes wait in .*\/m\.queue$/),
    ]);
    writeFileSync(path, sound);
    await expect.poll(() => said.at(-1)).toBe(`${path}: written again`);
    expect(load(path).counts.documents).toEqual(Float64Array.of(1, 2));
  });
});

describe("a server that learns", () => {
  it("is not mistaken for one that only filters, answers a filter, and refuses what is not a lesson", async () => {
    const teaching = (address: ServerAddress, lesson: unknown) =>
      expect(serverTeacher(address, 60_000).teach(lesson as Lesson, letter(3))).rejects;
    const other = await listening({ answer: (message) => ofFile().answer(message) });
    const fault = "this is not a socket for learning: name that of serve --learn-socket";
    await teaching(other, { kind: "ask" }).toThrow(fault);
    await stops.pop()?.();
    const address = await served();
    expect(await askServer(address, letter(3), 60_000)).toMatchObject({ knowsWords: true });
    for (const lesson of [{}, { kind: "learn", label: "" }, { kind: "forget" }]) {
      await teaching(address, lesson).toThrow("these bytes are not a request of thresher");
    }
  });
});
