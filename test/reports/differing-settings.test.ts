import { describe, expect, it } from "vitest";
import { differingProtocol, differingSettings, settingText } from "../../src/reports/differing-settings.js";
import { sampleFile } from "./comparison-sample.js";

const { classifier } = sampleFile();

describe("the settings in which two evaluations differ", () => {
  it("are those and no others, called as the command has them", () => {
    expect(differingSettings(sampleFile(), sampleFile({ path: "b.json" }))).toEqual([]);
    const other = sampleFile({
      classifier: { ...classifier, name: "bernoulli", tokenLength: [2, 20], minCount: 3 },
      protocol: { kind: "holdout", share: 1 / 4, repeats: 2, seed: 1 },
      documents: { train: 110, test: 40 },
    });
    expect(differingSettings(sampleFile(), other)).toEqual([
      { name: "classifier", a: "multinomial", b: "bernoulli" },
      { name: "token-length", a: [2, 256], b: [2, 20] },
      { name: "min-count", a: 1, b: 3 },
      { name: "holdout", a: 1 / 3, b: 1 / 4 },
      { name: "documents to learn from", a: 100, b: 110 },
    ]);
  });

  it("may be there in one of the two only, and be called anything", () => {
    const a = sampleFile({ classifier: JSON.parse('{ "name": "x", "__proto__": 1, "constructor": 2 }') });
    const b = sampleFile({ classifier: { name: "x" } });
    expect(differingSettings(a, b)).toEqual([
      { name: "__proto__", a: 1, b: undefined },
      { name: "constructor", a: 2, b: undefined },
    ]);
    expect(differingSettings(b, a)).toHaveLength(2);
  });

  it("are of the protocol its kind alone where that differs", () => {
    const folds = sampleFile({ protocol: { kind: "folds", folds: 10, repeats: 1, seed: 1 } });
    expect(differingProtocol(sampleFile(), folds)).toEqual([{ name: "protocol", a: "holdout", b: "folds" }]);
  });

  it("have values that fit a line", () => {
    expect(["latin1", 0.1, [2, 256], [], null, undefined, { a: 1 }].map(settingText)).toEqual([
      ...["latin1", "0.1", "[2,256]", "[]", "none", "none", '{"a":1}'],
    ]);
  });
});
