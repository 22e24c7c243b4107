import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { readFolders } from "../../../src/documents/corpora/folders.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { evaluate, summary } from "../../../src/evaluation/evaluate.js";
import { leaveOneOut } from "../../../src/evaluation/protocols/leave-one-out.js";
import { documentReader, reportDetails } from "../../../src/evaluation/studies/report-details.js";
import { readCorpora } from "../../../src/features/corpus/read-corpus.js";
import { splitFolds, testFold } from "../../../src/model/fitting/fold.js";
import { folds } from "../../../src/model/fitting/splits.js";
import type { TrainOptions } from "../../../src/model/options.js";
import { resolve, settingsFrom } from "../../../src/model/settings.js";
import { folderWith } from "../../helpers/folder.js";

type Texts = Readonly<Record<string, string>>;

/** Ham about lunch, spam about prizes, and one letter in each that speaks like the other. */
const TEXTS: Texts = {
  "ham/1": "lunch meeting report tomorrow",
  "ham/2": "lunch report meeting agenda",
  "ham/3": "From: a@b\nSubject: You won\n\nprize cash   prize\nwinner urgent",
  "ham/4": "meeting agenda lunch",
  "spam/1": "prize cash winner urgent",
  "spam/2": "cash prize winner urgent now",
  "spam/3": "lunch meeting agenda now",
  "spam/4": "urgent prize cash",
};

const corpusOf = (texts: Texts): LabelledDocument[] =>
  Object.entries(texts).map(([id, text]) => ({ id, label: id.split("/")[0], bytes: Buffer.from(text) }));

/** The details of the texts, evaluated by themselves in four folds, or on others. */
function detailsOf(options: TrainOptions, other?: Texts, repeats = 1) {
  const settings = settingsFrom(options);
  const [data, test] = readCorpora(other === undefined ? [corpusOf(TEXTS)] : [TEXTS, other].map(corpusOf), settings);
  const { rules, classifier } = resolve(settings);
  const splits = test === undefined ? folds(data.y, 4, 1, repeats) : [];
  const heldOut = test === undefined ? splitFolds(data, splits, rules) : [testFold(data, test, rules)];
  const evaluation = evaluate(heldOut, classifier, (test ?? data).labels);
  const read = (id: string) => Buffer.from((other ?? TEXTS)[id]);
  const sources = { settings, data, test, splits, read };
  return { evaluation, sources, ids: (test ?? data).ids, ...reportDetails(evaluation, sources) };
}

describe("what a report shows beside the figures", () => {
  it("names the strongest terms of each class, over all documents", () => {
    const [ham, spam] = detailsOf({}).strongest;
    expect(ham).toMatchObject({ label: "ham", documents: 4 });
    expect(spam).toMatchObject({ label: "spam", documents: 4 });
    expect(ham.terms[0]).toMatchObject({ term: "report", count: 2 });
  });

  it.each<TrainOptions>([
    { classifier: "multinomial" },
    { classifier: "bernoulli" },
    { classifier: "multinomial", alpha: 0.1, tf: "log", idf: "smooth", norm: "l2" },
    { classifier: "combined" },
    { classifier: "logistic-regression", tf: "log", norm: "l2" },
  ])("explains the surest mistakes by the model that made them: $classifier, norm $norm", (kind) => {
    for (const options of [kind, { ...kind, minCount: 2, dropTop: 1 }]) {
      const { mistakes, evaluation, ids } = detailsOf(options);
      expect(mistakes.map(({ prediction }) => ids[prediction.row]).sort()).toEqual(["ham/3", "spam/3"]);
      const margins = mistakes.map(({ margin }) => margin);
      expect(margins).toEqual(margins.toSorted((a, b) => b - a));
      for (const { prediction, margin, explanation } of mistakes) {
        const [label, against] = [prediction.predicted, prediction.actual].map((c) => evaluation.labels[c]);
        expect(explanation).toMatchObject({ label, against });
        // Trained again, it is the same model: its margin is that of the probabilities.
        expect(explanation.margin).toBeCloseTo(margin, 9);
        const sum = explanation.terms.reduce((all, { contribution }) => all + contribution, explanation.prior);
        expect(sum).toBeCloseTo(margin, 9);
        const words = TEXTS[ids[prediction.row]].toLowerCase().split(/\W+/);
        expect(explanation.terms.length).toBeGreaterThan(0);
        for (const { term } of explanation.terms) expect(words).toContain(term);
      }
    }
  });

  it("explains a mistake of leave-one-out by a model of all others", () => {
    const { sources } = detailsOf({});
    const { data, settings } = sources;
    const evaluation = summary([leaveOneOut(data, makeClassifier(settings))], data.labels);
    const { mistakes } = reportDetails(evaluation, { ...sources, splits: "leave one out" });
    expect(mistakes.length).toBeGreaterThan(1);
    for (const { margin, explanation } of mistakes) expect(explanation.margin).toBeCloseTo(margin, 9);
  });

  it("explains against the second best class if training has no document of the right one", () => {
    const { mistakes, ids } = detailsOf(
      {},
      { "ham/9": "prize cash winner", "news/1": "lunch prize", "news/2": "cash" },
    );
    const byId = new Map(mistakes.map((mistake) => [ids[mistake.prediction.row], mistake]));
    expect([...byId.keys()].sort()).toEqual(["ham/9", "news/1", "news/2"]);
    expect(byId.get("ham/9")?.explanation).toMatchObject({ label: "spam", against: "ham" });
    expect(byId.get("news/2")).toMatchObject({ margin: Infinity, explanation: { label: "spam", against: "ham" } });
  });

  it("shows each document once", () => {
    const rows = detailsOf({}, undefined, 3).mistakes.map(({ prediction }) => prediction.row);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

describe("the excerpt of a document", () => {
  const mistakeOf = (text: string, options: TrainOptions = {}) => detailsOf(options, { "ham/1": text }).mistakes[0];

  it("is the beginning of its body, in one line, with the subject of a message", () => {
    expect(mistakeOf(TEXTS["ham/3"])).toMatchObject({ subject: "You won", excerpt: "prize cash prize winner urgent" });
    expect(mistakeOf("cash\n\nprize")).toMatchObject({ subject: undefined, excerpt: "cash prize" });
  });

  it("is the text of mail as it is read", () => {
    const html = "Subject: =?utf-8?q?f=C3=BCr?= you\nContent-Type: text/html\n\n<p>prize <b>c</b>ash<p hidden>poem";
    expect(mistakeOf(html, { classifier: "multinomial", as: "mail" })).toMatchObject({
      subject: "für you",
      excerpt: "prize cash",
    });
  });

  it("is cut between words, or characters where there are no words", () => {
    const long = mistakeOf("prize cash ".repeat(100)).excerpt ?? "";
    expect(long).toMatch(/ (?:prize|cash) …$/);
    expect(long.length).toBeLessThanOrEqual(322);
    expect(mistakeOf(`prize,${"\u{1f600}".repeat(400)}`).excerpt).toMatch(/^prize,(?:\u{1f600})+ …$/u);
  });

  it("is missing if the document is gone", () => {
    const folder = folderWith({ ham: { "1": "text" } });
    const read = documentReader(readFolders(folder));
    expect(read("ham/1")).toEqual(Buffer.from("text"));
    rmSync(join(folder, "ham", "1"));
    expect(read("ham/1")).toBeUndefined();
    const { evaluation, sources } = detailsOf({});
    const [mistake] = reportDetails(evaluation, { ...sources, read: () => undefined }).mistakes;
    expect(mistake).toMatchObject({ subject: undefined, excerpt: undefined });
  });
});
