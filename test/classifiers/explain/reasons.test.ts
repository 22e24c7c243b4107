import { describe, expect, it } from "vitest";
import { explainRow, reasonsOf } from "../../../src/classifiers/explain/explain.js";
import { train } from "../../../src/model/training.js";

const DOCUMENTS = [
  { id: "1", label: "a", text: "one two three four five six seven one" },
  { id: "2", label: "b", text: "two three eight nine ten eleven" },
];

describe("reasonsOf", () => {
  it("returns the five strongest terms of an explanation", () => {
    const model = train(DOCUMENTS);
    const termOf = (term: number) => model.vocabulary.term(term);
    const x = model.rowOf("one two three four five six seven eight");
    const { terms, against } = explainRow(model.model, x, termOf);
    const reasons = reasonsOf(model.model, x, termOf);
    expect(reasons.against).toBe(against);
    expect(reasons.terms.map(([term]) => term)).toEqual(terms.slice(0, 5).map(({ term }) => term));
    expect(reasons.terms[0]).toEqual(["one", expect.closeTo(terms[0].contribution, 2)]);
  });

  it("has a bound for certain terms, and makes terms safe", () => {
    const model = train(DOCUMENTS, { alpha: 0 });
    const x = model.rowOf("one two");
    const reasons = reasonsOf(model.model, x, () => "\u202eterm");
    expect(reasons.terms[0]).toEqual(["\\u202eterm", 99]);
  });
});
