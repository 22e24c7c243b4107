import { describe, expect, it } from "vitest";
import { curveText } from "../../../src/reports/curve/curve-text.js";
import type { EvaluatedClassifier } from "../../../src/reports/evaluation/settings-text.js";
import { width } from "../../../src/reports/terminal/terminal.js";
import { sampleCurve } from "../plots/sample.js";

const CURVES = {
  curves: ["multinomial", "bernoulli"].map((classifier) => sampleCurve({ classifier })),
  documents: { train: 10_000, test: 5000 },
  baselines: { majority: 0.06, proportional: 0.05 },
};
const CLASSIFIERS = [{ name: "multinomial", alpha: 1 }];
const PROTOCOL = { kind: "curve", share: 1 / 3, repeats: 3, seed: 1 } as const;

describe("learning curves in a terminal", () => {
  it("fit its width, with a table for each classifier where one is too broad", () => {
    for (const columns of [48, 60, 80, 120]) {
      const text = curveText(CURVES, CLASSIFIERS, PROTOCOL, { columns });
      for (const line of text.split("\n")) expect(width(line), `${columns}: ${line}`).toBeLessThanOrEqual(columns);
      expect(text.match(/^documents +terms/gm)).toHaveLength(columns < 80 ? 2 : 1);
    }
  });

  it("begin with the methods, and the options that they have in common", () => {
    const title = (...classifiers: EvaluatedClassifier[]) =>
      curveText(CURVES, classifiers, PROTOCOL)
        .split("\n")[0]
        .replace(/^.*: multinomial, bernoulli/, "");
    const [one, other] = [
      { name: "multinomial", alpha: 1 },
      { name: "bernoulli", alpha: 0.1 },
    ];
    expect(title(one, one)).toBe(", alpha 1");
    expect(title(one, other)).toBe("");
    expect(title(one, { name: "combined" })).toBe(", alpha 1");
    expect(title(one, { name: "complement", alpha: 1, normalize: false })).toBe(", alpha 1");
    expect(title(one, { name: "complement", alpha: 1, normalize: true })).toBe(", alpha 1, normalize");
    const weighting = { tf: "log", idf: "smooth", idfPower: 2, norm: "none" };
    expect(title({ ...one, ...weighting }, { ...one, ...weighting })).toBe(
      ", alpha 1, tf log, idf smooth, idf-power 2",
    );
  });
});
