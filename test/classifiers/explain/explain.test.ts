import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { explainRow } from "../../../src/classifiers/explain/explain.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { linearModel } from "../samples.js";

const termOf = (term: number) => ["ant", "bee", "cat", "dog"][term];

describe("explainRow", () => {
  const model = linearModel([-1, -2, -8], ["-1 -3 -1", "-4 -1 -1", "-2 -2 -2", "-1 -2 -1"]);

  it("gives the two best classes, the margin of an empty document, and the terms, the strongest first", () => {
    expect(explainRow(model, matrixFromRows([[2, 1, 3, 1]]), termOf)).toEqual({
      label: "c0",
      against: "c1",
      margin: 3,
      prior: 1,
      terms: [
        { term: "ant", count: 2, contribution: 4 },
        { term: "bee", count: 1, contribution: -3 },
        { term: "dog", count: 1, contribution: 1 },
        { term: "cat", count: 3, contribution: 0 },
      ],
    });
  });

  it("explains any class against any other, if asked", () => {
    const x = matrixFromRows([[2, 1, 3, 1]]);
    const { label, against, margin, prior, terms } = explainRow(model, x, termOf, [2, 0]);
    expect([label, against, margin, prior]).toEqual(["c2", "c0", -4, -7]);
    expect(terms.map(({ term, contribution }) => [term, contribution])).toEqual([
      ["bee", 3],
      ["ant", 0],
      ["cat", 0],
      ["dog", 0],
    ]);
  });

  it("refuses a pair that is not two classes of the model", () => {
    const x = matrixFromRows([[1, 0, 0, 0]]);
    for (const pair of [
      [0, 3],
      [-1, 0],
      [1, 1],
      [0.5, 1],
    ] as const) {
      expect(() => explainRow(model, x, termOf, pair)).toThrow(
        new UsageError(`explain: a pair must be two different class indices from 0 to 2, not ${pair}`),
      );
    }
  });

  it("treats two impossible classes as equal", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    const { label, against, margin } = explainRow(
      linearModel([impossible, impossible], []),
      matrixFromRows([[]]),
      termOf,
    );
    expect([label, against, margin]).toEqual(["c0", "c1", 0]);
  });

  it("puts an impossible class last", () => {
    const impossible = Number.NEGATIVE_INFINITY;
    const { label, against, margin } = explainRow(linearModel([impossible, -9, -5], []), matrixFromRows([[]]), termOf);
    expect([label, against, margin]).toEqual(["c2", "c1", 4]);
    expect(explainRow(linearModel([impossible, -9], []), matrixFromRows([[]]), termOf).margin).toBe(
      Number.POSITIVE_INFINITY,
    );
  });
});
