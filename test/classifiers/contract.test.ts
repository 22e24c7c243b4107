import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError, UsageError } from "../../src/base/errors.js";
import { ascending } from "../../src/base/lists.js";
import type { Prior } from "../../src/classifiers/bayes/prior.js";
import { predict } from "../../src/classifiers/classifier.js";
import { CLASSIFIER_NAMES, makeClassifier, methodDefaults } from "../../src/classifiers/table.js";
import { type Dataset, matrixFromRows, selectRows, UNLABELLED } from "../../src/features/sparse-matrix.js";
import { type Cell, matrixOf } from "../features/dense.js";
import { forAll } from "../helpers/arbitraries.js";
import { METHODS_UNDER_TEST } from "./method-options.js";
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
import { cells, datasetOf, expectScores, matrix, queriesOf, repeatedRows } from "./samples.js";
import { type Any, PLAIN, RUNS, WEIGHTED } from "./subjects.js";

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

  it.skipIf(excused.has("never predicts a class without documents"))(
    "never predicts a class without documents, as it is by default and as long as any class is possible",
    () => {
      forAll(RUNS, [any], ({ sample, weights }) => {
        const x = queriesOf(sample);
        const model = plain().fit(datasetOf(sample, weights));
        const seen = new Set(sample.y.filter((_, d) => weights?.[d] !== 0));
        const scores = scoresOf(model, x);
        const predicted = predict(model, x).filter((_, row) => scores[row].some(Number.isFinite));
        for (const c of predicted) expect(seen).toContain(c);
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
      expectScores(scoresOf(sparse, queriesOf(sample)), scores, tolerance);
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
        const expected = scoresOf(choices().fit(repeatedRows(datasetOf(sample, weights))), x);
        expectScores(scoresOf(choices().fit(datasetOf(sample, weights)), x), expected, tolerance);
      });
    },
  );

  it("gives the same scores every time, and changes no argument", () => {
    forAll(RUNS, [any], ({ sample, choices, weights }) => {
      const data = datasetOf(sample, weights);
      const x = queriesOf(sample);
      const before = structuredClone([data, x]);
      const model = choices().fit(data);
      const backwards = selectRows(x, ascending(x.rows).reverse());
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
      const x = cells("1 .", `2 ${value}`);
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

  it("checks its data as `requireDataset` does, and refuses rows of more columns than it has learned", () => {
    const refusal = new DataError("fit: row 1 has no label, and this method learns only from documents with labels");
    expect(() => plain().fit({ ...two, y: [0, UNLABELLED] })).toThrow(refusal);
    expect(() => predict(plain().fit(two), matrixFromRows([[1, 1]]))).toThrow(UsageError);
  });
});

describe.each(CLASSIFIER_NAMES)("%s", (name) => {
  const { refused, takesCountsOnly } = METHODS_UNDER_TEST[name];

  it(takesCountsOnly ? "refuses to be weighted as a whole" : "is weighted as a whole", () => {
    const make = () => makeClassifier({ classifier: name, norm: "l2" });
    expect(makeClassifier({ classifier: name }).name).toBe(name);
    if (!takesCountsOnly) expect(make().name).toBe(name);
    else expect(make).toThrow(`${name} works on counts: leave out tf, idf and norm`);
  });

  it.each(refused)("refuses %j before it sees any data", (options, message) => {
    expect(() => makeClassifier({ classifier: name, ...options })).toThrow(UsageError);
    expect(() => makeClassifier({ classifier: name, ...options })).toThrow(message);
  });

  const withPrior = (prior: Prior) => makeClassifier({ classifier: name, prior });
  const hasPrior = methodDefaults(name).prior !== undefined;
  it.skipIf(hasPrior)("has no prior to choose", () => {
    expect(() => withPrior("fit")).toThrow(`${name} has no option prior: `);
  });

  it.runIf(hasPrior)("refuses a prior of another name before it sees any data, and one for other classes", () => {
    const data = { x: matrix("1", "2"), y: [0, 1], labels: ["a", "b"] };
    for (const refused of [() => withPrior("flat" as Prior), () => withPrior([0.5, 0.6]).fit(data)]) {
      expect(refused).toThrow('prior must be "fit", "map", "uniform", "none" or ');
    }
  });
});
