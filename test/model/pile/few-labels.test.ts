import { describe, expect, it } from "vitest";
import { withFewLabelDefaults } from "../../../src/model/pile/few-labels.js";
import { settingsFrom } from "../../../src/model/settings.js";

describe("withFewLabelDefaults", () => {
  it("fills in missing options, and does not change presets and methods", () => {
    expect(withFewLabelDefaults({ minCount: 2, tf: "binary" })).toMatchObject({
      classifier: "linear-svm",
      fields: ["subject"],
      minCount: 2,
      tf: "binary",
    });
    for (const named of [{ preset: "fast" }, { classifier: "bernoulli" }] as const) {
      expect(withFewLabelDefaults(named)).toBe(named);
    }
  });

  it("leaves the fields of mail and the words of a tokenizer as they are", () => {
    expect(settingsFrom(withFewLabelDefaults({ as: "mail" })).fields.length).toBeGreaterThan(1);
    const tokenizer = (text: string) => text.split(" ");
    expect(settingsFrom(withFewLabelDefaults({ tokenizer }))).toMatchObject({
      tokenizer: "own",
      classifier: "linear-svm",
    });
  });
});
