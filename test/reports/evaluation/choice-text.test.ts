import { describe, expect, it } from "vitest";
import type { VariantChoices } from "../../../src/classifiers/wrappers/variant.js";
import { terminalText } from "../../../src/reports/blocks.js";
import { choiceJson, choiceSection } from "../../../src/reports/evaluation/choice-text.js";

const VARIANTS: readonly VariantChoices[] = [
  { classifier: "complement", alphas: [0.1, 1], tf: "binary", norm: "l2", kinds: ["words"] },
  { classifier: "multinomial", alphas: [0.1], emphasis: 8 },
];
const RESULTS = [
  { variant: 0, alpha: 0, documents: 1200, errors: 60 },
  { variant: 0, alpha: 1, documents: 300, errors: 40 },
  { variant: 1, alpha: 0, documents: 1200, errors: 75 },
];

function lines(outcome: Parameters<typeof choiceSection>[1]): string[] {
  return terminalText([choiceSection(VARIANTS, outcome)], {})
    .trimEnd()
    .split("\n");
}

describe("a choice for people", () => {
  it("says what was chosen, and how often it was wrong", () => {
    expect(lines({ winner: RESULTS[0], results: RESULTS })).toEqual([
      "chosen: complement naive Bayes, alpha 0.1, tf binary, norm l2; on words",
      "wrong by leaving out: 60 of 1,200 documents",
    ]);
  });

  it("says so if there was nothing to leave out", () => {
    const results = RESULTS.map((result) => ({ ...result, documents: 0, errors: 0 }));
    expect(lines({ winner: results[0], results })).toEqual([
      "chosen: complement naive Bayes, alpha 0.1, tf binary, norm l2; on words",
      "There was nothing to leave out, so it is the first of the variants.",
    ]);
  });
});

it("choiceJson has the settings and errors of the chosen variant and of all that were tried", () => {
  const { tried, ...chosen } = choiceJson(VARIANTS, { winner: RESULTS[2], results: RESULTS }) as { tried: object[] };
  expect(chosen).toEqual({ classifier: "multinomial", alpha: 0.1, emphasis: 8, documents: 1200, errors: 75 });
  expect(tried).toHaveLength(3);
});
