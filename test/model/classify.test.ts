import { describe, expect, it } from "vitest";
import { classify, counterfactual, explain } from "../../src/model/classify.js";
import { train } from "../../src/model/training.js";

const document = (label: string, text: string) => ({ id: `${label}/${text}`, label, bytes: Buffer.from(text) });
const CORPUS = [document("ham", "letter home letter"), document("ham", "home"), document("spam", "prize home prize")];

describe("classify", () => {
  it("gives the class, its probability and the others in order, as by hand", () => {
    const { label, probability, ranking, knownTokens } = classify(train(CORPUS), "a prize at home");
    // P(ham) 2/3, and of 3 terms: prize 1/7, home 3/7. P(spam) 1/3, prize 3/6, home 2/6.
    const ham = (2 / 3) * (1 / 7) * (3 / 7);
    const spam = (1 / 3) * (3 / 6) * (2 / 6);
    expect({ label, knownTokens }).toEqual({ label: "spam", knownTokens: 2 });
    expect(probability).toBeCloseTo(spam / (ham + spam), 12);
    expect(ranking.map((entry) => entry.label)).toEqual(["spam", "ham"]);
    expect(ranking[1].probability).toBeCloseTo(ham / (ham + spam), 12);
  });

  it("takes a string, bytes or a document, and means the same, again after any other document", () => {
    const model = train(CORPUS);
    const expected = classify(model, "letter home");
    const bytes = Buffer.from("letter home");
    for (const same of [bytes, new Uint8Array(bytes), { id: "x", bytes }]) {
      for (const other of ["", "prize prize prize", "unknown words"]) classify(model, other);
      expect(classify(model, same)).toEqual(expected);
    }
  });

  it("prefers the first of classes that are equally probable", () => {
    const model = train([document("b", "x"), document("a", "x"), document("c", "x")]);
    expect(classify(model, "").ranking.map(({ label }) => label)).toEqual(["a", "b", "c"]);
  });
});

describe("explain", () => {
  it("splits the margin into the prior and the terms, as by hand", () => {
    const { label, against, margin, prior, terms } = explain(train(CORPUS), "a prize at home, a prize");
    expect({ label, against }).toEqual({ label: "spam", against: "ham" });
    expect(prior).toBeCloseTo(Math.log(1 / 2), 12);
    expect(terms).toEqual([
      { term: "prize", count: 2, contribution: expect.closeTo(2 * Math.log(3 / 6 / (1 / 7)), 12) },
      { term: "home", count: 1, contribution: expect.closeTo(Math.log(2 / 6 / (3 / 7)), 12) },
    ]);
    expect(margin).toBeCloseTo(prior + terms[0].contribution + terms[1].contribution, 12);
  });
});

describe("counterfactual", () => {
  it("names the fewest terms without which the answer is another, as by hand", () => {
    const model = train(CORPUS);
    expect(classify(model, "prize home letter").label).toBe("ham");
    expect(counterfactual(model, "prize home letter")).toEqual({ label: "spam", terms: ["letter"], smallest: true });
    expect(counterfactual(model, Buffer.from("home"))).toEqual({ label: undefined, terms: [], smallest: true });
    expect(explain(model, "prize home letter", { label: "spam" })).toMatchObject({ label: "spam", against: "ham" });
  });
});
