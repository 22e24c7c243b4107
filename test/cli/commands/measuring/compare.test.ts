import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute } from "../../../helpers/command.js";
import { expectRefused, outputOf } from "../../../helpers/expectations.js";
import { folderWith } from "../../../helpers/folder.js";

const texts = (n: number, text: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, text(i)]));
/** A corpus in which the words tell the class, but for those that few documents have. */
const corpus = folderWith({
  ham: texts(20, (i) => `letter home meeting${i % 4} ${i % 5 === 0 ? "prize prize" : ""}`),
  spam: texts(20, (i) => `prize cash winner${i % 3} ${i % 4 === 0 ? "letter meeting0" : ""}`),
});
/** By the name of the file, what evaluate printed with these options. */
const EVALUATIONS = {
  "a.json": `--test ${corpus}`,
  "b.json": `--test ${corpus} --max-terms 1`,
  runs: "--repeats 3 --holdout 1/2",
  seed: "--repeats 3 --holdout 1/2 --seed 2",
  folds: "--folds 4",
};
/** Commands run in the folder of these files, in which others are no evaluations. */
const cwd = folderWith({ text: "accuracy 90 %\n", "list.json": "[1]", empty: "", folder: {} });

beforeAll(async () => {
  await each(Object.entries(EVALUATIONS), async ([name, options]) => {
    writeFileSync(join(cwd, name), await outputOf(`evaluate ${corpus} --json --quiet ${options}`));
  });
});

describe.concurrent("thresher compare", () => {
  it("answers in its first line and then shows why", async () => {
    const stdout = await outputOf("compare a.json b.json --top 2", { cwd });
    expect(stdout).toMatch(
      /^A is better by 50\.0 points, 95 % interval 35\.0 to 65\.0 \(paired bootstrap, 40 documents\)\n\n +A +B\nfile +a\.json +b\.json\n/,
    );
    expect(stdout).toMatch(/\nspam\/1 +spam +spam +ham\nand 18 more: --top 20 shows all\n$/);
  });

  it.skipIf(process.platform !== "linux")(
    "reads pipes, as a shell gives them for the output of a command",
    async () => {
      const script = `${process.execPath} ${COMMAND} compare <(cat a.json) <(cat b.json)`;
      const { code, stdout } = await execute("bash", ["-c", script], { cwd });
      const [first] = (await outputOf("compare a.json b.json", { cwd })).split("\n");
      expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first });
    },
  );

  it("refuses with one line and exit code 1 what are no evaluations, not two, or of other splits", async () => {
    symlinkSync("a.json", join(cwd, "link"));
    const again = "evaluate both with the same protocol and --seed";
    const cases = [
      ["a.json missing", "cannot be read as an evaluation: no such file or folder"],
      ["a.json folder", "cannot be read as an evaluation: a folder"],
      ["a.json text", "this is not JSON: write it again with thresher evaluate --json"],
      ["a.json list.json", "this is not an evaluation: write it again"],
      ["empty a.json", "empty: the file is empty: write it again with thresher evaluate --json"],
      ["a.json a.json", "are the same file: give two evaluations"],
      ["a.json link", "are the same file: give two evaluations"],
      ["runs seed", `runs has --seed 1, seed has --seed 2; ${again}`],
      ["folds runs", `folds has protocol folds, runs has protocol holdout; ${again}`],
    ] as const;
    await expectRefused(
      cases.map(([words, message]) => [words, message, 1]),
      "compare",
      { cwd },
    );
  });
});
