import { describe, expect, it } from "vitest";
import { similarText } from "../../../src/reports/explanation/term-text.js";

const SIMILAR = [
  {
    id: "spam/1\u001b[31m",
    label: "sp\u202eam",
    similarity: 1,
    copy: true,
    terms: [
      { term: "prize", part: 0.6 },
      { term: "ca\u200bsh", part: 0.4 },
    ],
  },
  { id: "ham/a-file-with-a-long-name.txt", label: "ham", similarity: 0.12345, copy: false, terms: [] },
];

describe("similarText", () => {
  it("has a line for each document, and one for the terms that they share", () => {
    expect(similarText("in\nbox/7", SIMILAR)).toBe(
      [
        "in\\nbox/7",
        "  similarity        class       document",
        "       1.000  copy  sp\\u202eam  spam/1\\u001b[31m",
        "              by prize, ca\\u200bsh",
        "       0.123        ham         ham/a-file-with-a-long-name.txt",
        "",
      ].join("\n"),
    );
  });

  it("says that there is nothing to compare with", () => {
    expect(similarText("letter", [])).toBe("letter\n  no training document shares a term with it\n");
  });
});
