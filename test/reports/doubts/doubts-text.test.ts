import { describe, expect, it } from "vitest";
import { type DoubtsReport, doubtsJson, doubtsText } from "../../../src/reports/doubts/doubts-text.js";

/** A report made by hand, with names that cannot be printed as they are. */
function sampleDoubts(changes: Partial<DoubtsReport> = {}): DoubtsReport {
  const hostile = "bad\n\u202ename";
  const figures = { logOdds: 12, probability: 0.98 };
  const term = (name: string, count: number) => ({ term: name, count, contribution: count });
  return {
    classifier: { name: "multinomial", alpha: 1, calibrate: null },
    protocol: { kind: "folds", folds: 10, repeats: 1, seed: 1 },
    ranking: "log odds per token",
    documents: 11314,
    claimed: 1773,
    doubts: [
      {
        ...{ rank: 1, id: "ham/1", subject: "Cash!", label: "ham", looksLike: "spam", sameAs: "spam/7" },
        ...{ ...figures, score: 1.42, evidence: [term("prize", 3), term("cash", 1)] },
      },
      {
        ...{ rank: 2, id: "spam/2", label: "spam", looksLike: hostile, subject: undefined, sameAs: undefined },
        ...{ ...figures, score: 0.1, evidence: [term("\u202eevil", 1)] },
      },
      {
        ...{ rank: 3, id: `${hostile}/\u001b[31m`, label: hostile, looksLike: "ham", subject: undefined },
        ...{ sameAs: undefined },
        ...{ ...figures, score: -0.25, evidence: [] },
      },
    ],
    alone: [],
    ...changes,
  };
}

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

describe("doubtsJson", () => {
  const found = {
    documents: 3,
    doubts: [0, 2, 1].map((row) => ({
      ...{ row, actual: 0, claimed: 1, logOdds: 3, probability: 0.9, score: 1, evidence: [] },
      twin: row === 2 ? 3 : undefined,
    })),
    alone: [4],
    perToken: false,
  };
  const data = { ids: ["a/0", "a/1", "a/2", "b/3", "c/4"], labels: ["a", "b", "c"] };
  const { classifier, protocol } = sampleDoubts();
  const listed = found.doubts.slice(0, 2);
  const report = doubtsJson(found, classifier, protocol, data, listed, (id) => `about ${id}`);

  it("names rows and classes, and numbers the doubts", () => {
    const { doubts, alone, ranking, claimed, documents } = report;
    expect([alone, ranking, claimed, documents]).toEqual([["c/4"], "log odds", 3, 3]);
    expect(doubts).toMatchObject([
      { rank: 1, id: "a/0", subject: "about a/0", label: "a", looksLike: "b", sameAs: undefined },
      { rank: 2, id: "a/2", subject: "about a/2", label: "a", looksLike: "b", sameAs: "b/3" },
    ]);
  });
});
