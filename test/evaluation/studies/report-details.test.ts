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

/** Ham about lunch, spam about prizes, and one letter in each that speaks like the other. */
const TEXTS = {
  "ham/1": "lunch meeting report tomorrow",
  "ham/2": "lunch report meeting agenda",
  "ham/3": "From: a@b\nSubject: You won\n\nprize cash   prize\nwinner urgent",
  "ham/4": "meeting agenda lunch",
  "spam/1": "prize cash winner urgent",
  "spam/2": "cash prize winner urgent now",
  "spam/3": "lunch meeting agenda now",
  "spam/4": "urgent prize cash",
};

const corpusOf = (texts: Readonly<Record<string, string>>): LabelledDocument[] =>
  Object.entries(texts).map(([id, text]) => ({ id, label: id.split("/")[0], bytes: Buffer.from(text) }));

/** The details of a corpus evaluated by itself in four folds, or on another. */
function detailsOf(options: TrainOptions, texts: Readonly<Record<string, string>> = TEXTS, other?: typeof texts) {
  const settings = settingsFrom(options);
  const corpora = other === undefined ? [corpusOf(texts)] : [corpusOf(texts), corpusOf(other)];
  const [data, test] = readCorpora(corpora, settings);
  const { rules, classifier } = resolve(settings);
  const splits = test === undefined ? folds(data.y, 4, 1) : [];
  const heldOut = test === undefined ? splitFolds(data, splits, rules) : [testFold(data, test, rules)];
  const evaluation = evaluate(heldOut, classifier, (test ?? data).labels);
  const tested: Readonly<Record<string, string>> = other ?? texts;
  const read = (id: string) => (Object.hasOwn(tested, id) ? Buffer.from(tested[id]) : undefined);
  const sources = { settings, data, test, splits, read };
  return { evaluation, sources, ids: (test ?? data).ids, details: reportDetails(evaluation, sources) };
}

