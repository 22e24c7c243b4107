import { describe, expect, it } from "vitest";
import type { Candidate } from "../../../src/evaluation/tuning/candidates.js";
import type { TunedCandidate, TunedCorpus } from "../../../src/evaluation/tuning/tune-corpus.js";
import { settingsFrom } from "../../../src/model/settings.js";
import { terminalText } from "../../../src/reports/blocks.js";
import { reportText } from "../../../src/reports/report-forms.js";
import { type TuningContext, tuningReport, tuningSections } from "../../../src/reports/tuning/tuning-report.js";

const tunedTo = (alpha: number, mean: number): TunedCandidate => ({
  candidate: { settings: settingsFrom({ alpha }) },
  ...{ scores: [mean - 0.01, mean + 0.01], mean, interval: [mean - 0.02, mean + 0.02], terms: 1234.5 },
});
const TUNED: TunedCorpus = {
  ...{ by: "accuracy", untried: [], tested: 2, documents: 10_000, classes: 20, folds: 5 },
  candidates: [tunedTo(0.1, 0.9), tunedTo(0.3, 0.89)],
};
const CONTEXT: TuningContext = {
  ...{ corpus: "news\n/train", repeats: 1, seed: 1, classifier: { name: "multinomial" } },
  commands: ["thresher train 'news\n/train' -m MODEL"],
  optionsOf: ({ settings }: Candidate) => `--alpha ${settings.alpha}`,
};
const textOf = (tuned: TunedCorpus, context: Partial<TuningContext> = {}) =>
  terminalText(tuningSections(tuned, { ...CONTEXT, ...context }), {});

describe("a tuning for people", () => {
  it("begins with the best, and shows the rest below", () => {
    expect(textOf(TUNED)).toMatchInlineSnapshot(`
      "best: --alpha 0.1
      90.00 %, 95 % interval 88.00 to 92.00 %, 1,235 terms

      Train with it, or measure it again:
        thresher train 'news\\n/train' -m MODEL

      2 candidates by accuracy over 5 folds of news\\n/train, seed 1:
      10,000 documents, 20 classes

         accuracy  terms  settings
      1   90.00 %  1,235  --alpha 0.1
      2   89.00 %  1,235  --alpha 0.3

      These figures made the choice, so they are slightly too good: test the settings on other documents, with thresher evaluate --test FOLDER.
      "
    `);
  });

  it("shows losses as they are, of several draws of the folds", () => {
    const text = textOf({ ...TUNED, by: "log-loss", candidates: [tunedTo(1, 1.25)] }, { repeats: 3 });
    expect(text).toContain("1.2500, 95 % interval 1.2300 to 1.2700, 1,235 terms\n");
    expect(text).toContain("1 candidate by log-loss over 5 folds, 3 times, of news\\n/train, seed 1:");
    expect(text).not.toContain("slightly too good");
  });

  it("shows the first candidates, all of them in a report", async () => {
    const candidates = Array.from({ length: 40 }, (_, n) => tunedTo(n + 1, 0.9 - n / 100));
    const text = textOf({ ...TUNED, candidates });
    expect(text.match(/--alpha \d+$/gm)).toHaveLength(1 + 15);
    expect(text).toContain("\nand 25 more: --json has them all\n");
    const report = tuningReport({ ...TUNED, candidates }, CONTEXT);
    expect((await reportText(report, "t.md"))?.match(/ --alpha \d+ \|$/gm)).toHaveLength(40);
    const csv = /^accuracy,low,high,terms,settings\n0\.9,0\.88,0\.92,1234\.5,'--alpha 1\n/;
    expect(await reportText(report, "t.csv")).toMatch(csv);
  });

  it("says what a search tested, and what it did not", () => {
    const whole = textOf(TUNED, { minutes: 2 });
    expect(whole).toContain(
      "Candidates tested: 2 on the first fold, 2 on all folds. After each fold, the worse half was",
    );
    expect(whole).toContain("\nNo candidate was left out for lack of time (limit 2 minutes).\n");
    const methods = ["bernoulli", "multinomial", "multinomial"];
    const untried = methods.map((classifier) => ({ settings: settingsFrom({ classifier }) }));
    const late = "Not tried for lack of time: 1 bernoulli, 2 multinomial (try more --minutes).";
    expect(textOf({ ...TUNED, untried }, { minutes: 2 })).toContain(late);
  });
});
