import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findPython } from "../../scripts/bench/commands.js";
import {
  type Contestant,
  contestLines,
  contestRows,
  playThresher,
  writeDocuments,
} from "../../scripts/pipelines/contest.js";
import { openCorpus } from "../../src/documents/corpora/readers.js";
import { settingsFrom } from "../../src/model/settings.js";
import { folderWith, temporaryFolder, twoClasses } from "../helpers/folder.js";
import { runBuilt } from "./run-built.js";

const LATIN1 = Buffer.from("caf\xe9 lunch\n", "latin1");
const python = await findPython("utf-8");

/** A contestant with 100 documents. */
const contestant = (name: string, correct: number, auc: number | null = null): Contestant => {
  return { name, correct, total: 100, auc, seconds: 1 };
};

describe("a contest", () => {
  it("says how far the preset is from the best", () => {
    const several = [contestant("own", 90), contestant("a", 80), contestant("b", 88)];
    expect(contestRows(several)[1]).toEqual(["own", "90.00 %", "1.0"]);
    expect(contestLines(several)).toEqual(["2.00 points above the most accurate of the pipelines, b"]);
    const two = [contestant("own", 90, 0.99), contestant("a", 90, 0.9), contestant("b", 88, 0.995)];
    expect(contestRows(two).map((row) => row[2])).toEqual(["1-AUC", "1.000 %", "10.000 %", "0.500 %"]);
    expect(contestLines(two)).toEqual([
      "level with the most accurate of the pipelines, a",
      "by AUC 0.500 points below the best of them, b",
    ]);
  });

  it("tells the pipelines in which fold each document is tested", () => {
    const corpus = openCorpus(
      folderWith({ ...twoClasses(6), ham: { ...(twoClasses(5).ham as object), x: "binary \0", z: LATIN1 } }),
    );
    const task = { corpus, test: undefined, folds: 3, settings: settingsFrom({ preset: "fast", encoding: "latin1" }) };
    const played = playThresher("fast", task, 1, () => {});
    expect(played).toMatchObject({ labels: ["ham", "spam"], contestant: { total: 12 } });
    const path = join(temporaryFolder(), "documents");
    writeDocuments(path, task, played.tested);
    const lines = readFileSync(path, "utf8").trimEnd().split("\n");
    const written = lines.map((line) => JSON.parse(line));
    expect(written[5]).toEqual({ label: "ham", text: "café lunch\n", fold: played.tested[0].get("ham/z") });
    for (const label of ["ham", "spam"]) {
      const folds = written.filter((document) => document.label === label).map(({ fold }) => fold);
      expect(folds.sort()).toEqual([0, 0, 1, 1, 2, 2]);
    }
  });

  it("gives the pipelines texts without the parts that are left out", () => {
    const posts = { 1: "Subject: lunch\n\nnoon\n", 2: "Subject: food\n\none\n" };
    const corpus = openCorpus(folderWith({ a: posts, b: posts }));
    const settings = settingsFrom({ preset: "fast", strip: ["headers"] });
    const path = join(temporaryFolder(), "documents");
    writeDocuments(path, { corpus, test: undefined, settings }, [new Map(["a/1", "b/2"].map((id) => [id, 0]))]);
    expect(readFileSync(path, "utf8")).not.toContain("Subject");
    expect(readFileSync(path, "utf8")).toContain("noon");
  });

  it("tests on another corpus", () => {
    const [corpus, test] = [openCorpus(folderWith(twoClasses(6))), openCorpus(folderWith(twoClasses(2)))];
    const task = { corpus, test, folds: 10, settings: settingsFrom({ preset: "fast" }) };
    const { contestant, tested } = playThresher("fast", task, 1, () => {});
    expect(contestant.total).toBe(4);
    expect(tested.map((part) => [...part.values()])).toEqual([Array(12).fill(null), Array(4).fill(0)]);
  });
});

describe("npm run pipelines", () => {
  it.runIf(python)("compares a preset with seven pipelines, and leaves nothing behind", async () => {
    const corpus = folderWith(twoClasses(12));
    const { code, stdout, stderr } = await runBuilt("pipelines", [
      corpus,
      "--folds",
      "3",
      "--preset",
      "fast",
      "--json",
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const { contestants, ...report } = JSON.parse(stdout) as { contestants: Contestant[] };
    expect(report).toEqual({ documents: [24], labels: ["ham", "spam"] });
    expect(contestants).toHaveLength(8);
    for (const { correct, total, auc } of contestants) {
      expect(total).toBe(24);
      expect(correct).toBeGreaterThan(12);
      expect(auc).toBeGreaterThan(0.5);
    }
    const three = folderWith({ ...twoClasses(6), other: { a: "x y", b: "x" } });
    const several = await runBuilt("pipelines", [three, "--folds", "2"]);
    expect(several.stdout).toMatch(/14 documents, 3 classes, 2 folds[\s\S]*--preset best: .* the most accurate/);
    expect(several.stdout).not.toContain("AUC");
  });

  it.each([
    ["a corpus that is not there", ["/nowhere/mail"], 1, "/nowhere/mail"],
    ["too many folds", ["CORPUS", "--folds", "99"], 2, "a whole number from 2 to 8"],
    ["an encoding that is not there", ["CORPUS", "--encoding", "klingon"], 2, "klingon"],
    ["folds and another corpus", ["CORPUS", "--test", "CORPUS", "--folds", "3"], 2, "cannot be used with option"],
    ["another corpus of other classes", ["CORPUS", "--test", "OTHER"], 1, "training documents: it has news, views"],
    ["one document to learn from and to test", ["SINGLE"], 1, 'class "spam" has one document'],
    ["another preset", ["CORPUS", "--preset", "worst"], 2, "Allowed choices are fast, mail, mail-best, best"],
  ])("says what is wrong: %s", async (_, args, expected, message) => {
    const { ham } = twoClasses();
    const folders: Record<string, string> = {
      CORPUS: folderWith(twoClasses()),
      OTHER: folderWith({ news: ham, views: ham }),
      SINGLE: folderWith({ ham, spam: { a: "cash" } }),
    };
    const given = args.map((argument) => folders[argument] ?? argument);
    const { code, stdout, stderr } = await runBuilt("pipelines", given);
    expect({ code, stdout }).toEqual({ code: expected, stdout: "" });
    expect(stderr).toContain(message);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });
});
