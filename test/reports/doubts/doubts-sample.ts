import type { DoubtsReport } from "../../../src/reports/doubts/doubts-text.js";

/** A report made by hand, with names that cannot be printed as they are. */
export function sampleDoubts(changes: Partial<DoubtsReport> = {}): DoubtsReport {
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
