import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../../src/base/random.js";
import { predict } from "../../../src/classifiers/classifier.js";
import type { Arrays } from "../../../src/classifiers/stored-arrays.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { makeClassifier } from "../../../src/classifiers/table.js";
import { partsOf } from "../../../src/classifiers/wrappers/inner-folds.js";
import type { LearnedModel } from "../../../src/classifiers/wrappers/learned-model.js";
import { type Dataset, matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { forAll, isThorough } from "../../helpers/arbitraries.js";
import { expectMargins } from "../problems.js";
import { reordered, tellingData } from "../samples.js";

const LABELS = ["a", "b", "c"];

const telling = (documents: number, seed: number) => ({ ...tellingData(documents, seed, 8), kinds: undefined });

/** Most documents are of the first class, and words of the others are rare. */
function unequal(documents: number, seed: number): Dataset {
  const random = seededRandom(seed);
  const y = Array.from({ length: documents }, () => [0, 0, 0, 0, 0, 1, 1, 2][random(8)]);
  const rows = y.map((c) =>
    Array.from({ length: 30 }, (_, t) => (random(t % LABELS.length === c ? 8 : 14) === 0 ? 1 : 0)),
  );
  return { x: matrixFromRows(rows), y, labels: LABELS };
}

const learned = () => makeClassifier({ classifier: "learned" }) as StoredClassifier;

describe("learned", () => {
  it.each([
    ["equal", telling, 60],
    ["unequal", unequal, 150],
  ] as const)("gives every document the same class, however documents and %s classes are ordered", (_, made, size) => {
    const tested = made(90, 7).x;
    const data = made(size, 1);
    const expected = predict(learned().fit(data), tested).map((c) => LABELS[c]);
    for (const seed of isThorough ? [1, 2, 3] : [1]) {
      const other = reordered(data, seed);
      expect(predict(learned().fit(other), tested).map((c) => other.labels[c])).toEqual(expected);
    }
  });

  it("answers as well as its best candidate", () => {
    const [data, tested] = [telling(120, 3), telling(300, 4)];
    const right = (classifier: StoredClassifier) =>
      predict(classifier.fit(data), tested.x).filter((c, row) => c === tested.y[row]).length;
    const alone = { classifier: "complement", alpha: 0.1 };
    const one = makeClassifier({ classifier: "learned", candidates: [alone] }) as StoredClassifier;
    expect(right(learned())).toBeGreaterThan(right(one) - 5);
  });

  it("adds offsets where classes differ in size, and keeps them in explanations and model files", () => {
    const data = unequal(300, 1);
    const { x } = unequal(20, 5);
    // It does not see that most documents are of the first class.
    const unfair = makeClassifier({ classifier: "learned", candidates: [{ classifier: "complement", alpha: 0.1 }] });
    const model = unfair.fit(data) as LearnedModel;
    const { offsets } = model;
    expect(offsets[0]).toBeGreaterThan(offsets[1] + 0.3);
    expectMargins(model, x);
    const restore = (arrays: Arrays) => (unfair as StoredClassifier).restore(LABELS, x.columns, arrays) as LearnedModel;
    expect(restore(model.arrays()).offsets).toEqual(offsets);
    const { "learned.offsets": _, ...older } = model.arrays();
    expect(restore(older).offsets).toEqual(Float64Array.of(0, 0, 0));
    expect(model.narrowed().model.offsets).toEqual(offsets);
    for (const forged of [Float64Array.of(0, 0), Float64Array.of(0, Number.NaN, 0), Uint32Array.of(0, 0, 0)]) {
      const arrays = { ...model.arrays(), "learned.offsets": forged };
      expect(() => restore(arrays)).toThrow("the model file is damaged: learned.offsets");
    }
  });

  it("learns from a document, from documents of one class, and from documents without terms", () => {
    for (const rows of [[[1]], [[1], [2], [0], [1]], [[], [], []]]) {
      const model = learned().fit({ x: matrixFromRows(rows), y: rows.map(() => 0), labels: ["a"] });
      expect(predict(model, matrixFromRows([rows[0]]))).toEqual([0]);
    }
  });

  it("has a member where each candidate is mostly wrong, as on documents in two classes, or has a tiny share", () => {
    const random = seededRandom(1);
    const rows = Array.from({ length: 40 }, () => Array.from({ length: 40 }, () => random(4) * 1e4));
    const x = matrixFromRows(rows.flatMap((row) => [row, row]));
    const data = { x, y: [...Array(x.rows).keys()].map((row) => row % 2), labels: ["a", "b"] };
    const candidate = { classifier: "multinomial", alpha: 0.01 };
    for (const candidates of [[candidate], Array(60).fill({ classifier: "complement", alpha: 1 })]) {
      const model = makeClassifier({ classifier: "learned", candidates }).fit(data) as LearnedModel;
      expect(model.members.length).toBeGreaterThan(0);
      expect(predict(model, x)).toHaveLength(x.rows);
    }
  });
});

describe("partsOf", () => {
  it("keeps groups whole, and deals out each class and all documents evenly where groups are single", () => {
    forAll(
      100,
      [fc.array(fc.tuple(fc.nat(2), fc.nat(5)), { minLength: 2, maxLength: 60 }), fc.integer({ min: 2, max: 5 })],
      (documents, folds) => {
        const y = documents.map(([c]) => c);
        const groups = documents.map(([c, group]) => 6 * c + group);
        const { partOf } = partsOf({ y, labels: LABELS, groups }, folds);
        const isCut = LABELS.some((_, c) => new Set(groups.filter((_, row) => y[row] === c)).size === 1);
        for (const group of isCut ? [] : new Set(groups)) {
          expect(new Set(Array.from(partOf).filter((_, row) => groups[row] === group)).size).toBe(1);
        }
        const single = partsOf({ y, labels: LABELS }, folds);
        for (const c of [0, 1, 2]) {
          const sizes = Array.from(
            { length: single.count },
            (_, f) => y.filter((own, row) => own === c && single.partOf[row] === f).length,
          );
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        }
      },
    );
  });
});
