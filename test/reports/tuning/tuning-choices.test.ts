import { describe, expect, it } from "vitest";
import { type Candidate, candidatesOf } from "../../../src/evaluation/studies/tuning-grid.js";
import {
  candidateText,
  choiceText,
  presentChoices,
  tellingChoices,
  tuningAxis,
  tuningSeries,
  valuesOf,
} from "../../../src/reports/tuning/tuning-choices.js";
import { tuned } from "./tuning-sample.js";

const candidates = (...choices: Partial<Candidate>[]) => choices.map((each) => tuned(0.9, [0, 0], each));

describe("the choices of a tuning", () => {
  it("are named if they differ from the defaults", () => {
    const [plain, other] = candidates({}, { alpha: 0.1, tf: "log", norm: "l2", prior: "uniform", ngrams: [1, 2] });
    expect(candidateText(plain.candidate)).toBe("multinomial, alpha 1");
    expect(candidateText(other.candidate)).toBe("multinomial, alpha 0.1, prior uniform, tf log, norm l2, ngrams 1-2");
  });

  it("tell candidates apart where they differ, or are told with the method", () => {
    expect(tellingChoices(candidates({}, {}))).toEqual(["alpha"]);
    const telling = tellingChoices(candidates({ norm: "l1" }, { norm: "l2", maxTerms: 5 }));
    expect(telling).toEqual(["alpha", "norm", "maxTerms"]);
  });

  it("do not tell candidates apart where methods have them in ways of their own", () => {
    const tried = candidatesOf({ classifier: ["multinomial", "complement"], alpha: [1], minDocuments: [1] });
    expect(tried.map(({ prior }) => prior)).toEqual(["fit", "none"]);
    expect(tellingChoices(tried.map((candidate) => ({ candidate })))).toEqual(["alpha"]);
    expect(tried.map(candidateText)).toEqual(["multinomial, alpha 1", "complement, alpha 1"]);
    const [normalized] = candidatesOf({ classifier: ["complement"], normalize: [true, false] });
    expect(candidateText(normalized)).toBe("complement, normalize");
  });

  it("are not there of a method without them", () => {
    const { alpha: _, ...without } = tuned(0.9, [0, 0]).candidate;
    const [one, two] = candidates({}, {}).map((each) => ({ ...each, candidate: without }));
    expect(tellingChoices([one, two])).toEqual([]);
    expect(presentChoices([one])).not.toContain("alpha");
    expect(valuesOf([one], "alpha")).toEqual([]);
    expect(candidateText(one.candidate)).toBe("multinomial");
    expect(tuningAxis([one, two])).toBe("alpha");
  });

  it("have each value once", () => {
    expect(valuesOf(candidates({ alpha: 1 }, { alpha: 0.1 }, { alpha: 1 }), "alpha")).toEqual([1, 0.1]);
    expect(valuesOf(candidates({ ngrams: [1, 2] }, { ngrams: [1, 2] }), "ngrams")).toEqual([[1, 2]]);
  });

  it("are written as the command takes them", () => {
    const values = [undefined, Number.POSITIVE_INFINITY, 0.5, "l2", [1, 2]] as const;
    expect(values.map(choiceText)).toEqual(["", "all", "0.5", "l2", "1-2"]);
  });
});

describe("the lines of a tuning's plot", () => {
  it("have at each alpha above 0 the best candidate of the classifier, with its interval", () => {
    const candidates = [
      tuned(0.9, [0, 0], { alpha: 1, dropTop: 5 }),
      tuned(0.8, [0.1, 0], { classifier: "bernoulli", alpha: 0.1 }),
      tuned(0.7, [0.2, 0], { alpha: 0.01 }),
      tuned(0.6, [0.3, 0], { alpha: 1 }),
      tuned(0.5, [0.4, 0], { alpha: 0 }),
    ];
    const point = (x: number, y: number) => ({ x, y, low: y - 0.02, high: y + 0.02 });
    expect(tuningSeries({ candidates })).toEqual([
      { name: "multinomial", points: [point(0.01, 0.7), point(1, 0.9)] },
      { name: "bernoulli", points: [point(0.1, 0.8)] },
    ]);
  });

  it("has no points of a classifier without an alpha above 0", () => {
    expect(tuningSeries({ candidates: [tuned(0.9, [0, 0], { alpha: 0 })] })).toEqual([
      { name: "multinomial", points: [] },
    ]);
  });
});
