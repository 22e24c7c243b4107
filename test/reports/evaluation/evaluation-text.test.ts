import { describe, expect, it } from "vitest";
import { binaryMetrics } from "../../../src/evaluation/metrics/binary-metrics.js";
import { classMetrics } from "../../../src/evaluation/metrics/metrics.js";
import { terminalText } from "../../../src/reports/blocks.js";
import { binarySection } from "../../../src/reports/evaluation/binary-text.js";
import {
  confusionLines,
  evaluationReport,
  evaluationSections,
} from "../../../src/reports/evaluation/evaluation-text.js";
import { predictionLines } from "../../../src/reports/evaluation/predictions.js";
import { reportText } from "../../../src/reports/report-forms.js";
import type { TerminalStyle } from "../../../src/reports/terminal/terminal.js";
import { matrix } from "../../evaluation/small-corpora.js";
import { sampleEvaluation } from "../sample.js";

const MEMBERS = [{ classifier: "complement" }, { classifier: "logistic-regression" }];
const TESTED = { kind: "test", test: "test" } as const;
const MULTINOMIAL = { name: "multinomial", alpha: 1 };

type Sectioned = Parameters<typeof evaluationSections>;
type TextArguments = [Sectioned[0], Sectioned[1], Sectioned[2], style?: TerminalStyle, chosen?: string];

function evaluationText(...[evaluation, classifier, protocol, style = {}, chosen = ""]: TextArguments): string {
  return terminalText(evaluationSections(evaluation, classifier, protocol, chosen), style);
}

describe("an evaluation for people", () => {
  it("shows accuracy beside the baselines, each class, and the most frequent confusions", () => {
    const protocol = { kind: "test", test: "news\n/test" } as const;
    expect(evaluationText(sampleEvaluation(), MULTINOMIAL, protocol)).toMatchInlineSnapshot(`
      "multinomial naive Bayes, alpha 1
      tested on news\\n/test
      11,314 training documents, 2,184 tested, 130,107 terms

      accuracy                    96.2 %  95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right
      majority class              56.3 %
      random guess by class size  45.0 %
      top-2 accuracy              99.7 %

      log loss 0.151, Brier score 0.067, calibration error 0.021, Matthews correlation (MCC) 0.922

      class              precision  recall     f1  tested
      ham                    0.958   0.976  0.967   1,230
      spam                   0.968   0.950  0.959     947
      bad\\n\\u202ename        0.000   0.000  0.000       7
      mean over classes      0.642   0.642  0.642

         actual \\ predicted      1    2  3
      1  ham                 1,200   30  ·
      2  spam                   45  900  2
      3  bad\\n\\u202ename         7    ·  ·

      most often confused
      45  spam             taken for  ham
      30  ham              taken for  spam
       7  bad\\n\\u202ename  taken for  ham
       2  spam             taken for  bad\\n\\u202ename
      "
    `);
  });

  it("shows the figures of two classes instead of confusions", () => {
    const labels = ["ham", "spam"];
    const confusion = matrix([3, 1], [1, 5]);
    const binary = binaryMetrics(labels, [0, 0, 1], Float64Array.of(-1, 1, 2));
    const two = sampleEvaluation({ labels, confusion, perClass: classMetrics(confusion, labels), binary });
    const text = evaluationText(two, MULTINOMIAL, { kind: "test", test: "test" });
    expect(text).toContain(`\n\n${terminalText([binarySection(binary, labels)], {})}`);
    expect(text).not.toContain("confused");
  });

  it("shows the most frequent confusions first, equals in the order of the matrix", () => {
    const confusion = matrix([90, 1, 2], [3, 50, 2], [1, 3, 7]);
    const text = evaluationText(sampleEvaluation({ labels: ["a", "b", "c"], confusion }), MULTINOMIAL, TESTED);
    const [, list] = text.split("most often confused\n");
    expect(list.replace(/ +taken for +/g, ">").split("\n")).toEqual([
      "3  b>a",
      "3  c>b",
      "2  a>c",
      "2  b>c",
      "1  a>b",
      "",
    ]);
  });

  it("names the other settings, in lines that fit", () => {
    const best = { name: "combined", members: MEMBERS };
    const text = evaluationText(sampleEvaluation(), best, TESTED, { columns: 40 }, "preset best, tokens inner");
    expect(text.split("\n").slice(0, 4)).toEqual([
      "a combination of complement naive Bayes",
      "and logistic regression",
      "preset best, tokens inner",
      "tested on test",
    ]);
  });

  it("shows no figures of a class that was not tested", () => {
    const labels = ["ham", "spam", "rare"];
    const confusion = matrix([3, 1, 0], [0, 2, 1], [0, 0, 0]);
    const perClass = classMetrics(confusion, labels);
    const text = evaluationText(sampleEvaluation({ labels, confusion, perClass }), MULTINOMIAL, TESTED);
    expect(text).toMatch(/^rare +- +- +- +0$/m);
    expect(text).toMatch(/^ham +1\.000 +0\.750 +0\.857 +4$/m);
  });

  it.each([
    [1, 1, TESTED, false],
    [1, 0, TESTED, true],
    [100, 95, TESTED, false],
    [100, 94, TESTED, true],
  ] as const)(
    "says of %d runs with a limit that %d held what makes it fail: %o, %s",
    (times, held, protocol, isSaid) => {
      const limits = [{ limit: 0.05, filed: 0.8, wrong: 0.05, held }];
      const runs = Array(times).fill(sampleEvaluation().runs[0]);
      const text = evaluationText(sampleEvaluation({ limits, runs }), MULTINOMIAL, protocol);
      expect(text).toMatch(/\n +5 % +80\.0 % +5\.00 % +\S/);
      expect(text.includes("A limit may fail on documents unlike those of training")).toBe(isSaid);
    },
  );

  it("says how often was measured", () => {
    const holdout = { kind: "holdout", share: 1 / 3, repeats: 3, seed: 7 } as const;
    const text = (protocol: Parameters<typeof evaluationText>[2]) =>
      evaluationText(sampleEvaluation(), { name: "bernoulli", alpha: 0.5 }, protocol).split("\n")[1];
    expect(text(holdout)).toBe("33.3 % of each class withheld, 3 times, seed 7");
    expect(text({ ...holdout, repeats: 1 })).toBe("33.3 % of each class withheld, seed 7");
    expect(text({ kind: "folds", folds: 10, repeats: 1, seed: 1 })).toBe("10 folds, seed 1");
    expect(text({ kind: "folds", folds: 5, repeats: 2, seed: 1 })).toBe("5 folds, 2 times, seed 1");
  });
});

