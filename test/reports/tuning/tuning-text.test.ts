import { describe, expect, it } from "vitest";
import { tunedTestText, why } from "../../../src/reports/tuning/tuning-text.js";
import { sampleEvaluation } from "../sample.js";
import { CONTEXT, sampleTuning, tuned, tuningText } from "./tuning-sample.js";

describe("a tuning for people", () => {
  it("fits a terminal, but for command lines and the numbers of candidates, with the choice in bold", () => {
    const text = tuningText(sampleTuning(), CONTEXT, { columns: 66 });
    const broad = text.split("\n").filter((line) => line.length > 66);
    expect(broad.map((line) => line.trim().slice(0, 8))).toEqual(["accuracy", "1   90.0", "2   89.0", "3   75.0"]);
    expect(tuningText(sampleTuning(), CONTEXT, { colour: true })).toContain("\u001b[1mchosen\u001b[22m");
  });

  it("begins with the choice and the reason, and shows the rest below", () => {
    const text = tuningText(sampleTuning(), CONTEXT);
    expect(text).toMatchInlineSnapshot(`
      "chosen  multinomial, alpha 0.3, min-documents 2, max-terms 500  89.00 %  95 % interval 87.00 to 91.00 %  1,235 terms
      best    multinomial, alpha 0.1                                  90.00 %  95 % interval 88.00 to 92.00 %  1,235 terms
      why     the simplest of the 2 candidates that are within one standard error of the best: 1.000 points worse, standard error 1.250 points

      Train with it, or measure it again:
        thresher train 'news\\n/train' -m MODEL

      3 candidates by accuracy over 5 folds of news\\n/train, seed 1:
      10,000 documents, 20 classes

         accuracy    points worse  classifier   alpha  min-documents  max-terms  terms
      1   90.00 %                  multinomial    0.1              1        all  1,235
      2   89.00 %   1.000 ± 1.250  multinomial    0.3              2        500  1,235  chosen
      3   75.00 %  15.000 ± 2.000  bernoulli        1              1        all  1,235

      The best alpha is the smallest that was tried: try less than 0.1.
      These figures are slightly too good, because they made the choice: measure it on other documents with --test FOLDER.
      "
    `);
  });

  it("shows losses as they are", () => {
    const candidates = [tuned(1.25, [0, 0]), tuned(1.5, [0.25, 0.125], { alpha: 0.1 })];
    const tuning = sampleTuning({ by: "log-loss", candidates, best: candidates[0], chosen: candidates[0], within: 1 });
    const text = tuningText(tuning, { ...CONTEXT, repeats: 3 });
    expect(text).toMatch(
      /^chosen {2}multinomial, alpha 1 {2}1\.2500 {2}95 % interval 1\.2300 to 1\.2700 {2}1,235 terms\n/,
    );
    expect(text).toContain(`2 candidates by log-loss over 5 folds, 3 times, of news\\n/train, seed 1:
10,000 documents, 20 classes

   log-loss           worse by  classifier   alpha  terms
1    1.2500                     multinomial      1  1,235  chosen
2    1.5000  0.25000 ± 0.12500  multinomial    0.1  1,235
`);
  });

  it("shows the first, the chosen one, and all if it is asked to", () => {
    const candidates = Array.from({ length: 40 }, (_, n) => tuned(0.9 - n / 100, [n / 100, 1], { dropTop: n }));
    const tuning = sampleTuning({ candidates, best: candidates[0], chosen: candidates[30], within: 40 });
    const rows = (text: string) => text.split("\n").filter((line) => / multinomial +1 /.test(line));
    const short = tuningText(tuning, CONTEXT);
    expect(rows(short)).toHaveLength(16);
    expect(rows(short)[15]).toMatch(/^31 .* chosen$/);
    expect(short).toContain("\nand 24 more: --json has them all\n");
    const all = tuningText(tuning, { ...CONTEXT, all: true });
    expect(rows(all)).toHaveLength(40);
    expect(all).not.toContain("--all");
  });

  it("says if the best value is the smallest or the largest that was tried", () => {
    const hint = (...alphas: number[]) => {
      const candidates = alphas.map((alpha, n) => tuned(0.9 - n / 100, [n / 100, 0], { alpha }));
      return tuningText(sampleTuning({ candidates, best: candidates[0] }), CONTEXT).match(/^The best alpha.*$/m)?.[0];
    };
    expect(hint(0.1, 1, 10)).toBe("The best alpha is the smallest that was tried: try less than 0.1.");
    expect(hint(10, 1, 0.1)).toBe("The best alpha is the largest that was tried: try more than 10.");
    expect([hint(1, 10, 0.1), hint(1, 1), hint(0, 1)]).toEqual([undefined, undefined, undefined]);
  });

  it("says that figures which made a choice flatter it, unless a test folder says how much", () => {
    const note =
      "\nThese figures are slightly too good, because they made the choice: measure it on other documents with --test FOLDER.\n";
    expect(tuningText(sampleTuning(), CONTEXT)).toContain(note);
    expect(tuningText(sampleTuning(), { ...CONTEXT, test: "test" })).not.toContain(note);
    const only = [tuned(0.9, [0, 0])];
    expect(tuningText(sampleTuning({ candidates: only, best: only[0], chosen: only[0] }), CONTEXT)).not.toContain(note);
  });

  it("says what a search tested, and what it did not", () => {
    const { candidates } = sampleTuning();
    const search = { tested: 40, finished: 9, untried: [], tooLarge: [], minutes: 2 };
    const whole = tuningText(sampleTuning(), { ...CONTEXT, search });
    expect(whole).toContain("why     the best of 40 candidates, the worse half dropped after each fold\n");
    expect(whole).toContain(`Candidates tested: 40 on the first fold, 9 on all folds.
No candidate was left out for lack of time (limit 2 minutes).`);
    expect(whole).not.toContain("the smallest that was tried");
    const untried = [candidates[0], candidates[2], candidates[1]].map(({ candidate }) => candidate);
    const short = tuningText(sampleTuning(), {
      ...CONTEXT,
      search: { ...search, untried, tooLarge: ["pairs of words"] },
    });
    expect(short).toContain(
      "Not tried: for lack of time, 2 multinomial, 1 bernoulli (try more --minutes); for the size of the corpus, pairs of words.",
    );
  });
});

describe("the reason of a choice", () => {
  it("is a sentence", () => {
    const sample = sampleTuning();
    expect(why({ ...sample, candidates: sample.candidates.slice(0, 1), within: 1 })).toBe("the only candidate");
    const best = { ...sample, chosen: sample.best };
    expect(why({ ...best, within: 1 })).toBe("the best, and no other is within one standard error of it");
    expect(why({ ...best, within: 2 })).toBe(
      "the best, and the simplest of the 2 candidates that are within one standard error of the best",
    );
    expect(why({ ...sample, within: 3 })).toBe(
      "the simplest of all 3 candidates that are within one standard error of the best: 1.000 points worse, standard error 1.250 points",
    );
  });
});

describe("the test after a tuning", () => {
  it("is shown with Wilson's interval beside the baselines, and its folder made safe", () => {
    expect(tunedTestText(sampleEvaluation(), "news\n/test")).toMatchInlineSnapshot(`
      "
      The chosen candidate on news\\n/test, tested once, after the choice:
      accuracy                    96.2 %  95 % interval 95.3 to 96.9 % (Wilson), 2,100 of 2,184 right
      majority class              56.3 %
      random guess by class size  45.0 %
      macro-f1                    64.2 %
      log-loss                     0.151
      "
    `);
  });
});
