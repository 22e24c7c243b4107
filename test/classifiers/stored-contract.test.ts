import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { isCounting } from "../../src/classifiers/bayes/counting-classifier.js";
import { type Model, rowsFor } from "../../src/classifiers/classifier.js";
import type { Arrays, NumberArray } from "../../src/classifiers/stored-arrays.js";
import { isStoredModel, type StoredModel } from "../../src/classifiers/stored-classifier.js";
import type { Dataset, SparseMatrix } from "../../src/features/sparse-matrix.js";
import { forAll } from "../helpers/arbitraries.js";
import { expectSound, problems, scoresOf } from "./problems.js";
import { datasetOf, matrix, queriesOf } from "./samples.js";
import { type Any, PLAIN, RUNS, WEIGHTED } from "./subjects.js";

/** The arrays of a model, and the model that is made of them. */
function restored(classifier: Any, model: Model, arrays?: (arrays: Arrays) => Arrays): StoredModel {
  if (isCounting(classifier) || !isStoredModel(model)) throw new Error("its model is made of counts");
  const own = { ...model.arrays() };
  return classifier.restore(model.labels, model.columns, arrays?.(own) ?? own);
}

const STORED = [...PLAIN, ...WEIGHTED].filter(({ plain }) => !isCounting(plain()));

describe.each(STORED)("the arrays of $title", ({ some, plain }) => {
  const data: Dataset = { x: matrix("1 2 0", "2 0 1", "0 1 3"), y: [0, 1, 1], labels: ["a", "b"] };
  const model = plain().fit(data);
  const names = isStoredModel(model) ? Object.keys(model.arrays()) : [];
  const changed = (name: string, change: (array: NumberArray) => NumberArray) =>
    restored(plain(), model, (arrays) => ({ ...arrays, [name]: change(arrays[name]) }));

  it("restore the same model: scores and parts to the bit, and the same arrays", () => {
    forAll(RUNS, [problems(some, 2)], ({ sample, choices, weights }) => {
      fc.pre(!isCounting(choices()));
      const model = choices().fit(datasetOf(sample, weights));
      const again = restored(choices(), model);
      const x = queriesOf(sample);
      expect(scoresOf(again, x)).toEqual(scoresOf(model, x));
      expect(margins(again, x)).toEqual(margins(model, x));
      expect([again.labels, again.columns, again.binary]).toEqual([model.labels, model.columns, model.binary]);
      expect(isStoredModel(model) && model.arrays()).toEqual(again.arrays());
    });
  });

  it.each(names)(
    "are refused without %s, and with it cut short, grown, of another type, or with no number in it",
    (name) => {
      const fault = { message: expect.stringContaining("the model file is damaged: ") };
      const refused = (restore: () => unknown) => {
        expect(restore).toThrow(DataError);
        expect(restore).toThrow(expect.objectContaining(fault));
      };
      refused(() => restored(plain(), model, ({ [name]: _, ...others }) => others));
      refused(() => changed(name, (array) => array.slice(1)));
      refused(() => changed(name, (array) => array.slice(0, -1)));
      refused(() => changed(name, (array) => concatenated(array, array)));
      const array = isStoredModel(model) ? model.arrays()[name] : undefined;
      const isFloat = array instanceof Float64Array || array instanceof Float32Array;
      for (let at = 0; isFloat && at < array.length; at++) {
        refused(() => changed(name, (array) => array.map((value, i) => (i === at ? Number.NaN : value))));
      }
    },
  );

  it("are refused or make a sound model, whatever one of them holds", () => {
    const numbers = fc.array(fc.oneof(fc.nat(5), fc.double({ min: -10, max: 10 }), fc.nat(0xffffffff)), {
      maxLength: 9,
    });
    const types = fc.constantFrom(Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array);
    const array = fc.tuple(types, numbers).map(([type, values]): NumberArray => type.from(values));
    /** An array of the same type and length: only its values can be wrong. */
    const alike = fc
      .tuple(fc.constantFrom(...names), fc.infiniteStream(fc.oneof(fc.nat(4), fc.double({ min: -10, max: 10 }))))
      .map(([name, values]) => ({
        name,
        change: (array: NumberArray) => array.map(() => Number(values.next().value)),
      }));
    const other = fc
      .record({ name: fc.constantFrom(...names), array })
      .map(({ name, array }) => ({ name, change: () => array }));
    forAll(RUNS, [fc.oneof(alike, other)], ({ name, change }) => {
      let again: StoredModel;
      try {
        again = changed(name, change);
        expectSound(again, data.x);
      } catch (error) {
        if (!(error instanceof DataError)) throw error;
      }
    });
  });
});

/** The parts of the margins of all pairs, where they are numbers. */
function margins(model: Model, queries: SparseMatrix): number[][] {
  const x = rowsFor(model, queries);
  return Array.from({ length: x.rows }, (_, row) => row).flatMap((row) =>
    model.labels.slice(1).map((_, c) => {
      const parts = new Float64Array(x.starts[row + 1] - x.starts[row]);
      return [model.marginInto(x, row, [c, c + 1], parts), ...parts];
    }),
  );
}

function concatenated(a: NumberArray, b: NumberArray): NumberArray {
  return (a.constructor as typeof Float64Array).from([...a, ...b]);
}
