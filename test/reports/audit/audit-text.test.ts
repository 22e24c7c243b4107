import { describe, expect, it } from "vitest";
import type { Audit } from "../../../src/evaluation/audit/audit.js";
import type { TestedByKind } from "../../../src/evaluation/audit/copies.js";
import { auditSections } from "../../../src/reports/audit/audit-text.js";
import { terminalText } from "../../../src/reports/blocks.js";

const tested = (documents: number, right: number): TestedByKind["none"] => ({
  ...{ documents, share: documents / 2000 },
  accuracy: documents === 0 ? undefined : right / documents,
});

const SAMPLE: Audit = {
  messages: 2000,
  bodies: { accuracy: 0.75, accuracyInterval: [0, 1], accuracyWithoutCopies: 0.74, empty: 12 },
  copies: { exact: tested(100, 90), near: tested(0, 0), none: tested(1900, 1710) },
  fields: [
    { name: "newsgroups", share: 0.9, accuracy: 0.998, predicts: ["autos", "space\u202e"] },
    { name: "\u001b-message-id", share: 0.9, accuracy: 0.5, predicts: ["a", "b", "c", "d"] },
  ],
  findings: { measured: 0.95, tellingField: { name: "newsgroups", accuracy: 0.998 }, copies: true, honest: 0.74 },
};

const textOf = (changes: Partial<Audit> = {}) => terminalText(auditSections({ ...SAMPLE, ...changes }), {});

/** The text of a sample with other findings. */
const findingsText = (changes: Partial<Audit["findings"]>) => textOf({ findings: { ...SAMPLE.findings, ...changes } });

describe("an audit for people", () => {
  it("prints the copies, the fields, the bodies and the conclusion", () => {
    expect(textOf()).toMatchInlineSnapshot(`
      "audit: does the split leak?

      test documents, without headers                share  accuracy
      with the same text in training           100   5.0 %    90.0 %
      with nearly the same text in training      0   0.0 %         -
      with neither                           1,900  95.0 %    90.0 %

      this field alone   accuracy  documents with it  predicts
      Newsgroups           99.8 %             90.0 %  autos, space\\u202e
      \\u001b-Message-Id    50.0 %             90.0 %  4 classes

      without headers, footers and quotes: 75.0 % right
      12 documents have no words in the body: the classifier sees nothing there

      The header gives the class away: Newsgroups alone is right for 99.8 %.
      A copy of 5.0 % of the test documents is in training; on the others the accuracy is 90.0 %.
      On bodies alone, without copies, the accuracy is 74.0 %, not 95.0 %.
      "
    `);
  });

  it("says that a figure stands if nothing leaks", () => {
    expect(findingsText({ tellingField: undefined, copies: false, honest: 0.951 })).toMatch(
      /\n\nBodies alone, without copies, give 95\.1 %, at least as much as 95\.0 %\.\n$/,
    );
  });

  it("says that no honest figure can be had where all is copied, or no document has a body", () => {
    const copies = { exact: tested(2000, 2000), near: tested(0, 0), none: tested(0, 0) };
    const text = textOf({ copies, findings: { ...SAMPLE.findings, honest: undefined } });
    expect(text).toContain("All test documents have a copy in training.\nThis split gives no honest figure");
    expect(text).toMatch(/with neither +0 +0\.0 % +-\n/);
    expect(findingsText({ honest: undefined })).toMatch(/\nNo document has a body, so there is no honest figure: /);
  });

  it("says if there is no header or no frequent field, and nothing of bodies where all have words", () => {
    expect(textOf({ messages: 0, fields: [] })).toContain("no document begins with a header, so there are no fields");
    expect(textOf({ fields: [] })).toContain("no header field occurs in 5 % of the documents\n");
    expect(textOf({ bodies: { ...SAMPLE.bodies, empty: 0 } })).not.toContain("no words in");
  });
});
