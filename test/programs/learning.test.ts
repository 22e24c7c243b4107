import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { loadToFilter } from "../../src/model/file/model-file.js";
import { updateModel } from "../../src/model/file/model-update.js";
import { learn } from "../../src/model/learning/learn.js";
import { newModel } from "../../src/model/learning/remembering-model.js";
import { each, execute } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { startServer } from "../helpers/server.js";
import { installed, PATIENCE, SPAM } from "./programs.js";

const FILTERS = 50;

it("marks every message with one of the models that there were, while a model is learned to", async () => {
  const folder = temporaryFolder();
  const [path, socket] = [join(folder, "mail.model"), join(folder, "socket")];
  const ids = new Set<string>();
  const learnOne = (label: string, text: string) => {
    const document = { id: text, label, bytes: Buffer.from(text), time: 1e12 };
    updateModel(path, (model = newModel()) => learn(model, [document]));
    ids.add(loadToFilter(path).id);
  };
  learnOne("ham", "meeting lunch tomorrow");
  learnOne("spam", "winner cash prize");
  const server = await startServer(["-m", path, "--socket", socket, "--quiet"]);
  const bin = installed();
  const asking = ["--server", socket, "--timeout", `${PATIENCE}`, "-m", path];
  const filter = (args: readonly string[]) => execute(join(bin, "thresher"), ["filter", ...args], { input: SPAM });
  let isOver = false;
  const filtering = each(
    Array.from({ length: FILTERS }, (_, i) => (i % 2 === 0 ? ["-m", path] : asking)),
    filter,
  ).finally(() => {
    isOver = true;
  });
  for (let n = 0; !isOver; n++) {
    learnOne(n % 2 === 0 ? "ham" : "spam", `letter of number${n}`);
    await wait(5);
  }
  for (const { code, stdout, stderr } of await filtering) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const [, id, rest] = /^X-Thresher: label=spam; probability=[\d.]+; model=([0-9a-f]{8})\n(.*)$/s.exec(stdout) ?? [];
    expect(rest).toBe(SPAM);
    expect(ids).toContain(id);
  }
  expect(ids.size).toBeGreaterThan(4);
  rmSync(path);
  expect(await filter(asking)).toMatchObject({ code: 0, stdout: expect.stringMatching(/^X-Thresher: label=spam; /) });
  expect(await server.end()).toEqual({ code: 0, signal: null });
  expect(server.said()).toMatch(/stays in use\n$/);
  expect(readFileSync(join(folder, "mail.model.previous")).length).toBeGreaterThan(0);
});
