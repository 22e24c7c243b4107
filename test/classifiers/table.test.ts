import { describe, expect, it } from "vitest";
import { CLASSIFIER_NAMES, classifierNamed, methodDefaults } from "../../src/classifiers/table.js";
import { UsageError } from "../../src/errors.js";

describe("classifierNamed", () => {
  it.each(CLASSIFIER_NAMES)("gives %s under its own name", (name) => {
    expect(classifierNamed(name).name).toBe(name);
  });

  it("knows multinomial and Bernoulli naive Bayes", () => {
    expect(CLASSIFIER_NAMES).toEqual(expect.arrayContaining(["multinomial", "bernoulli"]));
  });

  it.each(["", "svm", "Multinomial", "__proto__", "constructor", "toString"])(
    "refuses %j and lists the names",
    (name) => {
      const choose = () => classifierNamed(name, { alpha: 1, prior: "fit" });
      expect(choose).toThrow(UsageError);
      expect(choose).toThrow(`classifier: required one of ${CLASSIFIER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
    },
  );

  it.each(CLASSIFIER_NAMES.filter((name) => "alpha" in methodDefaults(name)))(
    "hands on the settings: %s refuses alpha -1",
    (name) => {
      expect(() => classifierNamed(name, { alpha: -1 })).toThrow(UsageError);
      expect(() => classifierNamed(name, { alpha: -1 })).toThrow(`${name}: alpha: `);
    },
  );
});
