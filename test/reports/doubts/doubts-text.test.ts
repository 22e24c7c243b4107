import { describe, expect, it } from "vitest";
import { doubtsText } from "../../../src/reports/doubts/doubts-text.js";
import { sampleDoubts } from "./doubts-sample.js";

describe("doubtsText", () => {
  it("has the rank of each document, the class it looks like, the doubt and the reason", () => {
    expect(doubtsText(sampleDoubts())).toBe(`multinomial naive Bayes, alpha 1
10 folds, seed 1

likely label errors: 1,773 of 11,314 documents look misfiled; showing 3

   doubt  filed under      looks like       document
1   1.42  ham              spam             ham/1
   subject  Cash!
   because  prize ×3, cash
   same as  spam/7
2   0.10  spam             bad\\n\\u202ename  spam/2
   because  \\u202eevil
3  -0.25  bad\\n\\u202ename  ham              bad\\n\\u202ename/\\u001b[31m
   because  of terms that are missing in it

doubt: higher means more likely misfiled (log odds per token for the other class, above the median of its own class)
`);
  });

  it("says if no document looks misfiled", () => {
    expect(doubtsText(sampleDoubts({ claimed: 0, doubts: [] }))).toBe(`multinomial naive Bayes, alpha 1
10 folds, seed 1

none of 11,314 documents looks misfiled
`);
  });

  it("shortens a long subject in its middle, no character of it in two", () => {
    const [first] = sampleDoubts().doubts;
    const text = doubtsText(sampleDoubts({ doubts: [{ ...first, subject: "😀".repeat(40) }] }));
    expect(text).toContain(`subject  ${"😀".repeat(17)}…${"😀".repeat(17)}\n`);
    expect(doubtsText(sampleDoubts({ doubts: [{ ...first, subject: "" }] }))).not.toContain("subject");
  });
});
