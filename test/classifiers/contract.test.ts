import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { type CountingClassifier, isCounting } from "../../src/classifiers/bayes/counting-classifier.js";
import type { Prior } from "../../src/classifiers/bayes/prior.js";
import { type Model, predict, probabilities, rowsFor } from "../../src/classifiers/classifier.js";
import type { Arrays, NumberArray } from "../../src/classifiers/stored-arrays.js";
import { isStoredModel, type StoredClassifier, type StoredModel } from "../../src/classifiers/stored-classifier.js";
import {
  CLASSIFIER_NAMES,
  type ClassifierChoices,
  makeClassifier,
  methodDefaults,
} from "../../src/classifiers/table.js";
import {
  type Dataset,
  matrixFromRows,
  type SparseMatrix,
  selectRows,
  UNLABELLED,
} from "../../src/features/sparse-matrix.js";
import { deserialize } from "../../src/model/file/model-file.js";
import { serialize } from "../../src/model/file/save-model.js";
import { train } from "../../src/model/training.js";
import { type Cell, matrixOf } from "../features/dense.js";
import { forAll, isThorough, slowRuns } from "../helpers/arbitraries.js";
import { METHODS_UNDER_TEST, type MethodUnderTest, type Rule, WEIGHTINGS } from "./method-options.js";
import {
  CORNER_DATA,
  CORNER_QUERIES,
  expectExplained,
  expectMargins,
  expectSound,
  type Problem,
  problems,
  scoresOf,
} from "./problems.js";
import { datasetOf, expectClose, matrix, queriesOf, repeated, samples } from "./samples.js";

/** A property is tried this often on every method, plain and weighted. */
const RUNS = slowRuns(12);

type Any = CountingClassifier | StoredClassifier;

/** A kind of classifier with all that can be chosen of it. */
interface Subject {
  readonly title: string;
  /** Classifiers for data of so many classes. */
  readonly some: (classes: number) => fc.Arbitrary<() => Any>;
  /** With every option as it is by default. */
  readonly plain: () => Any;
  readonly corners: readonly (() => Any)[];
  readonly tolerance: number;
  readonly excused: ReadonlySet<Rule>;
}

/** The methods that take weights in place of counts. */
const WEIGHABLE = CLASSIFIER_NAMES.filter((name) => !METHODS_UNDER_TEST[name].takesCountsOnly);

const excusesOf = ({ excused = {} }: MethodUnderTest) => Object.keys(excused) as Rule[];

const PLAIN = CLASSIFIER_NAMES.map((name): Subject => {
  const method = METHODS_UNDER_TEST[name];
  return {
    title: name,
    some: (classes) => method.options(classes).map((options) => () => makeClassifier({ classifier: name, ...options })),
    plain: () => makeClassifier({ classifier: name }),
    corners: method.corners.map((options) => () => makeClassifier({ classifier: name, ...options })),
    tolerance: method.tolerance ?? 1e-9,
    excused: new Set(excusesOf(method)),
  };
});

const WEIGHTED = WEIGHABLE.map((name): Subject => {
  const method = METHODS_UNDER_TEST[name];
  const make = (choices: Omit<ClassifierChoices, "classifier">) => () =>
    makeClassifier({ classifier: name, ...choices });
  return {
    title: `${name}, weighted`,
    some: (classes) =>
      fc
        .tuple(method.options(classes), fc.constantFrom(...WEIGHTINGS))
        .map(([options, weighting]) => make({ ...options, ...weighting })),
    plain: make({ tf: "log", idf: "smooth", norm: "l2" }),
    // Every seventh has each choice with several others. The properties draw from all.
    corners: WEIGHTINGS.filter((_, i) => isThorough || i % 7 === 0).map(make),
    tolerance: method.tolerance ?? 1e-9,
    // What is weighted is counts, whatever the method could take.
    excused: new Set(excusesOf(method).filter((rule) => rule !== "takes counts alone")),
  };
});

it("tests the methods of the table and no others", () => {
  expect(Object.keys(METHODS_UNDER_TEST).sort()).toEqual([...CLASSIFIER_NAMES].sort());
});

