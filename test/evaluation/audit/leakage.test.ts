import { describe, expect, it } from "vitest";
import { type FieldAccuracy, findingsOf, type PartAccuracy } from "../../../src/evaluation/audit/leakage.js";

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
const field = (accuracy: number, giveaways = 0): FieldAccuracy => ({
  ...{ name: "subject", share: 1, accuracy, accuracyWhereGiven: accuracy },
  ...{ giveaways, strongest: [], isLeftOut: false },
});
/** Copies of a share of the test documents, and the accuracy on the others. */
const copies = (share: number, accuracy: number | undefined) => ({
  tested: {
    exact: { documents: 0, right: 0, share, accuracy: undefined },
    near: { documents: 0, right: 0, share: 0, accuracy: undefined },
    none: { documents: 0, right: 0, share: 1 - share, accuracy },
  },
});
const measured = { accuracy: 0.9, baselines: { majority: 0.5, proportional: 0.5 } };
const clean = copies(0, 0.9);

describe("findingsOf", () => {
  it("gives no honest figure where no document has a body", () => {
    const [first, ...rest] = parts(0.9, 0.5, 0.5);
    const without = (empty: number) => [first, ...rest.map((of) => ({ ...of, empty }))];
    expect(findingsOf(measured, [], without(100), clean, [], 100).honest).toBeUndefined();
    expect(findingsOf(measured, [], without(99), clean, [], 100).honest).toBe(0.5);
  });

  it("finds no leak if headers add nothing and there are no copies, and gives both figures", () => {
    expect(findingsOf(measured, [], parts(0.9, 0.9, 0.88), clean, [field(0.6, 7)], 100)).toEqual({
      ...{ measured: 0.9, honest: 0.88, header: false, copies: false, headerGain: 0, tellingField: undefined },
    });
  });

  it("takes headers for a leak if a field alone is nearly always right", () => {
    const found = findingsOf(measured, [], parts(0.9, 0.9), clean, [field(0.95), field(0.2)], 100);
    expect(found).toMatchObject({ header: true, tellingField: { name: "subject", accuracy: 0.95 } });
    const leftOut = { ...field(0.99), isLeftOut: true };
    expect(findingsOf(measured, [], parts(0.9, 0.9), clean, [leftOut, field(0.9)], 100).header).toBe(false);
    expect(findingsOf(measured, [], parts(0.9, 0.9), clean, [field(0.94)], 100).header).toBe(false);
  });

  it("expects more of a field where the largest class is most of the documents", () => {
    const mostly = { accuracy: 0.98, baselines: { majority: 0.96, proportional: 0.9 } };
    expect(findingsOf(mostly, [], parts(0.98, 0.98), clean, [field(0.97)], 100).header).toBe(false);
    expect(findingsOf(mostly, [], parts(0.98, 0.98), clean, [field(0.981)], 100).header).toBe(true);
  });

  it("takes headers for a leak if they are worth a point and have terms that give a class away", () => {
    expect(findingsOf(measured, [], parts(0.9, 0.88), clean, [field(0.6), field(0.5, 1)], 100).header).toBe(true);
    expect(findingsOf(measured, [], parts(0.9, 0.88), clean, [field(0.6)], 100).header).toBe(false);
    expect(findingsOf(measured, [], parts(0.9, 0.895), clean, [field(0.6, 1)], 100).header).toBe(false);
  });

  it("does not blame headers that the evaluation left out", () => {
    const found = findingsOf(measured, ["quotes", "headers"], parts(0.9, 0.5), clean, [field(0.99, 9)], 100);
    expect(found).toMatchObject({ header: false, tellingField: undefined, headerGain: 0 });
  });

  it("warns of copies if they are many or raise the figure, and not of a few that do not", () => {
    const found = (share: number, accuracy: number | undefined) =>
      findingsOf(measured, [], parts(0.9, 0.9), copies(share, accuracy), [], 100).copies;
    expect(found(0.02, 0.9)).toBe(true);
    expect(found(0.005, 0.9)).toBe(false);
    expect(found(0.005, 0.898)).toBe(true);
    expect(found(1, undefined)).toBe(true);
    expect(found(0, 0.8)).toBe(false);
  });
});
