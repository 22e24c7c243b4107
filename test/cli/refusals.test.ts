import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { decodeSafetensors, encodeSafetensors } from "../../src/model/file/safetensors.js";
import { COMMAND, each, execute, thresher } from "../helpers/command.js";
import { expectFault, expectOneLine } from "../helpers/expectations.js";
import { bytesOf, folderWith, temporaryFolder, twoClasses, write } from "../helpers/folder.js";
import { trainedModel } from "../helpers/trained-model.js";

const model = trainedModel({ remember: true });
/** No file system takes a name of more than 255 bytes. */
const LONG = "x".repeat(300);

describe("an operation that the system refuses", () => {
  it("is said in words, wherever a name is too long, and taken for no fault of the program", async () => {
    const corpus = folderWith({ ...twoClasses(), letter: "lunch" });
    const commands = [
      ["train", LONG, "-m", join(corpus, "m")],
      ["classify", LONG, "-m", model],
      ["sort", "letter", "-m", model, "--into", LONG],
      ["sort", "--undo", LONG],
      ["evaluate", LONG, "--folds", "2"],
      ["evaluate", corpus, "--folds", "2", "--report", `${LONG}.html`],
      ["learn", "ham", LONG, "-m", model],
      ["explain", LONG, "-m", model],
      ["inspect", "-m", LONG],
    ];
    await each(commands, async (args) => {
      const { code, stderr } = await thresher(args, { cwd: corpus });
      const what = args.join(" ").replaceAll(LONG, "LONG");
      expect(code, what).toBe(1);
      // Its last line: a notice may come first.
      const fault = stderr.split("\n").slice(-2).join("\n");
      expectOneLine(fault, /too long/, what);
      expect(fault, what).not.toContain("ENAMETOOLONG");
    });
  });

  it("is the folder itself, if that is gone", async () => {
    const folder = temporaryFolder();
    const script = 'cd "$1" && rmdir "$1" && shift && exec "$@"';
    const sort = ["sort", model, "-m", model, "--into", "here"];
    const args = ["-c", script, "sh", folder, process.execPath, COMMAND, ...sort];
    const { code, stderr } = await execute("sh", args);
    expect(code).toBe(1);
    expectOneLine(stderr, "the current folder is gone: change to another");
  });
});

describe("a model that is at fault", () => {
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
});
