import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { COMMAND, each, execute, thresher } from "../../../helpers/command.js";
import { expectFault, expectRefused, type Refused } from "../../../helpers/expectations.js";
import { folderWith, temporaryFolder } from "../../../helpers/folder.js";

/** A corpus in which the words tell the class, but for those that few documents have. */
const corpus = folderWith({
  ham: { ...texts(20, (i) => `letter home meeting${i % 4} ${i % 5 === 0 ? "prize prize" : ""}`) },
  spam: { ...texts(20, (i) => `prize cash winner${i % 3} ${i % 4 === 0 ? "letter meeting0" : ""}`) },
});
const folder = temporaryFolder();
/** By name, what evaluate printed. */
const EVALUATIONS: Readonly<Record<string, readonly string[]>> = {
  a: ["--test", corpus],
  b: ["--test", corpus, "--max-terms", "1"],
  runs: ["--repeats", "3", "--holdout", "1/2"],
  otherRuns: ["--repeats", "3", "--holdout", "1/2", "--max-terms", "1", "--classifier", "bernoulli"],
  seed: ["--repeats", "3", "--holdout", "1/2", "--seed", "2"],
  folds: ["--folds", "4"],
};

beforeAll(async () => {
  await each(Object.entries(EVALUATIONS), async ([name, options]) => {
    const { code, stdout } = await thresher(["evaluate", corpus, "--json", ...options]);
    expect(code).toBe(0);
    writeFileSync(at(name), stdout);
  });
});

function texts(n: number, text: (i: number) => string): Record<string, string> {
  return Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, text(i)]));
}

function at(name: string): string {
  return join(folder, `${name}.json`);
}

/** Runs compare on evaluations by name. */
function compare(a: string, b: string, ...options: readonly string[]) {
  return thresher(["compare", at(a), at(b), ...options]);
}

describe.concurrent("thresher compare", () => {
  it("answers in its first line and then shows why", async () => {
    const { code, stdout, stderr } = await thresher(["compare", "a.json", "b.json", "--top", "2"], {
      cwd: folder,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      /^A is better by 50\.0 points, 95 % interval 35\.0 to 65\.0 \(paired bootstrap, 40 documents\)\n\n +A +B\nfile +a\.json +b\.json\n/,
    );
    expect(stdout).toMatch(/\nspam\/1 +spam +spam +ham\nand 18 more: --top 20 shows all\n$/);
  });

  it.skipIf(process.platform !== "linux")(
    "reads pipes, as a shell gives them for the output of a command",
    async () => {
      const script = '"$0" "$1" compare <(cat "$2") <(cat "$3")';
      const { code, stdout } = await execute("bash", ["-c", script, process.execPath, COMMAND, at("a"), at("b")]);
      const direct = await compare("a", "b");
      expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: direct.stdout.split("\n")[0] });
    },
  );
});

describe.concurrent("thresher compare refuses with one line and exit code 1", () => {
  it("files that are no evaluations", async () => {
    const odd = folderWith({ text: "accuracy 90 %\n", "list.json": "[1]", empty: "" });
    const cases: Refused[] = [
      [[at("a"), join(odd, "missing")], "cannot be read as an evaluation: no such file or folder", 1],
      [[at("a"), odd], "cannot be read as an evaluation: a folder", 1],
      [[at("a"), join(odd, "text")], "this is not JSON: write it again with thresher evaluate --json", 1],
      [[at("a"), join(odd, "list.json")], "this is not an evaluation: write it again", 1],
      [[join(odd, "empty"), at("a")], "empty: the file is empty: write it again with thresher evaluate --json", 1],
    ];
    await expectRefused(cases, ["compare"]);
  });

  it("one file given twice, also under another name", async () => {
    symlinkSync(at("a"), at("link"));
    for (const other of ["a", "link"]) {
      expectFault(await compare("a", other), 1, "are the same file: give two evaluations");
    }
  });

  it("other splits, and says which options to give again", async () => {
    const again = "evaluate both with the same protocol and --seed";
    expectFault(await compare("runs", "seed"), 1, `${at("runs")} has --seed 1, ${at("seed")} has --seed 2; ${again}`);
    const kinds = `${at("folds")} has protocol folds, ${at("runs")} has protocol holdout; ${again}`;
    expectFault(await compare("folds", "runs"), 1, kinds);
  });
});
