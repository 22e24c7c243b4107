import { expect, it } from "vitest";
import { doubtsJson, doubtsText } from "../../../src/reports/doubts/doubts-text.js";

const term = (name: string, count: number) => ({ term: name, count, contribution: count });
const doubt = (row: number, score: number, terms: ReturnType<typeof term>[], twin?: number) => ({
  ...{ row, actual: 0, claimed: 1, logOdds: 12, probability: 0.98, score, evidence: terms, twin },
});
const DOUBTS = [
  doubt(0, 1.42, [term("prize", 3), term("cash", 1)], 3),
  doubt(2, Number.POSITIVE_INFINITY, [term("\u202eevil", 1)]),
  doubt(1, -0.25, []),
  doubt(4, -0.5, []),
];

/** A report of the first three of the doubts, with names that cannot be printed as they are. */
function reportOf(subject: string) {
  const found = { documents: 11_314, doubts: DOUBTS, alone: [5], perToken: true };
  const data = { ids: ["ham/1", "bad\n\u001b[31m", "ham/2", "spam/7", "ham/4", "odd/1"], labels: ["ham", "bad\u202e"] };
  const protocol = { kind: "folds", folds: 10, repeats: 1, seed: 1 } as const;
  const subjectOf = (id: string) => (id === "ham/1" ? subject : undefined);
  return doubtsJson(found, { name: "multinomial", alpha: 1 }, protocol, data, DOUBTS.slice(0, 3), subjectOf);
}

it("doubts have the rank of each document, the class that it looks like, and the reason", () => {
  const doubts = [{ rank: 1, sameAs: "spam/7" }, {}, {}];
  expect(reportOf("Cash!")).toMatchObject({ alone: ["odd/1"], claimed: 4, doubts });
  expect(doubtsText(reportOf("Cash!"))).toBe(`multinomial naive Bayes, alpha 1
10 folds, seed 1

likely label errors: 4 of 11,314 documents look misfiled; showing 3

   doubt  filed under  looks like  document
1   1.42  ham          bad\\u202e   ham/1
   subject  Cash!
   because  prize ×3, cash
   same as  spam/7
2      ∞  ham          bad\\u202e   ham/2
   because  \\u202eevil
3  -0.25  ham          bad\\u202e   bad\\n\\u001b[31m
   because  of terms that are missing in it

doubt: higher means more likely misfiled (log odds per token for the other class, above the median of its own class)
`);
});

it("a long subject is shortened in its middle, no character of it in two", () => {
  expect(doubtsText(reportOf("😀".repeat(40)))).toContain(`subject  ${"😀".repeat(17)}…${"😀".repeat(17)}\n`);
  expect(doubtsText(reportOf(""))).not.toContain("subject");
});
