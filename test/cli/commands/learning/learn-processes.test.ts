import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { updateModel } from "../../../../src/model/file/model-update.js";
import { serialize } from "../../../../src/model/file/save-model.js";
import { learn } from "../../../../src/model/learning/learn.js";
import { newModel } from "../../../../src/model/learning/remembering-model.js";
import { each, type Outcome, thresher, thresherProcess } from "../../../helpers/command.js";
import { bytesOf, folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";

const FAULT = fileURLToPath(new URL("../../../helpers/fault.mjs", import.meta.url));

function place(): string {
  return join(temporaryFolder(), "mail.model");
}

/** Numbered messages, in turn ham and spam, each with a word of its own. */
function messages(n: number): { folder: string; paths: string[]; labels: string[] } {
  const files = Array.from({ length: n }, (_, i) => [
    `${i}.eml`,
    `From: a@b.example\nDate: Tue, 03 Feb 2004 10:00:${i}\nMessage-ID: <${i}@b>\n\nbody word${i % 5} own${i}\n`,
  ]);
  const folder = folderWith(Object.fromEntries(files));
  return {
    folder,
    paths: files.map(([name]) => join(folder, name)),
    labels: files.map((_, i) => (i % 2 === 0 ? "ham" : "spam")),
  };
}

/** The model of some messages, learned at once in this process. */
function modelOf(paths: readonly string[], labels: readonly string[]): Buffer {
  const documents = paths.map((path, i) => ({ id: path, label: labels[i], bytes: readFileSync(path) }));
  return Buffer.from(serialize(learn(newModel(), documents).model));
}

/** Learns as the command does, in this process. */
function learnHere(model: string, path: string, label: string): void {
  updateModel(model, (before = newModel()) => learn(before, [{ id: path, label, bytes: readFileSync(path) }]));
}

describe.concurrent("thresher learn, as several processes or a killed one", () => {
  it("learn all, where several do at once", async () => {
    const { paths, labels } = messages(5);
    const model = place();
    const outcomes: Outcome[] = await Promise.all(
      paths.map((path, i) => thresherProcess(["learn", labels[i], path, "-m", model])),
    );
    for (const outcome of outcomes) expect(outcome).toMatchObject({ code: 0, stderr: "" });
    expect(bytesOf(model).equals(modelOf(paths, labels))).toBe(true);
    expect(namesIn(join(model, ".."))).toEqual(["mail.model", "mail.model.previous"]);
  });

  const STEPS = [
    ...["writeFileSync 1", "linkSync 1", "rmSync 1", "openSync 1", "writeSync 2", "fsyncSync 1"],
    ...["linkSync 2", "renameSync 1", "rmSync 2", "renameSync 2", "rmSync 3"],
  ];
  it("leave the old model or the new one at whatever step they are killed, and the next clears up after them", async () => {
    const { paths, labels } = messages(3);
    const states = [1, 2, 3].map((n) => modelOf(paths.slice(0, n), labels));
    await each(STEPS, async (step) => {
      const model = place();
      writeFileSync(model, states[0]);
      const node = ["--import", FAULT];
      const killed = await thresher(["learn", labels[1], paths[1], "-m", model], {
        node,
        env: { FAULT: `${step} SIGKILL` },
      });
      expect([step, killed.signal]).toEqual([step, "SIGKILL"]);
      expect(states.slice(0, 2).some((state) => state.equals(bytesOf(model)))).toBe(true);
      learnHere(model, paths[1], labels[1]);
      expect(states[1].equals(bytesOf(model)), step).toBe(true);
      const left = namesIn(join(model, ".."));
      expect(
        left.filter((name) => !/^mail\.model(?:\.previous)?$/.test(name)),
        step,
      ).toEqual([]);
    });
  });
});
