import { describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, twoClasses } from "../helpers/folder.js";

/** More than a call can take as arguments on a stack of 100 kB, as some 120,000 are on one of the usual size. */
const MANY = 15_000;

const withSmallStack = (words: string, cwd: string) => thresher(words, { cwd, node: ["--stack-size=100"] });
const lines = (n: number) =>
  Array.from({ length: n }, (_, i) => `{"label":"c${i}","text":"word${i % 100} alpha"}\n`).join("");

describe("a corpus with very many files or classes", () => {
  it("leaves out any number of files directly under it", async () => {
    const files = Object.fromEntries(Array.from({ length: MANY }, (_, i) => [`f${i}`, ""]));
    const { code, stdout, stderr } = await withSmallStack("train . -m ../m", folderWith({ ...twoClasses(), ...files }));
    expect(stderr).toContain("left out 15,000 files directly under the corpus");
    expect(stdout).toContain("Learned 2 classes from 8 documents");
    expect(code).toBe(0);
  });

  it("learns any number of classes, lists them and sorts into them", async () => {
    const cwd = folderWith({ "corpus.jsonl": lines(MANY), "one.txt": "word7 alpha" });
    const outputs: string[] = [];
    for (const words of ["train corpus.jsonl --quiet", "inspect", "sort one.txt --into sorted --dry-run"]) {
      const { code, stdout, stderr } = await withSmallStack(`${words} -m m`, cwd);
      expect({ code, stderr }, words).toEqual({ code: 0, stderr: "" });
      outputs.push(stdout);
    }
    expect(outputs[1].split("\n").length).toBeGreaterThan(MANY);
    expect(outputs[2]).toContain("one.txt");
  });

  it.each(["evaluate", "tune", "doubts", "curve"])(
    "is refused at once by %s, which would take for ever",
    async (command) => {
      const cwd = folderWith({ "corpus.jsonl": lines(10_001) + lines(10_001) });
      const { code, stderr } = await thresher(`${command} corpus.jsonl --quiet`, { cwd });
      expect(stderr).toMatch(/^thresher: 10,001 classes are too many to test/);
      expect(code).toBe(1);
    },
  );
});
