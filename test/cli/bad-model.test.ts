import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors, encodeSafetensors } from "../../src/model/file/safetensors.js";
import { thresher } from "../helpers/command.js";
import { expectFault } from "../helpers/expectations.js";
import { bytesOf, temporaryFolder, twoClasses, write } from "../helpers/folder.js";

const folder = temporaryFolder();
const good = join(folder, "good.model");
let model: Buffer;

beforeAll(async () => {
  mkdirSync(join(folder, "corpus"));
  write(join(folder, "corpus"), twoClasses());
  await thresher(["train", join(folder, "corpus"), "-m", good]);
  model = bytesOf(good);
  write(folder, { "letter.txt": "Dear Sir or Madam,\n", cut: model.subarray(0, -1) });
});

describe.concurrent("a model file", () => {
  // The tests of `load` show which bytes are no model.
  it.each<[string, string, RegExp]>([
    ["is missing", "none", /none: cannot read the model: no such file or folder$/m],
    ["is in a missing folder", "none/none", /none\/none: cannot read the model: no such file or folder$/m],
    ["is a folder", "corpus", /corpus: cannot read the model: it is a folder$/m],
    ["is below a file", "good.model/x", /cannot read the model: a part of the path is not a folder$/m],
    ["is another file", "letter.txt", /letter\.txt: not a Thresher model$/m],
    ["is cut short", "cut", /cut: .*cut short: it has only \d+ of \d+ bytes$/m],
  ])("is refused by every command that reads one when it %s", async (_, name, message) => {
    for (const args of [["inspect"], ["classify", good]]) {
      expectFault(await thresher([...args, "-m", join(folder, name)]), 1, message, args[0]);
    }
  });

  it("with invalid counts under a valid checksum gives probabilities or an error of one line", async () => {
    const { arrays, metadata } = decodeSafetensors(model);
    const { "counts.values": values, "counts.classes": classes } = arrays;
    for (const [name, wrong] of [
      ["counts.values", Float64Array.from(values, () => Number.NaN)],
      ["counts.values", Float64Array.from(values, () => -1e9)],
      ["counts.classes", classes.map(() => 200)],
    ] as const) {
      const path = join(folder, "hostile.model");
      writeFileSync(path, encodeSafetensors({ arrays: { ...arrays, [name]: wrong }, metadata }));
      const outcome = await thresher(["classify", "-m", path, join(folder, "corpus", "ham")]);
      if (outcome.code === 0) expect(outcome.stdout, name).toMatch(/^(\S+ {2}(ham|spam) +[01]\.\d{3}\n)+$/);
      else expectFault(outcome, 1, /hostile\.model(?::| is damaged)/, name);
    }
  });
});