it("a confusion matrix on a terminal is left out if it does not fit the terminal", () => {
  const { confusion, labels } = sampleEvaluation();
  expect(confusionLines(confusion, labels, { columns: 45 })).toHaveLength(4);
  expect(confusionLines(confusion, labels, { columns: 30 })).toEqual([]);
  const many = Array.from({ length: 100 }, (_, c) => `class ${c}`);
  const zeros = many.map(() => many.map(() => 0));
  expect(confusionLines(zeros, many, {})).toEqual([]);
});

const CLASSIFIER = { name: "multinomial", alpha: 1 };
const PROTOCOL = { kind: "test", test: "news\n|test" } as const;

const REPORT = evaluationReport(sampleEvaluation(), CLASSIFIER, PROTOCOL, ["x/0", "x/1", "x/2"]);

describe("the reports of an evaluation", () => {
  it("are a row for each class with its row of the matrix, as CSV", async () => {
    expect(await reportText(REPORT, "a.csv")).toBe(
      `class,tested,precision,recall,f1,taken for ham,taken for spam,taken for bad\\n\\u202ename
ham,1230,${1200 / 1252},${1200 / 1230},${2400 / (1230 + 1252)},1200,30,0
spam,947,${900 / 930},${900 / 947},${1800 / (947 + 930)},45,900,2
bad\\n\\u202ename,7,0,0,0,7,0,0
`,
    );
  });

  it("are the sections of the terminal and the settings as Markdown", async () => {
    const text = await reportText(REPORT, "a.md");
    expect(text).toMatch(/^# multinomial naive Bayes, alpha 1\n\ntested on news\\n\\\|test\n/);
    expect(text).toContain("\n| **accuracy** | **96.2 %** | 95 % interval 95.3 to 96.9 %, 2,100 of 2,184 right |\n");
    expect(text).toContain("\n## most often confused\n");
    expect(text).toMatch(/\n## settings\n\n```json\n\{\n {2}"classifier": \{ "name": "multinomial", "alpha": 1 \},\n/);
  });
});

describe("predictions", () => {
  it("are a header line and a line each, tab-separated, with names escaped and probabilities in full", () => {
    const ids = ["spam/b\tc", "ham/a", "bad\n\u202ename/x\\y"];
    expect([...predictionLines(sampleEvaluation(), ids)].join("")).toMatchInlineSnapshot(`
      "id	actual	predicted	probability
      ham/a	ham	ham	1
      spam/b\\tc	spam	ham	0.5000000000000001
      bad\\n\\u202ename/x\\\\y	bad\\n\\u202ename	ham	1e-7
      "
    `);
  });

  it("have the probability of every class behind the other columns, where that is asked for", () => {
    const labels = ["probability", "P(id)", "__proto__"];
    const predictions = [
      { run: 0, row: 1, actual: 0, predicted: 1, probability: 0.5 },
      { run: 0, row: 0, actual: 2, predicted: 2, probability: 1 },
    ];
    const logProbabilities = Float64Array.from([0.25, 0.5, 0.25, 0, 1e-300, 1], Math.log);
    const evaluation = sampleEvaluation({ labels, predictions, logProbabilities });
    const [head, first, second] = predictionLines(evaluation, ["a", "b"], { probabilities: true });
    expect(head).toBe("id\tactual\tpredicted\tprobability\tP(probability)\tP(P(id))\tP(__proto__)\n");
    expect(first).toBe("b\tprobability\tP(id)\t0.5\t0.25\t0.5\t0.25\n");
    expect(second).toMatch(/^a\t__proto__\t__proto__\t1\t0\t1\.0+\d*e-300\t1\n$/);
  });
});
