import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import type { Evaluation } from "../../../src/evaluation/evaluate.js";
import { classMetrics } from "../../../src/evaluation/metrics/metrics.js";
import { classTableMarkup } from "../../../src/reports/html/classes.js";
import { confusionMatrixMarkup } from "../../../src/reports/html/confusion-matrix.js";
import { curveMarkup, evaluationHtml, reliabilityMarkup } from "../../../src/reports/html/evaluation-html.js";
import { measuresMarkup, summaryMarkup } from "../../../src/reports/html/measures.js";
import { mistakeListsMarkup, wrongCells } from "../../../src/reports/html/mistake-lists.js";
import { corpusNames, type EvaluationPage } from "../../../src/reports/html/page.js";
import { sampleCurve } from "../plots/sample.js";
import { sampleEvaluation } from "../sample.js";
import { sampleReport } from "./report-sample.js";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const all = (page: string, pattern: RegExp) => [...page.matchAll(pattern)].map(([, found]) => found);

/** The text of the page: a tag is nothing, a break in a name neither. */
const textOf = (page: string) =>
  page
    .replace(/<(style|script)>[\s\S]*?<\/\1>/g, "")
    .replace(/<wbr>/g, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .replace(/\s+/g, " ");

const page = await evaluationHtml(sampleReport());

/** The text of one section. */
const summaryOf = (evaluation: Partial<Evaluation>, changes: Partial<EvaluationPage> = {}) =>
  textOf(summaryMarkup(sampleReport({ ...changes, evaluation: sampleEvaluation(evaluation) })).toString());
const measuresOf = (evaluation: Partial<Evaluation>) => textOf(measuresMarkup(sampleEvaluation(evaluation)).toString());

describe("the page about an evaluation", () => {
  it("says how many documents it got right, beside the baselines", () => {
    const text = textOf(page);
    expect(text).toContain("puts 2,100 of 2,184 new documents into the right one of 3 classes: 96.2 %");
    expect(text).toContain("It has learned 130,107 terms from 11,314 documents.");
    expect(text).toContain("majority class 56.3 %");
    expect(text).toContain("10 folds, seed 7");
    expect(text).toContain("thresher evaluate mail --folds 10 --seed 7");
    expect(text).toContain("token-length 2-256");
    expect(text).toContain("9.9.9");
  });

  it("names its sections in its contents, each id once, and every link within it leads somewhere", () => {
    const ids = all(page, /\sid="([^"]*)"/g);
    expect(new Set(ids).size).toBe(ids.length);
    for (const target of all(page, /href="#([^"]*)"/g)) expect(ids).toContain(target);
    for (const name of all(page, /aria-labelledby="([^"]*)"/g).flatMap((names) => names.split(" "))) {
      expect(ids).toContain(name);
    }
    const sections = all(page, /<section id="([^"]*)"/g);
    expect(sections).toEqual("summary measures confusion classes reliability terms surest lists reproduce".split(" "));
    const nav = page.slice(page.indexOf("<nav"), page.indexOf("</nav>"));
    expect(all(nav, /href="#([^"]*)"/g)).toEqual(sections);
  });

  it("allows by its policy only its own style", () => {
    const [policy] = all(page, /http-equiv="Content-Security-Policy" content="([^"]*)"/g);
    const [style] = all(page, /<style>([\s\S]*?)<\/style>/g);
    expect(policy.split("; ")).toEqual([
      "default-src 'none'",
      `style-src ${hash(style)}`,
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
    ]);
    expect(all(page, /(<style|<script)/g)).toEqual(["<style"]);
    expect(page).not.toMatch(/<[^>]*\s(?:style|on\w+)\s*=/);
    expect(all(page.replace(/xmlns="[^"]*"/g, ""), /(https?:|\/\/[\w.]+\/|@import|url\((?!#))/g)).toEqual([]);
  });

  it("lists the documents of each wrong cell, and only links to cells that are listed", () => {
    expect(page).toContain('<details id="cell-1-0"');
    expect(page).toMatch(/<a href="#cell-1-0" title="[^"]*" aria-label="spam predicted as ham: 45, 4\.8 %">45<\/a>/);
    expect(page).toContain('<td class="m2">30</td>');
    expect(textOf(page)).toContain("100 % of the row at most; of fewer than 10 documents, paler");
    expect(page).toContain('<a class="file" href="./spam/1">spam/<wbr>1</a>');
  });

  it("cuts long lists, and says how much is left out", () => {
    const predictions = Array.from({ length: 35 }, (_, row) => ({
      ...{ run: 0, row, actual: 1, predicted: 0, probability: 1 },
    }));
    const ids = predictions.map(({ row }) => `spam/${row}`);
    const report = sampleReport({ evaluation: sampleEvaluation({ predictions }), ids });
    const long = mistakeListsMarkup(report, wrongCells(report)).toString();
    expect(all(long, /class="file" href="([^"]*)"/g)).toHaveLength(30);
    expect(textOf(long)).toContain("and 5 more");
  });

  it("shows the explanation of the surest mistakes, term by term on both sides", () => {
    expect(textOf(page)).toMatch(
      /Lunch predicted as ham , filed under spam spam\/1 163,000 times likelier Are you free/,
    );
    expect(textOf(page)).toMatch(/for ham lunch ×2 13\.0 for spam free 2\.0/);
  });

  it("leaves out sections without content", async () => {
    const evaluation = sampleEvaluation({ predictions: [sampleEvaluation().predictions[0]] });
    const bare = await evaluationHtml(sampleReport({ evaluation, strongest: [], mistakes: [] }));
    expect(all(bare, /<section id="([^"]*)"/g)).toEqual(
      "summary measures confusion classes reliability reproduce".split(" "),
    );
  });

  it("draws the learning curve if there is one", async () => {
    const curves = [sampleCurve({ classifier: "bernoulli" })];
    const protocol = { kind: "curve", share: 1 / 3, repeats: 3, seed: 1 } as const;
    const drawn = await evaluationHtml(sampleReport({ curves: { curves, protocol } }));
    expect(drawn).toContain('<section id="curve"');
    expect(textOf(drawn)).toContain("bernoulli: 40.0 % of 100 training documents up to 75.0 % of 10,000");
    expect(textOf(drawn)).toContain("Twice the documents (20,000) should give 79.0 %, +4.0 points");
    expect(textOf(drawn)).toContain(
      "its own splits (33.3 % of each class withheld, 3 repeats, seed 1), so its last point may differ",
    );
    const onTest = { kind: "curve", test: "later", repeats: 3, seed: 1 } as const;
    const { baselines } = sampleEvaluation();
    expect(textOf((await curveMarkup({ curves, protocol: onTest }, baselines)).toString())).toContain(
      "a part of the training documents (3 repeats, seed 1); the last point, trained on all of them, is",
    );
    expect(drawn).not.toMatch(/<[^>]*\s(?:style|on\w+)\s*=/);
  });

  it("says whether the probabilities are calibrated", async () => {
    expect(textOf(page)).toContain("so its probabilities crowd near 0 and 1");
    const classifier = { name: "multinomial", alpha: 1, calibrate: "isotonic" };
    const calibrated = textOf((await reliabilityMarkup(sampleReport({ classifier }))).toString());
    expect(calibrated).toContain("These probabilities are calibrated (isotonic)");
    expect(calibrated).not.toContain("crowd near 0 and 1");
  });

  it("has false alarms, misses and cost for two classes", () => {
    const binary = {
      ...{ positive: "spam", positives: 1000, negatives: 1200, rocAuc: 0.99, oneMinusAucPercent: 1 },
      ...{ averagePrecision: 0.98, threshold: 0.9, falseAlarmRate: 0.01, missRate: 0.02, falseAlarms: 12, misses: 20 },
      ...{ caughtWithoutFalseAlarm: 0.75, falseAlarmCost: 9, totalCostRatio: 2.5 },
    };
    const text = measuresOf({ binary });
    expect(text).toContain("Two classes: spam against ham, from probability 0.9; 1 false alarm = 9 misses.");
    expect(text).toContain("area under the ROC curve 0.9900 1-AUC 1.000 %");
    expect(text).toContain("cost saved 60.0 % compared with no filter; TCR 2.50");
  });

  it("counts several runs and lists them", () => {
    const runs = [0.5, 0.75].map((accuracy) => ({ accuracy, correct: 4 * accuracy, total: 4 }));
    const text = summaryOf({ runs, accuracy: 0.625 });
    expect(text).toContain("puts 62.5 % of new documents");
    expect(text).toContain("the mean of 2 runs. In the first run it learned 130,107 terms");
    expect(measuresOf({ runs })).toContain("Each of the 2 runs 50.0 % 2 of 4 75.0 % 3 of 4");
  });

  it("shows the 40 classes with most mistakes in the matrix, and all classes in the table", () => {
    const labels = Array.from({ length: 45 }, (_, c) => `class${c}`);
    const confusion = labels.map((_, a) => labels.map((_, p) => (a === p ? 10 : p === a + 1 && a > 9 ? 1 : 0)));
    const evaluation = sampleEvaluation({ labels, confusion, perClass: classMetrics(confusion, labels) });
    const matrix = confusionMatrixMarkup(sampleReport({ evaluation }), []).toString();
    expect(all(matrix, /<th scope="row">([^<]*)</g)).toHaveLength(40);
    expect(matrix).toContain("class20<");
    expect(textOf(matrix)).toContain(
      "The matrix shows the 40 classes with most mistakes; 5 others are in the table of classes",
    );
    expect(all(classTableMarkup(evaluation).toString(), /<th scope="row">(class[^<]*)/g)).toEqual(labels);
  });

  it("lets no text of a document, a class or a file become markup, a script or a way out", async () => {
    const texts = [
      ...["<script>x</script>", '"><img src=x onerror=x>', "' onclick='x", "</style>", "</title>", "<!--", "]]>"],
      ...["javascript:x", "//host/", "&lt;", "`$&", "</script><script>\u2028\0"],
    ];
    const shape = shapeOf(await evaluationHtml(hostileReport(texts.map(() => "x"))));
    for (const shift of [0, 1, 2, 5, 8]) {
      const hostilePage = await evaluationHtml(hostileReport([...texts.slice(shift), ...texts.slice(0, shift)]));
      expect(shapeOf(hostilePage)).toEqual(shape);
      for (const link of all(hostilePage, /href="([^"]*)"/g)) expect(link).toMatch(/^(?:#[\w-]+|\.\/[^"<>]*|data:,)$/);
    }
  });
});

