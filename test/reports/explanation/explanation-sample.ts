import type { ExplainedDocument } from "../../../src/reports/explanation/explanation-text.js";

/** A message that was put among the spam, all made up, with names that a terminal would mind. */
export function sampleExplained(changes: Partial<ExplainedDocument> = {}): ExplainedDocument {
  const ranking = [
    { label: "spam", probability: 0.998 },
    { label: "bad\n\u202ename", probability: 0.002 },
  ];
  return {
    path: "inbox/\u001b[31m",
    classification: { ...ranking[0], ranking, logOdds: 6.25, knownTokens: 9, clarity: 1 },
    explanation: {
      label: "spam",
      against: "bad\n\u202ename",
      margin: 6.25,
      prior: -0.5,
      terms: [
        { term: "prize", count: 3, contribution: 4.5 },
        { term: "letter", count: 1, contribution: -1.25 },
        { term: "\u202eevil", count: 2, contribution: 3 },
        { term: "home", count: 1, contribution: -0.75 },
        { term: "cash", count: 1, contribution: 0.75 },
        { term: "urgent", count: 1, contribution: 0.5 },
      ],
    },
    change: { label: "bad\n\u202ename", terms: ["prize", "\u202eevil"], smallest: true },
    ...changes,
  };
}
