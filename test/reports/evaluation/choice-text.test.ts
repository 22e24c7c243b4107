import { expect, it } from "vitest";
import type { VariantChoices } from "../../../src/classifiers/wrappers/variant.js";
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

it.each([
  [RESULTS, "wrong by leaving out: 60 of 1,200 documents"],
  [
    RESULTS.map((result) => ({ ...result, documents: 0, errors: 0 })),
    "There was nothing to leave out, so it is the first of the variants.",
  ],
])(
  "a choice for people says what was chosen, and how often it was wrong if documents were left out",
  (results, how) => {
    expect(choiceSection(VARIANTS, { winner: results[0], results })).toEqual([
      "chosen: complement naive Bayes, alpha 0.1, tf binary, norm l2; on words",
      how,
    ]);
  },
);

it("choiceJson has the settings and errors of the chosen variant and of all that were tried", () => {
  const { tried, ...chosen } = choiceJson(VARIANTS, { winner: RESULTS[2], results: RESULTS }) as { tried: object[] };
  expect(chosen).toEqual({ classifier: "multinomial", alpha: 0.1, emphasis: 8, documents: 1200, errors: 75 });
  expect(tried).toHaveLength(3);
});