/** Every element of the page in order, with the names of its attributes; neither where names break nor what links lead to. */
function shapeOf(text: string): string[] {
  return all(text.replaceAll("<wbr>", "").replace(/ class="file" href="[^"]*"/g, ""), /<([^>]*)>/g).map((tag) =>
    tag.replace(/="[^"]*"/g, "=").replace(/^(?:a|span)(?: class=)?$/, "inline"),
  );
}

/** A report with a text of its own in each place that has text from outside. */
function hostileReport(texts: readonly string[]): EvaluationPage {
  const [a, b, c, corpus, name, id, command, term, other, subject, excerpt, version] = texts;
  const labels = [`a${a}`, `b${b}`, `c${c}`];
  const sample = sampleReport();
  const { confusion } = sample.evaluation;
  const evaluation = sampleEvaluation({ labels, perClass: classMetrics(confusion, labels) });
  const [mistake] = sample.mistakes;
  return {
    ...sample,
    ...{ corpus, evaluation, command, version },
    classifier: { name, alpha: 1, stem: other },
    protocol: { kind: "test", test: corpus },
    ids: [`a/${id}`, `b/${id}`, `c/${id}`],
    strongest: [{ label: labels[0], documents: 1, terms: [{ term, count: 1, strength: 1 }] }],
    mistakes: [
      {
        ...mistake,
        subject: `s${subject}`,
        excerpt: `e${excerpt}`,
        explanation: {
          ...{ label: labels[0], against: labels[1], margin: 1, prior: 1 },
          terms: [{ term: other, count: 2, contribution: 1 }],
        },
      },
    ],
  };
}

describe("the name of a corpus", () => {
  it.each([
    ["/home/nora/corpora/newsgroups", "newsgroups"],
    ["corpora/newsgroups/", "newsgroups"],
    ["mail.csv", "mail.csv"],
    ["..", resolve("..").split("/").at(-1)],
    ["/", "/"],
  ])("of %s is the last part of its path", (path, name) => {
    expect(corpusNames(path)).toEqual({ corpus: name });
  });

  it("is that of the folder around a training set and a test set", () => {
    expect(corpusNames("/data/20news/train", "/data/20news/test")).toEqual({ corpus: "20news", test: "20news/test" });
  });

  it("stays its own where the test documents lie elsewhere, or the folder around both has no name", () => {
    expect(corpusNames("/data/mail-2025", "/other/mail-2026")).toEqual({ corpus: "mail-2025", test: "mail-2026" });
    expect(corpusNames("/train", "/test")).toEqual({ corpus: "train", test: "test" });
  });
});
