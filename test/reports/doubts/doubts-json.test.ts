import { describe, expect, it } from "vitest";
import { doubtsJson } from "../../../src/reports/doubts/doubts-text.js";
import { sampleDoubts } from "./doubts-sample.js";

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
