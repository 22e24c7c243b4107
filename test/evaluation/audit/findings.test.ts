import { describe, expect, it } from "vitest";
import type { FieldAccuracy } from "../../../src/evaluation/audit/fields.js";
import { findingsOf } from "../../../src/evaluation/audit/findings.js";
import type { PartAccuracy } from "../../../src/evaluation/audit/parts.js";

const part = (name: PartAccuracy["name"], accuracy: number, accuracyWithoutCopies?: number): PartAccuracy => ({
  ...{ name, strip: [], accuracy, accuracyInterval: [0, 1] },
  accuracyWithoutCopies,
  empty: 0,
});
const parts = (everything: number, withoutHeaders: number, bodies?: number) => [
  part("everything", everything),
  part("without headers", withoutHeaders),
  part("without footers and quotes", everything),
  part("bodies alone", 0.5, bodies),
];
const field = (accuracy: number): FieldAccuracy => ({
  ...{ name: "subject", share: 1, accuracy, accuracyWhereGiven: accuracy, predicts: [], isLeftOut: false },
});
/** Copies of a share of the test documents, and the accuracy on the others. */
const copies = (share: number, accuracy: number | undefined) => ({
  tested: {
    exact: { documents: 0, share, accuracy: undefined },
    near: { documents: 0, share: 0, accuracy: undefined },
    none: { documents: 0, share: 1 - share, accuracy },
  },
});
/** The findings of an evaluation without any leak, except for some changes. */
const findings = (changes: Partial<Parameters<typeof findingsOf>[0]>) =>
  findingsOf({
    evaluation: { accuracy: 0.9, baselines: { majority: 0.5, proportional: 0.5 } },
    ...{ strip: [], parts: parts(0.9, 0.9), duplicates: copies(0, 0.9), fields: [], documents: 100 },
    ...changes,
  });

describe("findingsOf", () => {
  it("gives no honest figure where no document has a body", () => {
    const [first, ...rest] = parts(0.9, 0.5, 0.5);
    const without = (empty: number) => [first, ...rest.map((of) => ({ ...of, empty }))];
    expect(findings({ parts: without(100) }).honest).toBeUndefined();
    expect(findings({ parts: without(99) }).honest).toBe(0.5);
  });

  it("finds no leak if headers add nothing and there are no copies, and gives both figures", () => {
    expect(findings({ parts: parts(0.9, 0.9, 0.88), fields: [field(0.6)] })).toEqual({
      ...{ measured: 0.9, honest: 0.88, header: false, copies: false, headerGain: 0, tellingField: undefined },
    });
  });

  it("takes headers for a leak if a field alone is nearly always right", () => {
    const found = findings({ fields: [field(0.95), field(0.2)] });
    expect(found).toMatchObject({ header: true, tellingField: { name: "subject", accuracy: 0.95 } });
    const leftOut = { ...field(0.99), isLeftOut: true };
    expect(findings({ fields: [leftOut, field(0.9)] }).header).toBe(false);
    expect(findings({ fields: [field(0.94)] }).header).toBe(false);
  });

  it("expects more of a field where the largest class is most of the documents", () => {
    const evaluation = { accuracy: 0.98, baselines: { majority: 0.96, proportional: 0.9 } };
    const mostly = { evaluation, parts: parts(0.98, 0.98) };
    expect(findings({ ...mostly, fields: [field(0.97)] }).header).toBe(false);
    expect(findings({ ...mostly, fields: [field(0.981)] }).header).toBe(true);
  });

  it("takes headers for a leak if they are worth a point", () => {
    expect(findings({ parts: parts(0.9, 0.88), fields: [field(0.6)] }).header).toBe(true);
    expect(findings({ parts: parts(0.9, 0.895), fields: [field(0.6)] }).header).toBe(false);
  });

  it("does not blame headers that the evaluation left out", () => {
    const found = findings({ strip: ["quotes", "headers"], parts: parts(0.9, 0.5), fields: [field(0.99)] });
    expect(found).toMatchObject({ header: false, tellingField: undefined, headerGain: 0 });
  });

  it("warns of copies if they are many or raise the figure, and not of a few that do not", () => {
    const found = (share: number, accuracy: number | undefined) =>
      findings({ duplicates: copies(share, accuracy) }).copies;
    expect(found(0.02, 0.9)).toBe(true);
    expect(found(0.005, 0.9)).toBe(false);
    expect(found(0.005, 0.898)).toBe(true);
    expect(found(1, undefined)).toBe(true);
    expect(found(0, 0.8)).toBe(false);
  });
});