describe.each([...PLAIN, ...WEIGHTED])("$title", ({ some, plain, corners, tolerance, excused }) => {
  const any = problems(some);
  const learned = ({ sample, choices, weights }: Problem<() => Any>) => choices().fit(datasetOf(sample, weights));
  const two: Dataset = { x: matrixFromRows([[1], [2]]), y: [0, 1], labels: ["a", "b"] };

  it("gives probabilities with sum 1, no score that is NaN or +∞, and predicts the best score, lowest index first", () => {
    forAll(RUNS, [any], (problem) => {
      expectSound(learned(problem), queriesOf(problem.sample));
    });
  });

  it("is sound with extreme options and extreme data, and without a single term", () => {
    const noTerms: Dataset = { x: matrixFromRows([[], [], []]), y: [0, 1, 1], labels: ["a", "b"] };
    for (const make of [plain, ...corners]) {
      for (const data of CORNER_DATA) expectSound(make().fit(data), CORNER_QUERIES);
      expectSound(make().fit(noTerms), matrixFromRows([[]]));
    }
  });

  it("is sound with documents of 2,000 tokens, all different or all the same", () => {
    const columns = 2_000;
    const different = new Array<number>(columns).fill(1);
    const same = [columns, ...new Array<number>(columns - 1).fill(0)];
    const x = matrixFromRows([different, same, different]);
    expectSound(plain().fit({ x, y: [0, 1, 2], labels: ["a", "b", "c"] }), x);
  });

  it("gives a single class all of the probability", () => {
    forAll(5, [problems(some, 1)], ({ sample, choices }) => {
      fc.pre(sample.labels.length === 1);
      const model = choices().fit(datasetOf(sample));
      expect(probabilities(model, queriesOf(sample))).toEqual(sample.queries.map(() => Float64Array.of(1)));
      expect(predict(model, queriesOf(sample))).toEqual(sample.queries.map(() => 0));
    });
  });

  it.skipIf(excused.has("never predicts a class without documents"))(
    "never predicts a class without documents, as it is by default and as long as any class is possible",
    () => {
      forAll(RUNS, [any], ({ sample, weights }) => {
        const x = queriesOf(sample);
        const model = plain().fit(datasetOf(sample, weights));
        const seen = new Set(sample.y.filter((_, d) => weights?.[d] !== 0));
        const predicted = predict(model, x);
        for (const [row, scores] of scoresOf(model, x).entries()) {
          if (scores.some(Number.isFinite)) expect(seen).toContain(predicted[row]);
        }
      });
    },
  );

  it("treats stored zeros and missing columns as zeros", () => {
    const without = (rows: readonly (readonly Cell[])[]) => rows.map((row) => row.map((cell) => cell || null));
    forAll(RUNS, [any], ({ sample, choices, weights }) => {
      const { queries, columns } = sample;
      const model = choices().fit(datasetOf(sample, weights));
      const sparse = choices().fit(datasetOf({ ...sample, rows: without(sample.rows) }, weights));
      const scores = scoresOf(model, queriesOf(sample));
      expect(scoresOf(model, matrixOf(without(queries), columns))).toEqual(scores);
      for (const [row, all] of scoresOf(sparse, queriesOf(sample)).entries()) expectClose(all, scores[row], tolerance);
      for (const width of [0, columns >> 1]) {
        const blank = queries.map((query) => query.map((cell, column) => (column < width ? cell : null)));
        const narrow = queries.map((query) => query.slice(0, width));
        expect(scoresOf(model, matrixOf(narrow, width))).toEqual(scoresOf(model, matrixOf(blank, columns)));
      }
    });
  });

  it.skipIf(excused.has("takes a weight for a number of documents"))(
    "scores as if a document of weight n were n documents, and one of weight 0 not there",
    () => {
      forAll(RUNS, [any], ({ sample, choices, weights }) => {
        fc.pre(weights !== undefined);
        const x = queriesOf(sample);
        const expected = scoresOf(choices().fit(datasetOf(repeated(sample, weights))), x);
        for (const [row, scores] of scoresOf(choices().fit(datasetOf(sample, weights)), x).entries()) {
          expectClose(scores, expected[row], tolerance);
        }
      });
    },
  );

  it("gives the same scores every time, and changes no argument", () => {
    forAll(RUNS, [any], ({ sample, choices, weights }) => {
      const data = datasetOf(sample, weights);
      const x = queriesOf(sample);
      const before = structuredClone([data, x]);
      const model = choices().fit(data);
      const backwards = selectRows(
        x,
        Array.from({ length: x.rows }, (_, row) => x.rows - 1 - row),
      );
      const last = scoresOf(model, backwards).toReversed();
      expectMargins(model, x);
      expect(scoresOf(model, x)).toEqual(last);
      expect(scoresOf(choices().fit(data), x)).toEqual(last);
      expect([data, x]).toEqual(before);
    });
  });

  it("splits the margin of any two classes into parts that sum to it, and explains that of the best, even if infinite", () => {
    forAll(RUNS, [problems(some, 2)], (problem) => {
      const model = learned(problem);
      expectMargins(model, queriesOf(problem.sample));
      expectExplained(model, queriesOf(problem.sample));
    });
  });

  const numbers = excused.has("takes counts alone");
  it.each([-1, -1e-9, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    `${numbers ? "takes the value %d in training if it is a number" : "refuses the value %d in training, as it is no count"}, and says where it is`,
    (value) => {
      const x = matrixOf(
        [
          [1, null],
          [2, value],
        ],
        2,
      );
      const learn = () => plain().fit({ ...two, x });
      if (numbers && Number.isFinite(value)) {
        expectSound(learn(), x);
        return;
      }
      expect(learn).toThrow(DataError);
      if (numbers) expect(learn).toThrow(/^fit: row 1, column 1: a /);
      else expect(learn).toThrow(`fit: row 1, column 1: a count must be finite and at least 0, not ${value}`);
    },
  );

  it("checks its data as `requireDataset` does", () => {
    expect(() => plain().fit({ ...two, labels: [] })).toThrow(new DataError("fit: there is no class to learn"));
    expect(() => plain().fit({ ...two, weights: [1] })).toThrow(new UsageError("fit: there are 1 weights for 2 rows"));
  });

  it("refuses a row without a label in one clear line", () => {
    expect(() => plain().fit({ ...two, y: [0, UNLABELLED] })).toThrow(
      new DataError("fit: row 1 has no label, and this method learns only from documents with labels"),
    );
  });

  it("refuses rows of more columns than it has learned", () => {
    const model = plain().fit(two);
    expect(model.columns).toBe(1);
    expect(() => predict(model, matrixFromRows([[1, 1]]))).toThrow(UsageError);
  });
});

/** The arrays of a model, and the model that is made of them. */
function restored(classifier: Any, model: Model, arrays?: (arrays: Arrays) => Arrays): StoredModel {
  if (isCounting(classifier) || !isStoredModel(model)) throw new Error("its model is made of counts");
  const own = { ...model.arrays() };
  return classifier.restore(model.labels, model.columns, arrays?.(own) ?? own);
}

const STORED = [...PLAIN, ...WEIGHTED].filter(({ plain }) => !isCounting(plain()));

describe.each(STORED)("the arrays of $title", ({ some, plain }) => {
  const data: Dataset = {
    x: matrix("1 2 0", "2 0 1", "0 1 3"),
    y: [0, 1, 1],
    labels: ["a", "b"],
  };
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
    const array = fc.oneof<fc.Arbitrary<NumberArray>[]>(
      numbers.map((values) => Uint8Array.from(values)),
      numbers.map((values) => Uint16Array.from(values)),
      numbers.map((values) => Uint32Array.from(values)),
      numbers.map((values) => Float32Array.from(values)),
      numbers.map((values) => Float64Array.from(values)),
    );
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

describe.each(CLASSIFIER_NAMES)("%s", (name) => {
  const { options, refused, takesCountsOnly } = METHODS_UNDER_TEST[name];

  it("comes back from a model file with every score and every byte the same, weighted or not", () => {
    const text = (row: readonly Cell[]) => row.map((cell, t) => `t${t} `.repeat(Math.min(cell ?? 0, 4))).join("");
    const some = fc.tuple(
      samples({ minClasses: 2 }),
      options(),
      fc.constantFrom({}, ...(takesCountsOnly ? [] : WEIGHTINGS)),
    );
    forAll(RUNS, [some], ([{ rows, y, labels, queries }, choices, weighting]) => {
      fc.pre(new Set(y).size > 1);
      const documents = rows.map((row, d) => ({ id: `${d}`, label: labels[y[d]], bytes: Buffer.from(text(row)) }));
      const model = train(documents, { classifier: name, ...choices, ...weighting });
      const bytes = serialize(model);
      const again = deserialize(bytes);
      expect(Buffer.from(serialize(again)).equals(bytes)).toBe(true);
      for (const query of queries) {
        const scores = [model, again].map((each) => scoresOf(each.model, each.rowOf(text(query))));
        expect(scores[1]).toEqual(scores[0]);
      }
    });
  });

  it(takesCountsOnly ? "refuses to be weighted as a whole" : "is weighted as a whole", () => {
    const make = () => makeClassifier({ classifier: name, norm: "l2" });
    if (takesCountsOnly) {
      expect(make).toThrow(UsageError);
      expect(make).toThrow(`${name} works on counts: leave out tf, idf and norm`);
    } else expect(make().name).toBe(name);
  });

  it.each(refused)("refuses %j before it sees any data", (options, message) => {
    expect(() => makeClassifier({ classifier: name, ...options })).toThrow(UsageError);
    expect(() => makeClassifier({ classifier: name, ...options })).toThrow(message);
  });

  if (methodDefaults(name).prior === undefined) {
    it("has no prior to choose", () => {
      expect(() => makeClassifier({ classifier: name, prior: "fit" })).toThrow(UsageError);
      expect(() => makeClassifier({ classifier: name, prior: "fit" })).toThrow(`${name} has no option prior: `);
    });
    return;
  }

  it("refuses a prior by another name before it sees any data", () => {
    expect(() => makeClassifier({ classifier: name, prior: "flat" as Prior })).toThrow(UsageError);
    expect(() => makeClassifier({ classifier: name, prior: "flat" as Prior })).toThrow(
      /^prior must be "fit", .*not "flat"$/,
    );
  });

  it("refuses a prior that does not fit the classes", () => {
    const fit = () =>
      makeClassifier({ classifier: name, prior: [0.5, 0.6] }).fit({
        x: matrix("1", "2"),
        y: [0, 1],
        labels: ["a", "b"],
      });
    expect(fit).toThrow(UsageError);
    expect(fit).toThrow(/^prior must be "fit", .*not \[0.5,0.6\]$/);
  });
});
