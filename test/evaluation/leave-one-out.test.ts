import { describe, expect, it } from "vitest";
import { multinomial } from "../../src/classifiers/multinomial.js";
import { DataError } from "../../src/errors.js";
import { leaveOneOut } from "../../src/evaluation/leave-one-out.js";
import { dataOf } from "./small-corpora.js";

describe("leaveOneOut", () => {
  it.each([0, 1])("refuses %d documents: nothing would be left to learn from", (documents) => {
    const data = dataOf([{ words: ["ant"], label: 0 }].slice(0, documents));
    expect(() => leaveOneOut(data, multinomial())).toThrow(
      new DataError(`leave-one-out: required at least two documents, found ${documents}`),
    );
  });
});
