import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { updateModel } from "../../../../src/model/file/model-update.js";
import { serialize } from "../../../../src/model/file/save-model.js";
import { learn } from "../../../../src/model/learning/learn.js";
import { newModel } from "../../../../src/model/learning/remembering-model.js";
import { each, thresher, thresherProcess } from "../../../helpers/command.js";
import { bytesOf, folderWith, namesIn, temporaryFolder } from "../../../helpers/folder.js";

const FAULT = fileURLToPath(new URL("../../../helpers/fault.mjs", import.meta.url));

/** Messages, in turn ham and spam, each with a word of its own, and the models of the first one, two … of them. */
function messages(n: number) {
  const texts = Array.from({ length: n }, (_, i) => {
    return `From: a@b.example\nDate: Tue, 03 Feb 2004 10:00:${i}\nMessage-ID: <${i}@b>\n\nbody word${i % 5} own${i}\n`;
  });
  const folder = folderWith(Object.fromEntries(texts.map((text, i) => [`${i}.eml`, text])));
  const documents = texts.map((_, i) => {
    const path = join(folder, `${i}.eml`);
    return { id: path, label: i % 2 === 0 ? "ham" : "spam", bytes: readFileSync(path) };
  });
  const models = texts.map((_, i) => Buffer.from(serialize(learn(newModel(), documents.slice(0, i + 1)).model)));
  return { documents, models, model: join(temporaryFolder(), "mail.model") };
}

describe.concurrent("thresher learn, as several processes or a killed one", () => {
  it("learn all, where several do at once", async () => {
    const { documents, models, model } = messages(5);
    await Promise.all(
      documents.map(async ({ id, label }) => {
        expect(await thresherProcess(["learn", label, id, "-m", model])).toMatchObject({ code: 0, stderr: "" });
      }),
    );
    expect(bytesOf(model).equals(models[4])).toBe(true);
    expect(namesIn(dirname(model))).toEqual(["mail.model", "mail.model.previous"]);
  });

  const STEPS = [
    ...["writeFileSync 1", "linkSync 1", "rmSync 1", "openSync 1", "writeSync 2", "fsyncSync 1"],
    ...["linkSync 2", "renameSync 1", "rmSync 2", "renameSync 2", "rmSync 3"],
  ];
  it("leave the old model or the new one at whatever step they are killed, and the next clears up after them", async () => {
    await each(STEPS, async (step) => {
      const { documents, models, model } = messages(2);
      writeFileSync(model, models[0]);
      const [, { id, label }] = documents;
      const options = { node: ["--import", FAULT], env: { FAULT: `${step} SIGKILL` } };
      const killed = await thresher(["learn", label, id, "-m", model], options);
      expect([step, killed.signal]).toEqual([step, "SIGKILL"]);
      expect(models.some((one) => one.equals(bytesOf(model)))).toBe(true);
      updateModel(model, (before = newModel()) => learn(before, [documents[1]]));
      expect(models[1].equals(bytesOf(model)), step).toBe(true);
      const left = namesIn(dirname(model)).filter((name) => !/^mail\.model(?:\.previous)?$/.test(name));
      expect(left, step).toEqual([]);
    });
  });
});
