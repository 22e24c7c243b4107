import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";

/** More than a call can take as arguments on a stack of 100 kB, as some 120,000 are on one of the usual size. */
const MANY = 15_000;

describe("a corpus with very many files or classes", () => {
  it("leaves out any number of files directly under it", async () => {
    const files = Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`f${i}`, ""]));
    const corpus = folderWith({ ...twoClasses(), ...files });
    const { code, stdout, stderr } = await withSmallStack("train", corpus, "-m", join(temporaryFolder(), "m"));
    expect(stderr).toContain("left out 15,000 files directly under the corpus");
    expect(stdout).toContain("Learned 2 classes from 8 documents");
    expect(code).toBe(0);
  });

  it("learns any number of classes, lists them and sorts into them", async () => {
    const lines = Array.from({ length: MANY }, (_, i) => `{"label":"c${i}","text":"word${i % 100} alpha"}\n`);
    const folder = folderWith({ "corpus.jsonl": lines.join(""), "one.txt": "word7 alpha" });
    const [model, one] = [join(folder, "m"), join(folder, "one.txt")];
    const results = [
      await withSmallStack("train", join(folder, "corpus.jsonl"), "-m", model, "--quiet"),
      await withSmallStack("inspect", "-m", model),
      await withSmallStack("sort", one, "-m", model, "--into", join(folder, "sorted"), "--dry-run"),
    ];
    expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(results.map(() => ({ code: 0, stderr: "" })));
    expect(results[1].stdout.split("\n").length).toBeGreaterThan(MANY);
    expect(results[2].stdout).toContain("one.txt");
  });

  it("says so at once in the command", async () => {
    const lines = Array.from({ length: 2 }, () =>
      Array.from({ length: 10_001 }, (_, i) => `{"label":"c${i}","text":"word${i % 100} alpha"}\n`),
    );
    const corpus = join(folderWith({ "corpus.jsonl": lines.flat().join("") }), "corpus.jsonl");
    for (const command of ["evaluate", "tune", "doubts", "curve"]) {
      const { code, stderr } = await thresher([command, corpus, "--quiet"]);
      expect(stderr).toMatch(/^thresher: 10,001 classes are too many to test/);
      expect(code).toBe(1);
    }
  });
});

function withSmallStack(...args: string[]) {
  return thresher(args, { node: ["--stack-size=100"] });
}
