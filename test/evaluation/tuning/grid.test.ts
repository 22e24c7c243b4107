import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { candidatesOf, DEFAULT_GRID, type Grid } from "../../../src/evaluation/tuning/grid.js";
import type { Settings } from "../../../src/model/settings.js";

/** The values of some settings of each candidate. */
const shown = (grid: Grid, ...names: readonly (keyof Settings)[]) =>
  settingsOf(grid).map((settings) => names.map((name) => String(settings[name])).join(" "));

const settingsOf = (grid: Grid) => candidatesOf(grid).map(({ settings }) => settings);

describe("the candidates of a grid", () => {
  it("are every combination of its values", () => {
    const alpha = [1, 0.1];
    const candidates = settingsOf({ classifier: ["bernoulli"], alpha, minDocuments: [1], maxTerms: [5, 10, 20] });
    const all = alpha.flatMap((alpha) => [5, 10, 20].map((maxTerms) => ({ alpha, maxTerms })));
    expect(candidates).toMatchObject(all);
    expect(candidates[0]).toMatchObject({
      ...{ classifier: "bernoulli", alpha: 1, prior: "fit", tf: "count", idf: "none", idfPower: 1, norm: "none" },
      ...{ ngrams: [1, 1], minCount: 1, minDocuments: 1, maxDocumentShare: 1, dropTop: 0, maxTerms: 5 },
      selectBy: "count",
    });
  });

  it("are few where nothing is chosen, with every classifier among them", () => {
    const candidates = candidatesOf();
    expect(candidates).toHaveLength(DEFAULT_GRID.classifier.length * 14);
    expect(new Set(candidates.map(({ settings }) => settings.classifier))).toEqual(new Set(DEFAULT_GRID.classifier));
    expect(candidatesOf({ alpha: undefined })).toEqual(candidates);
  });

  const WRONG: readonly (readonly [object, string])[] = [
    [{ alpha: [] }, "tune: alpha: give at least one value"],
    [{ alpha: [1, -1] }, "alpha must be a number from 0 to 1e+100, not -1"],
    [{ classifier: ["nearest"] }, 'there is no classifier "nearest"; choose one of multinomial, bernoulli'],
    [{ prior: ["even"] }, 'prior must be "fit", '],
    [{ ngrams: [[2, 1]] }, "ngrams: 2-1 is not a range of whole numbers from 1 to 8"],
    [{ stem: ["porter"] }, 'tune: "stem" cannot be tuned; choose from classifier, alpha, mEstimate,'],
  ];
  it.each(WRONG)("refuse invalid choices (%#)", (grid, message) => {
    expect(() => candidatesOf(grid as Grid)).toThrow(message);
  });

  it("merge candidates that are equal, and refuse a setting that has no effect", () => {
    const grid: Grid = { classifier: ["multinomial"], alpha: [1], minDocuments: [1] };
    expect(shown({ ...grid, dropTop: [0, 1, 1] }, "dropTop")).toEqual(["0", "1"]);
    expect(() => candidatesOf({ ...grid, idfPower: [2] })).toThrow(
      new UsageError("idfPower 2 has no effect without an inverse document frequency: choose idf, or leave it out"),
    );
  });

  it("leave out options that a method does not have, unless no method has them", () => {
    const grid: Grid = { classifier: ["multinomial", "combined"], alpha: [1, 0.1], minDocuments: [1] };
    expect(shown(grid, "classifier", "alpha")).toEqual(["multinomial 1", "multinomial 0.1", "combined undefined"]);
    expect(settingsOf(grid)[2]).not.toHaveProperty("prior");
    expect(() => candidatesOf({ classifier: ["combined"], alpha: [1] })).toThrow(
      new UsageError("tune: alpha is not an option of combined"),
    );
  });

  it("leave a value out for a method that refuses it, if another takes it", () => {
    const grid: Grid = { classifier: ["multinomial", "complement"], alpha: [0, 1], minDocuments: [1] };
    const expected = ["multinomial 0 fit", "multinomial 1 fit", "complement 1 none"];
    expect(shown(grid, "classifier", "alpha", "prior")).toEqual(expected);
    expect(() => candidatesOf({ classifier: ["complement"], alpha: [0] })).toThrow(
      new UsageError("complement: alpha must be a number above 0 and at most 1e+100, not 0"),
    );
  });

  it("try an option that stands in place of alpha without alpha", () => {
    const grid: Grid = { classifier: ["multinomial"], mEstimate: [1, 5], minDocuments: [1] };
    expect(shown(grid, "alpha", "mEstimate")).toEqual(["undefined 1", "undefined 5"]);
    expect(() => candidatesOf({ classifier: ["multinomial"], mEstimate: [1], alpha: [1] })).toThrow(UsageError);
  });

  it("do not try values of their own of alpha beside another option that is tried of the same method", () => {
    const members = [[{ classifier: "multinomial", weight: 1 }], [{ classifier: "bernoulli", weight: 2 }]];
    const candidates = settingsOf({ classifier: ["combined", "bernoulli"], members, minDocuments: [1] });
    const expected = [...members.map((of) => ["combined", of]), ...Array(7).fill(["bernoulli", undefined])];
    expect(candidates.map((one) => [one.classifier, one.members])).toEqual(expected);
  });
});