describe("what a report shows beside the figures", () => {
  it("names the strongest terms of each class, over all documents", () => {
    const { details } = detailsOf({});
    expect(details.strongest.map(({ label, documents }) => [label, documents])).toEqual([
      ["ham", 4],
      ["spam", 4],
    ]);
    expect(details.strongest[0].terms[0]).toMatchObject({ term: "report", count: 2 });
  });

  const KINDS: readonly TrainOptions[] = [
    { classifier: "multinomial" },
    { classifier: "bernoulli" },
    { classifier: "multinomial", alpha: 0.1, tf: "log", idf: "smooth", norm: "l2" },
    { classifier: "combined" },
    { classifier: "logistic-regression", tf: "log", norm: "l2" },
  ];
  it.each(KINDS)("explains the surest mistakes by the model that made them: $classifier, norm $norm", (kind) => {
    for (const options of [kind, { ...kind, minCount: 2, dropTop: 1 }]) {
      const { details, evaluation, ids } = detailsOf(options);
      expect(details.mistakes.map(({ prediction }) => ids[prediction.row]).sort()).toEqual(["ham/3", "spam/3"]);
      const margins = details.mistakes.map(({ margin }) => margin);
      expect(margins).toEqual(margins.toSorted((a, b) => b - a));
      for (const { prediction, margin, explanation } of details.mistakes) {
        expect(explanation?.label).toBe(evaluation.labels[prediction.predicted]);
        expect(explanation?.against).toBe(evaluation.labels[prediction.actual]);
        // Trained again, it is the same model: its margin is that of the probabilities.
        expect(explanation?.margin).toBeCloseTo(margin, 9);
        const sum = explanation?.terms.reduce((all, { contribution }) => all + contribution, explanation.prior);
        expect(sum).toBeCloseTo(margin, 9);
        const words = TEXTS[ids[prediction.row] as keyof typeof TEXTS].toLowerCase().split(/\W+/);
        const terms = explanation?.terms.map(({ term }) => term) ?? [];
        expect(terms.length).toBeGreaterThan(0);
        expect(terms.filter((term) => !words.includes(term))).toEqual([]);
      }
    }
  });

  it("explains a mistake of leave-one-out by a model of all others", () => {
    const settings = settingsFrom({});
    const [data] = readCorpora([corpusOf(TEXTS)], settings);
    const evaluation = summary([leaveOneOut(data, makeClassifier(settings))], data.labels);
    const details = reportDetails(evaluation, { settings, data, splits: "leave one out", read: () => undefined });
    expect(details.mistakes.length).toBeGreaterThan(1);
    for (const { margin, explanation } of details.mistakes) expect(explanation?.margin).toBeCloseTo(margin, 9);
  });

  it("explains against the second best class if training has no document of the right one", () => {
    const other = { "ham/9": "prize cash winner", "news/1": "lunch prize", "news/2": "cash" };
    const { details, ids } = detailsOf({}, TEXTS, other);
    const byId = new Map(details.mistakes.map((mistake) => [ids[mistake.prediction.row], mistake]));
    expect([...byId.keys()].sort()).toEqual(["ham/9", "news/1", "news/2"]);
    expect(byId.get("ham/9")?.explanation).toMatchObject({ label: "spam", against: "ham" });
    expect(byId.get("news/2")).toMatchObject({ margin: Infinity, explanation: { label: "spam", against: "ham" } });
  });

  it("shows each document once", () => {
    const settings = settingsFrom({});
    const [data] = readCorpora([corpusOf(TEXTS)], settings);
    const splits = folds(data.y, 4, 1, 3);
    const evaluation = evaluate(splitFolds(data, splits), makeClassifier(settings), data.labels);
    const sources = { settings, data, splits, read: () => undefined };
    const rows = reportDetails(evaluation, sources).mistakes.map(({ prediction }) => prediction.row);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

describe("the excerpt of a document", () => {
  const mistakesOf = (text: string, options: TrainOptions = {}) => {
    const { details } = detailsOf(options, TEXTS, { "ham/1": text });
    return details.mistakes[0];
  };

  it("is the beginning of its body, in one line, with the subject of a message", () => {
    expect(mistakesOf(TEXTS["ham/3"])).toMatchObject({ subject: "You won", excerpt: "prize cash prize winner urgent" });
    expect(mistakesOf("cash\n\nprize")).toMatchObject({ subject: undefined, excerpt: "cash prize" });
  });

  it("is the text of mail as it is read", () => {
    const html = "Subject: =?utf-8?q?f=C3=BCr?= you\nContent-Type: text/html\n\n<p>prize <b>c</b>ash<p hidden>poem";
    expect(mistakesOf(html, { classifier: "multinomial", as: "mail" })).toMatchObject({
      subject: "für you",
      excerpt: "prize cash",
    });
  });

  it("is cut between words, or characters where there are no words", () => {
    const long = mistakesOf("prize cash ".repeat(100)).excerpt ?? "";
    expect(long).toMatch(/ (?:prize|cash) …$/);
    expect(long.length).toBeLessThanOrEqual(322);
    const emoji = mistakesOf(`prize,${"\u{1f600}".repeat(400)}`).excerpt ?? "";
    expect(emoji).toMatch(/^prize,(?:\u{1f600})+ …$/u);
  });

  it("is missing if the document is gone or unreadable", () => {
    const folder = folderWith({ ham: { "1": "text" } });
    const read = documentReader(readFolders(folder));
    expect(Buffer.from(read("ham/1") ?? "").toString()).toBe("text");
    rmSync(join(folder, "ham", "1"));
    expect(read("ham/1")).toBeUndefined();
    const { evaluation, sources } = detailsOf({});
    const [mistake] = reportDetails(evaluation, { ...sources, read: () => undefined }).mistakes;
    expect(mistake).toMatchObject({ subject: undefined, excerpt: undefined });
  });
});
