import { describe, expect, it } from "vitest";
import type { SparseMatrix } from "../../src/features/sparse-matrix.js";
import { classify, counterfactual, explain } from "../../src/model/classify.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import type { TrainOptions } from "../../src/model/options.js";
import type { TextModel } from "../../src/model/text-model.js";
import { train } from "../../src/model/training.js";

const CORPUS = [
  { id: "ham/1", label: "ham", bytes: Buffer.from("letter home letter") },
  { id: "ham/2", label: "ham", bytes: Buffer.from("home garden") },
  { id: "spam/1", label: "spam", bytes: Buffer.from("prize cash prize home") },
];

const modelOf = (options: TrainOptions = {}) => train(CORPUS, options);

function counts(model: TextModel, x: SparseMatrix): Record<string, number> {
  return Object.fromEntries(Array.from(x.ids, (id, i) => [model.vocabulary.term(id), x.values[i]]));
}

describe("a text model", () => {
  it("knows its classes, terms and counts", () => {
    const model = modelOf();
    expect(model.labels).toEqual(["ham", "spam"]);
    expect([...model.vocabulary]).toEqual(["cash", "garden", "home", "letter", "prize"]);
    expect([...model.counts.documents]).toEqual([2, 1]);
    expect([...model.counts.totals]).toEqual([5, 4]);
  });

  it("makes a row of a document: known terms, in the order in which they first occur, or their presence", () => {
    const model = modelOf();
    const row = model.rowOf("prize for a letter, prize at home");
    expect(row).toMatchObject({ rows: 1, columns: 5 });
    expect(Object.entries(counts(model, row)).join()).toBe("prize,2,letter,1,home,1");
    expect(counts(model, model.rowOf(""))).toEqual({});
    expect(counts(model, model.rowOf("home"))).toEqual({ home: 1 });
    const ofPresence = modelOf({ classifier: "bernoulli" });
    expect(counts(ofPresence, ofPresence.rowOf("prize prize letter"))).toEqual({ prize: 1, letter: 1 });
  });

  it("reads mail and texts as before when it expects many documents", () => {
    const letter = "Subject: Préparer le café\nFrom: Zoë <zoe@mail.example>\n\nLetter, e-mail at home: 漢字 don't\n";
    for (const options of [{}, { preset: "mail" }, { minCount: 2, dropTop: 1 }] as const) {
      const [before, ready] = [deserialize(serialize(modelOf(options))), modelOf(options)];
      const texts = [...CORPUS.map(({ bytes }) => bytes), letter, `${letter}${"home ".repeat(60_000)}`];
      for (const model of [deserialize(serialize(ready)), ready]) {
        model.expectMany();
        for (const text of texts) {
          const [x, expected] = [model.rowOf(text), before.rowOf(text)];
          expect(x).toEqual(expected);
          expect(model.knowsWords(x)).toBe(before.knowsWords(expected));
        }
      }
    }
  });

  it("leaves out terms by its rules, and keeps the counts of all of them for later learning", () => {
    const model = modelOf({ minCount: 2, dropTop: 1 });
    expect([...model.vocabulary]).toEqual(["letter", "prize"]);
    expect([...model.training.vocabulary]).toEqual(["cash", "garden", "home", "letter", "prize"]);
    expect(counts(model, model.rowOf("letter home cash"))).toEqual({ letter: 1 });
    expect([...model.counts.totals]).toEqual([2, 2]);
    const again = deserialize(serialize(model));
    expect([...again.vocabulary]).toEqual(["letter", "prize"]);
    expect([...again.training.vocabulary]).toEqual([...model.training.vocabulary]);
  });

  it("may be left without any term, and then goes by the prior", () => {
    const byPrior = { label: "ham", knownTokens: 0, probability: expect.closeTo(2 / 3, 12) };
    expect(classify(modelOf({ minCount: 99 }), "letter")).toMatchObject(byPrior);
  });

  it("reads bytes in its encoding, and strings as they are", () => {
    const latin1 = Buffer.from("caf\xe9 na\xefve", "latin1");
    const documents = [latin1, Buffer.from("prize")].map((bytes, i) => ({ label: String(i), bytes }));
    for (const encoding of ["auto", "latin1", "windows-1252", "iso-8859-1"]) {
      const model = train(documents, { encoding });
      expect([...model.vocabulary]).toEqual(["café", "naïve", "prize"]);
      expect(counts(model, model.rowOf(latin1))).toEqual({ café: 1, naïve: 1 });
      expect(counts(model, model.rowOf("café naïve"))).toEqual({ café: 1, naïve: 1 });
    }
  });
});

const document = (label: string, text: string) => ({ id: `${label}/${text}`, label, bytes: Buffer.from(text) });
const LETTERS = [document("ham", "letter home letter"), document("ham", "home"), document("spam", "prize home prize")];

describe("a model of three letters", () => {
  it("gives the class, its probability and the others in order, as by hand", () => {
    const { label, probability, ranking, knownTokens } = classify(train(LETTERS), "a prize at home");
    // P(ham) 2/3, and of 3 terms: prize 1/7, home 3/7. P(spam) 1/3, prize 3/6, home 2/6.
    const ham = (2 / 3) * (1 / 7) * (3 / 7);
    const spam = (1 / 3) * (3 / 6) * (2 / 6);
    expect({ label, knownTokens }).toEqual({ label: "spam", knownTokens: 2 });
    expect(probability).toBeCloseTo(spam / (ham + spam), 12);
    expect(ranking.map((entry) => entry.label)).toEqual(["spam", "ham"]);
    expect(ranking[1].probability).toBeCloseTo(ham / (ham + spam), 12);
  });

  it("splits the margin into the prior and the terms, as by hand", () => {
    const { label, against, margin, prior, terms } = explain(train(LETTERS), "a prize at home, a prize");
    expect({ label, against }).toEqual({ label: "spam", against: "ham" });
    expect(prior).toBeCloseTo(Math.log(1 / 2), 12);
    expect(terms).toEqual([
      { term: "prize", count: 2, contribution: expect.closeTo(2 * Math.log(3 / 6 / (1 / 7)), 12) },
      { term: "home", count: 1, contribution: expect.closeTo(Math.log(2 / 6 / (3 / 7)), 12) },
    ]);
    expect(margin).toBeCloseTo(prior + terms[0].contribution + terms[1].contribution, 12);
  });

  it("names the fewest terms without which the answer is another, as by hand", () => {
    const model = train(LETTERS);
    expect(classify(model, "prize home letter").label).toBe("ham");
    expect(counterfactual(model, "prize home letter")).toEqual({ label: "spam", terms: ["letter"], smallest: true });
    expect(counterfactual(model, Buffer.from("home"))).toEqual({ label: undefined, terms: [], smallest: true });
    expect(explain(model, "prize home letter", { label: "spam" })).toMatchObject({ label: "spam", against: "ham" });
  });
});
