import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { CONTESTANTS, figureRow, playContestant } from "../../scripts/accuracy/contestants.js";
import { writeSides } from "../../scripts/accuracy/documents.js";
import { findPython } from "../../scripts/bench/commands.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const python = await findPython("utf-8");

const linesOf = (path: string) =>
  readFileSync(path, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("the sides of a corpus", () => {
  it("are those of an official split", () => {
    const table = (text: string) => `label,text\nham,${text}\nspam,prize\n`;
    const path = folderWith({ "train.csv": table("lunch"), "test.csv": table("dinner") });
    const { train, test, multiLabel } = writeSides(path, "auto", temporaryFolder());
    expect(multiLabel).toBe(false);
    expect(linesOf(train)[0]).toEqual({ text: "lunch", label: "ham" });
    expect(linesOf(test)[0]).toEqual({ text: "dinner", label: "ham" });
  });

  it("are a third to test on and the rest, without a split", () => {
    const { train, test } = writeSides(folderWith(twoClasses(9)), "auto", temporaryFolder());
    const labels = (path: string) => linesOf(path).map(({ label }) => label);
    expect(labels(test)).toEqual([..."hhhsss"].map((c) => (c === "h" ? "ham" : "spam")));
    expect(labels(train)).toHaveLength(12);
  });

  it("keep several labels", () => {
    const lines = '{"text":"a","labels":["x","y"]}\n{"text":"b","labels":["x"]}\n';
    const path = folderWith({ "train.jsonl": lines, "test.jsonl": lines });
    const { test, multiLabel } = writeSides(path, "auto", temporaryFolder());
    expect(multiLabel).toBe(true);
    expect(linesOf(test)[0]).toEqual({ text: "a", labels: ["x", "y"] });
  });
});

describe("npm run accuracy", () => {
  it("reads the figures of a preset", async () => {
    const sides = writeSides(folderWith(twoClasses(12)), "auto", temporaryFolder());
    const figures = await playContestant(CONTESTANTS[0], sides, "python3");
    expect(figures).toMatchObject({ accuracy: expect.closeTo(1, 0), macro: expect.closeTo(1, 0) });
    expect(figures.peakBytes).toBeGreaterThan(1e7);
    const cells = figureRow(CONTESTANTS[0], { accuracy: 0.9, macro: 0.88, seconds: 1.26, peakBytes: 1e8 });
    expect(cells).toEqual(["thresher, --preset fast", "0.900", "0.880", "1.3", "100"]);
  });

  it.runIf(python)("prints a row for each contestant, and leaves nothing behind", async () => {
    const corpus = folderWith(twoClasses(12));
    const { code, stdout, stderr } = await runBuilt("accuracy", [corpus, "--only", "fast,svm", "--quiet"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^corpus .*\n\S+ +thresher, --preset fast .*\n\S+ +scikit-learn, linear SVM on words .*\n$/);
  });

  it("says in one line what is wrong", async () => {
    const { code, stderr } = await runBuilt("accuracy", ["/nowhere", "--quiet"]);
    expect({ code, lines: stderr.split("\n").length }).toEqual({ code: 1, lines: 2 });
  });
});
