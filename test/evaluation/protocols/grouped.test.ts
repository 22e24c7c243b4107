import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../../src/base/errors.js";
import { groupedFolds, groupedHoldouts, groupsBy } from "../../../src/evaluation/protocols/grouped.js";
import { readMessageFacts } from "../../../src/mail/message-facts.js";
import { classSizes, holdouts, type Split } from "../../../src/model/fitting/splits.js";

fc.configureGlobal({ seed: 63 });

/** Documents with a class and a group each: at least two groups. */
const documents = fc
  .array(fc.tuple(fc.nat(3), fc.nat(12)), { minLength: 2, maxLength: 60 })
  .map((pairs) => ({ y: pairs.map(([c]) => c), groups: pairs.map(([, g]) => g) }))
  .filter(({ groups }) => new Set(groups).size > 1);
const shares = fc.constantFrom(1 / 3, 0.5, 0.1, 0.9, 1e-9, 1 - 1e-9);

/** Every row on one side, no side empty, no group on both. */
function expectGrouped({ train, test }: Split, groups: readonly number[]): void {
  expect([...train, ...test].sort((a, b) => a - b)).toEqual([...groups.keys()]);
  for (const side of [train, test]) {
    expect(side.length).toBeGreaterThan(0);
    expect(side).toEqual(side.toSorted());
  }
  const [learned, tested] = [train, test].map((side) => new Set(Array.from(side, (row) => groups[row])));
  for (const group of tested) expect(learned).not.toContain(group);
}

/** Number of documents of each class among rows. */
const sizesOf = (y: readonly number[], rows: Uint32Array) =>
  Array.from(
    classSizes(
      Array.from(rows, (row) => y[row]),
      4,
    ),
  );

describe("groupedHoldouts", () => {
  it("never splits a group, and leaves no side empty", () => {
    fc.assert(
      fc.property(documents, shares, fc.integer({ min: 1, max: 3 }), fc.nat(), ({ y, groups }, part, repeats, seed) => {
        const splits = groupedHoldouts(y, groups, part, repeats, seed);
        expect(splits.length).toBe(repeats);
        for (const split of splits) expectGrouped(split, groups);
      }),
    );
  });

  it("withholds as many of each class as without groups, where every document is one", () => {
    fc.assert(
      fc.property(documents, shares, fc.nat(), ({ y }, part, seed) => {
        fc.pre(y.some((c, row) => y.indexOf(c) !== row));
        const own = groupedHoldouts(y, [...y.keys()], part, 1, seed)[0];
        expect(sizesOf(y, own.test)).toEqual(sizesOf(y, holdouts(y, part, 1, seed)[0].test));
      }),
    );
  });

  it("refuses one group, no groups, and shares and repeats out of range", () => {
    expect(() => groupedHoldouts([0, 1], [5, 5], 0.5, 1, 1)).toThrow(
      new DataError("groups: all documents are in one group; group by something else, or measure without groups"),
    );
    expect(() => groupedHoldouts([], [], 0.5, 1, 1)).toThrow("groups: there are no documents");
    for (const part of [0, 1]) expect(() => groupedHoldouts([0, 0], [0, 1], part, 1, 1)).toThrow(UsageError);
    expect(() => groupedHoldouts([0, 0], [0, 1], 0.5, 0, 1)).toThrow(UsageError);
  });
});

describe("groupedFolds", () => {
  const choices = documents.chain((given) =>
    fc.record({ given: fc.constant(given), k: fc.integer({ min: 2, max: new Set(given.groups).size }) }),
  );

  it("never split a group, leave no fold empty, and test every document once per repeat", () => {
    fc.assert(
      fc.property(choices, fc.nat(), fc.constantFrom(1, 2), ({ given: { y, groups }, k }, seed, repeats) => {
        const splits = groupedFolds(y, groups, k, seed, repeats);
        expect(splits.length).toBe(k * repeats);
        for (const split of splits) expectGrouped(split, groups);
        for (let r = 0; r < repeats; r++) {
          const tested = splits.slice(r * k, (r + 1) * k).flatMap(({ test }) => Array.from(test));
          expect(tested.sort((a, b) => a - b)).toEqual([...y.keys()]);
        }
      }),
    );
  });

  it("have equal shares of each class within one document, where every document is a group", () => {
    fc.assert(
      fc.property(choices, fc.nat(), ({ given: { y }, k }, seed) => {
        const counts = groupedFolds(y, [...y.keys()], k, seed).map(({ test }) => sizesOf(y, test));
        for (const c of [0, 1, 2, 3]) {
          const own = counts.map((fold) => fold[c]);
          expect(Math.max(...own) - Math.min(...own)).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it("refuse more folds than groups, one group, and repeats out of range", () => {
    expect(() => groupedFolds([0, 0, 1], [0, 0, 1], 3, 1)).toThrow(
      new UsageError("folds: 3 is not a whole number from 2 to 2, the number of groups"),
    );
    for (const k of [1, 1.5, Number.NaN]) expect(() => groupedFolds([0, 0], [0, 1], k, 1)).toThrow(UsageError);
    for (const n of [0, 1.5])
      expect(() => groupedFolds([0, 0], [0, 1], 2, 1, n)).toThrow(
        `repeats must be a whole number of at least 1, not ${n}`,
      );
    expect(() => groupedFolds([0, 0], [3, 3], 2, 1)).toThrow(DataError);
  });
});

const MESSAGES = [
  "From: ann@a\nSubject: one\nMessage-ID: <1@a>\n\n",
  "From: bob@b\nSubject: Re: one\n\n",
  "From: ANN@a\nSubject: two\nReferences: <1@a>\n\n",
  "Subject:\n\n",
  "Dear Bob",
];
const facts = (texts: readonly string[]) => {
  const documents = texts.map((text, i) => ({ id: `${i}`, label: "a", bytes: Buffer.from(text) }));
  return readMessageFacts(documents, [...texts.keys()].map(String), { as: "auto", encoding: "auto" });
};

describe("groupsBy", () => {
  it.each([
    ["from", [0, 1, 0, 2, 3], 4],
    ["subject", [0, 0, 1, 2, 3], 4],
    ["thread", [0, 0, 0, 1, 2], 3],
  ] as const)("%s puts together what belongs together, and what says nothing alone", (grouping, groups, count) => {
    const result = groupsBy(facts(MESSAGES), grouping);
    expect({ ...result, groups: Array.from(result.groups) }).toEqual({ groups, count, alone: 2 });
  });

  it.each([
    ["from", "From"],
    ["subject", "Subject"],
    ["thread", "Message-ID, References, In-Reply-To or Subject"],
  ] as const)("%s refuses documents of which none says anything", (grouping, fields) => {
    expect(() => groupsBy(facts(["Dear Bob", "Dear Ann"]), grouping)).toThrow(
      new DataError(
        `group-by ${grouping}: none of the 2 documents has ${fields} in its header; measure without groups`,
      ),
    );
  });
});
