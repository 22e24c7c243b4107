import { describe, expect, it } from "vitest";
import type { Audit } from "../../../src/evaluation/audit/audit.js";
import type { CopyGroup, Tested } from "../../../src/evaluation/audit/copies.js";
import type { FieldAccuracy } from "../../../src/evaluation/audit/fields.js";
import type { PartAccuracy } from "../../../src/evaluation/audit/parts.js";
import { auditSections } from "../../../src/reports/audit/audit-text.js";
import { terminalText } from "../../../src/reports/blocks.js";

function auditText(audit: Audit, strip: readonly string[]): string {
  return terminalText(auditSections(audit, strip), {});
}

const tested = (documents: number, right: number): Tested => ({
  ...{ documents, share: documents / 2000 },
  accuracy: documents === 0 ? undefined : right / documents,
});

const part = (name: PartAccuracy["name"], strip: PartAccuracy["strip"], accuracy: number): PartAccuracy => ({
  ...{ name, strip, accuracy, accuracyInterval: [0, 1], accuracyWithoutCopies: accuracy - 0.01 },
  empty: strip.length === 3 ? 12 : 0,
});

const group = (documents: number, texts: number, ...examples: readonly string[]): CopyGroup => ({
  ...{ documents, texts, examples },
  classes: [
    { label: "autos", documents: documents - 3 },
    { label: "space\u202e", documents: 1 },
    { label: "guns", documents: 1 },
    { label: "med", documents: 1 },
  ],
});

const field = (name: string, accuracy: number, predicts: readonly string[]): FieldAccuracy => ({
  ...{ name, share: 0.9, accuracy, accuracyWhereGiven: accuracy, predicts, isLeftOut: false },
});

function sample(changes: Partial<Audit> = {}): Audit {
  const groups = [group(1200, 2, "a/1", "a/2\n", "b/1"), group(4, 1, "c/1", "c/2", "c/3")];
  const run = { exact: tested(100, 90), near: tested(0, 0), none: tested(1900, 1710) };
  return {
    parts: [
      part("everything", [], 0.95),
      part("without headers", ["headers"], 0.85),
      part("without footers and quotes", ["footers", "quotes"], 0.94),
      part("bodies alone", ["headers", "footers", "quotes"], 0.75),
    ],
    messages: 2000,
    duplicates: {
      ...{ tested: run, groups },
      conflicts: { texts: 1, documents: 4, ceiling: 0.9985 },
    },
    fields: [
      field("newsgroups", 0.998, ["autos", "space\u202e"]),
      { ...field("\u001b-message-id", 0.5, ["a", "b", "c", "d"]), accuracyWhereGiven: undefined, isLeftOut: true },
    ],
    findings: {
      ...{ measured: 0.95, tellingField: { name: "newsgroups", accuracy: 0.998 }, headerGain: 0.1 },
      ...{ header: true, copies: true, honest: 0.74 },
    },
    ...changes,
  };
}

/** The text of a sample with other findings. */
const findingsText = (changes: Partial<Audit["findings"]>) =>
  auditText(sample({ findings: { ...sample().findings, ...changes } }), []);

describe("an audit for people", () => {
  it("prints the parts, the copies, the fields, the terms and the conclusion", () => {
    expect(auditText(sample(), [])).toMatchInlineSnapshot(`
      "audit: does the split leak?

      accuracy                    all tested  no copy in training
      everything                      95.0 %               94.0 %  (as evaluated)
      without headers                 85.0 %               84.0 %
      without footers and quotes      94.0 %               93.0 %
      bodies alone                    75.0 %               74.0 %

      12 documents have no words in the body: the classifier sees nothing there

      test documents, without headers                share  accuracy
      with the same text in training           100   5.0 %    90.0 %
      with nearly the same text in training      0   0.0 %         -
      with neither                           1,900  95.0 %    90.0 %

      largest groups of copies
      1,200  2 texts   autos 1,197, space\\u202e 1, guns 1, …  a/1 a/2\\n b/1 …
          4  one text  autos 1, space\\u202e 1, guns 1, …      c/1 c/2 c/3 …

      1 text is in several classes, 4 documents: from the words alone, no classifier can be right about more than 99.9 %

      this field alone              accuracy  where present  documents with it  predicts
      Newsgroups                      99.8 %         99.8 %             90.0 %  autos, space\\u202e
      \\u001b-Message-Id (left out)    50.0 %              -             90.0 %  4 classes
      messages without a field that predicts a class alone will be sorted less well

      The header gives the class away: Newsgroups alone is right for 99.8 %.
      A copy of 5.0 % of the test documents is in training; on the others the accuracy is 90.0 %.
      On bodies alone, without copies, the accuracy is 74.0 %, not 95.0 %.
      "
    `);
  });

  it("marks the part that was evaluated, whatever the order of its names", () => {
    expect(auditText(sample(), ["quotes", "headers", "footers"])).toMatch(/bodies alone .*\(as evaluated\)/);
    expect(auditText(sample(), ["quotes"])).not.toContain("(as evaluated)");
  });

  it("says how much headers add if no field alone tells the class", () => {
    const text = findingsText({ tellingField: undefined });
    expect(text).toContain("Headers add 10.0 points.");
    expect(text).not.toContain("The header gives the class away");
  });

  it("says that a figure stands if nothing leaks, or if the leaks do not raise it", () => {
    const clean = findingsText({ tellingField: undefined, header: false, copies: false });
    expect(clean).toMatch(/\n\nNeither headers nor copies raise the accuracy: 95\.0 % stands\.\n$/);
    expect(findingsText({ honest: 0.951 })).toMatch(
      /\nThat does not raise the accuracy: bodies alone, without copies, give 95\.1 %, at least as much as 95\.0 %\.\n$/,
    );
  });

  it("says that no honest figure can be had where all is copied", () => {
    const run = { exact: tested(2000, 2000), near: tested(0, 0), none: tested(0, 0) };
    const conflicts = { texts: 0, documents: 0, ceiling: 1 };
    const duplicates = { tested: run, groups: [], conflicts };
    const text = auditText(sample({ duplicates, findings: { ...sample().findings, honest: undefined } }), []);
    expect(text).toContain("All test documents have a copy in training.\nThis split gives no honest figure");
    expect(text).toMatch(/with neither +0 +0\.0 % +-\n/);
    expect(text).not.toMatch(/largest groups|several classes/);
  });

  it("says of how many documents no body is left, and that there is no honest figure where that is all of them", () => {
    const text = auditText(sample(), []);
    expect(text).toContain(
      "74.0 %\n\n12 documents have no words in the body: the classifier sees nothing there\n\ntest documents",
    );
    const full = sample().parts.map((of) => ({ ...of, empty: 0 }));
    expect(auditText(sample({ parts: full }), [])).not.toContain("no words in");
    expect(findingsText({ honest: undefined })).toMatch(
      /\nNo document has a body, so there is no honest figure: everything was learned from headers\.\n$/,
    );
  });

  it("says if there is no header, no frequent field, or none that predicts a class", () => {
    const none = auditText(sample({ messages: 0, fields: [] }), []);
    expect(none).toContain("no document begins with a header, so there are no parts to strip\n");
    expect(none).toContain("no headers, so no fields to compare\n");
    const rare = auditText(sample({ fields: [] }), []);
    expect(rare).toContain("no header field occurs in 5 % of the documents\n");
    expect(auditText(sample({ fields: [field("from", 0.9, [])] }), [])).not.toContain("predicts a class alone");
  });
});
