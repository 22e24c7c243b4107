import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { requireDataset } from "../../src/classifiers/require-dataset.js";
import { type Dataset, matrixFromRows, UNLABELLED } from "../../src/features/sparse-matrix.js";
import { matrixOf } from "../features/dense.js";

describe("requireDataset", () => {
  const data: Dataset = { x: matrixOf([[1], [2], [null]], 1), y: [0, 1, 1], labels: ["a", "b"], weights: [1, 0, 2.5] };

  it("accepts a data set whose parts fit together", () => {
    expect(() => requireDataset("here", data)).not.toThrow();
    expect(() => requireDataset("here", { ...data, y: Uint32Array.of(0, 1, 1), weights: undefined })).not.toThrow();
  });

  it("accepts rows without a label only for methods that learn from them", () => {
    const some = { ...data, y: Uint32Array.of(0, UNLABELLED, 1) };
    expect(() => requireDataset("here", some, true)).not.toThrow();
    expect(() => requireDataset("here", some)).toThrow(DataError);
  });

  it.each([
    [DataError, { labels: [] }, "here: there is no class to learn"],
    [DataError, { x: matrixFromRows([]), y: [] }, "here: there is no document to learn from"],
    [UsageError, { y: [0, 1] }, "here: there are 2 class indices for 3 rows"],
    [UsageError, { y: [0, 1, 1, 0] }, "here: there are 4 class indices for 3 rows"],
    [UsageError, { weights: [1, 1] }, "here: there are 2 weights for 3 rows"],
    [UsageError, { weights: [] }, "here: there are 0 weights for 3 rows"],
    [UsageError, { y: [0, 2, 1] }, "here: row 1: a class index must be from 0 to 1, not 2"],
    [UsageError, { labels: ["a"] }, "here: row 1: a class index must be from 0 to 0, not 1"],
    [UsageError, { y: [-1, 0, 1] }, "here: row 0: a class index must be from 0 to 1, not -1"],
    [UsageError, { y: [0, 0.5, 1] }, "here: row 1: a class index must be from 0 to 1, not 0.5"],
    [UsageError, { y: [0, 0, Number.NaN] }, "here: row 2: a class index must be from 0 to 1, not NaN"],
    [UsageError, { weights: [1, -1, 1] }, "here: row 1: a weight must be finite and at least 0, not -1"],
    [UsageError, { weights: [1, 1, Number.NaN] }, "here: row 2: a weight must be finite and at least 0, not NaN"],
    [
      UsageError,
      { weights: [Number.POSITIVE_INFINITY, 1, 1] },
      "here: row 0: a weight must be finite and at least 0, not Infinity",
    ],
  ])("throws a %o where the parts are %j", (error, change, message) => {
    const check = () => requireDataset("here", { ...data, ...change });
    expect(check).toThrow(error);
    expect(check).toThrow(message);
  });
});
