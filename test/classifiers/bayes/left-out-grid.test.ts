import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ascending } from "../../../src/base/lists.js";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import { complement } from "../../../src/classifiers/bayes/complement.js";
import {
  type GridMethod,
  leftOutGrid,
  type ReducedCounts,
  reducedCounts,
} from "../../../src/classifiers/bayes/left-out-grid.js";
import { multinomial } from "../../../src/classifiers/bayes/multinomial.js";
import { columnMap, termStatistics } from "../../../src/features/selection.js";
import { type Dataset, type SparseMatrix, selectRows } from "../../../src/features/sparse-matrix.js";
import { weightedRows } from "../../../src/features/weighting.js";
import { forAll, slowRuns } from "../../helpers/arbitraries.js";
import { datasetOf, expectClose, samples } from "../samples.js";

const ALPHAS = [0.1, 1, 0.003];

const METHODS: readonly Omit<GridMethod, "alphas">[] = [
  { learnsFromOthers: false, prior: "fit", emphasis: 0 },
  { learnsFromOthers: false, prior: "uniform", emphasis: 8 },
  { learnsFromOthers: true, prior: "none", emphasis: 0 },
  { learnsFromOthers: true, prior: "fit", emphasis: 0 },
];

const WEIGHTINGS = [{}, { tf: "binary" }, { tf: "sqrt", norm: "l2" }] as const;

/** The scores of a row by a model that is trained on the other rows, over the terms that they have. */
function trainedWithout(data: Dataset, left: readonly number[], row: number, method: GridMethod, alpha: number) {
  const rows = ascending(data.x.rows).filter((r) => !left.includes(r));
  const counts = termStatistics(data.x, rows).documents;
  const columns = Uint32Array.from(counts.keys()).filter((column) => counts[column] > 0);
  const map = columnMap(columns, data.x.columns);
  const { prior, emphasis } = method;
  const classifier = method.learnsFromOthers ? complement({ alpha, prior }) : multinomial({ alpha, prior, emphasis });
  const y = Array.from(rows, (r) => data.y[r]);
  const model = classifier.fitCounts(classCounts({ ...data, x: selectRows(data.x, rows, map), y }));
  const scores = new Float64Array(data.labels.length);
  model.scoreInto(selectRows(data.x, [row], map), 0, scores);
  return scores;
}

/** Scores less that of the first class that is possible. */
function relative(scores: Float64Array): Float64Array {
  const first = scores.find(Number.isFinite) ?? 0;
  return scores.map((score) => score - first);
}

function reducedOf(data: Dataset): ReducedCounts {
  return reducedCounts(classCounts(data), data.x, data.y, termStatistics(data.x).documents);
}

describe("leftOutGrid", () => {
  it("scores a document, left out alone or with others, as a model that is trained without them", () => {
    const some = fc.array(fc.nat(7), { minLength: 1, maxLength: 3 });
    const kinds = [fc.constantFrom(...METHODS), fc.constantFrom(...WEIGHTINGS)] as const;
    forAll(slowRuns(1000), [samples({ minClasses: 2 }), ...kinds, some], (sample, kind, weighting, drawn) => {
      const given = datasetOf(sample);
      const left = [...new Set(drawn.map((n) => n % given.x.rows))];
      fc.pre(left.length < given.x.rows);
      const data = { ...given, x: weightedRows(given.x, weighting) };
      const method = { ...kind, alphas: ALPHAS };
      const reduced = reducedOf(data);
      const grid = leftOutGrid(method, reduced);
      reduced.take(left);
      const scores = new Float64Array(data.labels.length * ALPHAS.length);
      grid(data.x, left[0], Uint32Array.of(0, 2), scores);
      for (const a of [0, 2]) {
        const own = Float64Array.from(data.labels, (_, c) => scores[c * ALPHAS.length + a]);
        expectClose(relative(own), relative(trainedWithout(data, left, left[0], method, ALPHAS[a])), 1e-8);
      }
    });
  });
});

describe("reducedCounts", () => {
  it("are as before, to the last bit, when the documents are put back", () => {
    forAll(100, [samples(), fc.constantFrom(...WEIGHTINGS)], (sample, weighting) => {
      const given = datasetOf(sample);
      const data = { ...given, x: weightedRows(given.x, weighting) as SparseMatrix };
      const [reduced, before] = [reducedOf(data), reducedOf(data)];
      const rows = ascending(data.x.rows).filter((row) => row % 2 === 0);
      reduced.take(rows);
      reduced.putBack();
      // JSON leaves out functions, and has all digits.
      expect(JSON.stringify(reduced)).toBe(JSON.stringify(before));
    });
  });
});
