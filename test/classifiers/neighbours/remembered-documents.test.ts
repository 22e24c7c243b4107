import { describe, expect, it } from "vitest";
import { RememberedDocuments } from "../../../src/classifiers/neighbours/remembered-documents.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";

describe("remembered documents", () => {
  /** A document of one term for each value. */
  const documentsOf = (values: readonly number[]) =>
    RememberedDocuments.of({
      x: matrixFromRows(values.map((value) => [value])),
      y: values.map(() => 0),
      labels: ["a"],
    });

  it.each([
    [256, Uint8Array],
    [257, Uint16Array],
    [65_536, Uint16Array],
    [65_537, undefined],
  ])("come back from as few bytes per value as %d distinct values need", (n, type) => {
    const documents = documentsOf(Array.from({ length: n }, (_, i) => (n - i) / 3));
    const arrays = documents.arrays();
    expect(arrays["documents.codes"]?.constructor).toBe(type);
    expect(RememberedDocuments.restored(["a"], 1, arrays).x.values).toEqual(documents.x.values);
  });

  it.each([[[1]], [[2, 2]], [[2, 1]], [[1, Number.NaN]]])("are refused with the distinct values %j", (distinct) => {
    const arrays = { ...documentsOf([1, 2]).arrays(), "documents.distinct": Float64Array.from(distinct) };
    expect(() => RememberedDocuments.restored(["a"], 1, arrays)).toThrow(/damaged: documents/);
  });
});
