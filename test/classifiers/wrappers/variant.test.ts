import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { variantsFrom } from "../../../src/classifiers/wrappers/variant.js";

describe("variantsFrom", () => {
  it("makes a classifier for each alpha, with the prior of the method unless another is given", () => {
    const [one, other] = variantsFrom([
      { classifier: "complement", alphas: [1, 2] },
      { classifier: "multinomial", alphas: [0.1], prior: "uniform", emphasis: 2, tf: "log", kinds: ["words"] },
    ]);
    expect(one.settings.map(({ name }) => name)).toEqual(["complement", "complement"]);
    expect([one.method.prior, other.method.prior, other.method.emphasis]).toEqual(["none", "uniform", 2]);
    expect([other.weighting.tf, other.kinds]).toEqual(["log", ["words"]]);
  });

  it("refuses a smoothing that is not above 0", () => {
    expect(() => variantsFrom([{ classifier: "multinomial", alphas: [1, -1] }])).toThrow(UsageError);
  });
});
