import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openCorpus } from "../../../src/documents/corpora/readers.js";
import { evaluateByProtocol } from "../../../src/evaluation/corpora/evaluate-corpora.js";
import { classify } from "../../../src/model/classify.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { train } from "../../../src/model/training.js";
import { thresher } from "../../helpers/command.js";
import { folderWith, type Tree, temporaryFolder } from "../../helpers/folder.js";

/** A class of `n` different documents with a word of the class. */
const letters = (n: number, word: string): Tree =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`${i}`, `${word} note${i % 7} line${i % 5} item${i % 3}`]));

async function told(corpus: string, ...args: string[]): Promise<string> {
  const { code, stderr } = await thresher(["evaluate", corpus, ...args]);
  expect(code).toBe(0);
  return stderr;
}

describe("a figure that means little", () => {
  it("is that of a class with fewer than five tested documents", async () => {
    const corpus = folderWith({ ham: letters(20, "lunch"), few: letters(4, "rare"), spam: letters(20, "prize") });
    const line = "thresher: 1 class has fewer than 5 tested documents, so its precision and recall mean little: few\n";
    expect(await told(corpus, "--folds", "4")).toBe(line);
    expect(await told(corpus, "--folds", "4", "--repeats", "3")).toBe(line);
    expect(await told(corpus, "--folds", "4", "--quiet")).toBe("");
    const five = folderWith({ ham: letters(20, "lunch"), spam: letters(5, "prize") });
    expect(await told(five, "--folds", "4")).toBe("");
  });

  it("is an accuracy that always answering one class has, too", async () => {
    const rare = folderWith({ ham: letters(300, "lunch"), spam: letters(5, "lunch") });
    expect(await told(rare, "--folds", "5")).toBe("thresher: accuracy 98.4 % is that of always answering ham\n");
    const mixed = folderWith({ ham: letters(40, "word"), spam: letters(20, "word") });
    expect(await told(mixed, "--folds", "5")).toMatch(
      /^thresher: accuracy \d\d\.\d % is (?:that|below the 66\.7 %|hardly above the 66\.7 %) of always answering ham\n$/,
    );
    const apart = folderWith({ ham: letters(300, "lunch"), spam: letters(20, "prize") });
    expect(await told(apart, "--folds", "5")).toBe("");
  });

  it("is a probability that is calibrated on few documents", async () => {
    const corpus = folderWith({ ham: letters(20, "lunch"), spam: letters(20, "prize") });
    const train = ["train", corpus, "-m", join(temporaryFolder(), "model")];
    const line =
      /^thresher: the calibration is fitted to \d\d documents at most, too few to trust its probabilities\n$/;
    for (const options of [["--calibrate"], ["--preset", "best"], ["--preset", "fast"]]) {
      expect((await thresher([...train, ...options])).stderr).toMatch(line);
    }
    expect((await thresher([...train, "--preset", "fast", "--calibrate", "none"])).stderr).toBe("");
    expect(await told(corpus, "--folds", "4", "--calibrate")).toMatch(line);
  });
});

/** Twelve documents of one word each. */
const oneTerm = (odd: string, even: string): Tree =>
  Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}`, i % 2 ? odd : even]));

const SAME = { same: "the same words", again: "the same words" };

describe("unusual data", () => {
  const corpora: Readonly<Record<string, Tree>> = {
    "two documents in a class": { a: letters(2, "red"), b: letters(2, "blue") },
    "one document in a class": { a: letters(12, "red"), b: letters(12, "blue"), c: { 0: "lonely" } },
    "documents of one term": { a: oneTerm("red", "rose"), b: oneTerm("blue", "sky") },
    "the same texts in two classes": { a: { ...letters(12, "red"), ...SAME }, b: { ...letters(12, "blue"), ...SAME } },
    "empty documents": { a: { ...letters(8, "red"), x: "", y: "" }, b: { ...letters(8, "blue"), x: "", y: " " } },
    "one class a hundred times as large": { a: letters(100, "red"), b: letters(1, "blue") },
    "many small classes": Object.fromEntries(Array.from({ length: 8 }, (_, c) => [`c${c}`, letters(5, `topic${c}`)])),
  };
  const methods: readonly TrainOptions[] = [
    ...(["fast", "best", "mail"] as const).map((preset) => ({ preset })),
    ...["linear-svm", "logistic-regression"].map((classifier) => ({ classifier })),
    { classifier: "nearest-neighbours", k: 1 },
  ];
  it.each(Object.keys(corpora))("gets sensible answers from every preset: %s", (name) => {
    const corpus = openCorpus(folderWith(corpora[name]));
    for (const options of methods) {
      const what = JSON.stringify(options);
      const model = train(corpus, options);
      const answers = Array.from(corpus, ({ id, label, bytes }) => ({ id, label, answer: classify(model, bytes) }));
      for (const { answer } of answers) {
        expect(answer.probability, what).toBeGreaterThan(0);
        expect(answer.probability, what).toBeLessThanOrEqual(1);
      }
      const clear = answers.filter(({ id, answer }) => answer.knownTokens > 0 && /\d$/.test(id));
      const right = clear.filter(({ label, answer }) => label === answer.label);
      expect(right.length / clear.length, what).toBeGreaterThan(0.95);
      const protocol = { kind: "folds", folds: 2, repeats: 1, seed: 1 } as const;
      const { evaluation } = evaluateByProtocol([corpus], settingsFrom(options), protocol);
      expect(Number.isFinite(evaluation.logLoss), what).toBe(true);
    }
  });
});
