import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ascending } from "../../src/base/lists.js";
import { classCounts } from "../../src/classifiers/bayes/class-counts.js";
import { complement } from "../../src/classifiers/bayes/complement.js";
import { type CountingClassifier, isCounting, presences } from "../../src/classifiers/bayes/counting-classifier.js";
import { multinomial } from "../../src/classifiers/bayes/multinomial.js";
import { predict, probabilities } from "../../src/classifiers/classifier.js";
import { CLASSIFIER_NAMES, type MethodOptions, makeClassifier } from "../../src/classifiers/table.js";
import { weighted } from "../../src/classifiers/wrappers/weighted.js";
import { testOn } from "../../src/evaluation/metrics/outcome.js";
import { leaveOneOut } from "../../src/evaluation/protocols/leave-one-out.js";
import { columnMap } from "../../src/features/selection.js";
import { binarized, type Dataset, selectColumns, selectRows } from "../../src/features/sparse-matrix.js";
import { splitFolds } from "../../src/model/fitting/fold.js";
import { splitOf } from "../../src/model/fitting/splits.js";
import { inOtherArrays } from "../features/dense.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { METHODS_UNDER_TEST } from "./method-options.js";
import { CORNER_DATA, CORNER_QUERIES, problems, scoresOf } from "./problems.js";
import { datasetOf, expectClose, expectScores, queriesOf, samples } from "./samples.js";

/** A classifier that learns from counts. */
function counting(name: string, options?: MethodOptions): CountingClassifier {
  const classifier = makeClassifier({ classifier: name, ...options });
  if (!isCounting(classifier)) throw new Error(`${name} does not learn from counts`);
  return classifier;
}

const NAMES = Object.keys(METHODS_UNDER_TEST).filter(
  (name) => CLASSIFIER_NAMES.includes(name) && isCounting(makeClassifier({ classifier: name })),
);

it("gives the scores of binary weights, from counts alone, if it looks at presences", () => {
  forAll(slowRuns(200), [samples(), fc.constantFrom(multinomial(), complement())], (sample, classifier) => {
    const [model, other] = [presences(classifier), weighted(classifier, { tf: "binary" })].map((each) =>
      each.fit(datasetOf(sample)),
    );
    expectScores(scoresOf(model, queriesOf(sample)), scoresOf(other, queriesOf(sample)));
    expect([model.binary, model.additive]).toEqual([true, true]);
  });
});

describe.each(NAMES)("%s, of which counts are all that is kept,", (name) => {
  const make = (options?: MethodOptions) => counting(name, options);
  const any = problems(METHODS_UNDER_TEST[name].options);

  it("learns the same from counts in arrays of any type", () => {
    forAll(slowRuns(50), [any], ({ sample, choices, weights }) => {
      const classifier = make(choices);
      const data = datasetOf(sample, weights);
      const counts = classCounts(data, classifier.binary);
      const x = queriesOf(sample);
      const model = classifier.fitCounts({ ...counts, terms: inOtherArrays(counts.terms) });
      expect(scoresOf(model, x)).toEqual(scoresOf(classifier.fit(data), x));
    });
  });

  it.runIf(make({}).binary)("looks at presences alone if it says so", () => {
    forAll(slowRuns(50), [any], ({ sample, choices }) => {
      const data = datasetOf(sample);
      const model = make(choices).fit(data);
      const x = queriesOf(sample);
      expect(probabilities(model, x)).toEqual(probabilities(model, binarized(x)));
      expect(predict(model, x)).toEqual(predict(model, binarized(x)));
      expect(scoresOf(make(choices).fit({ ...data, x: binarized(data.x) }), x)).toEqual(scoresOf(model, x));
    });
  });

  it("finds nothing impossible if it smoothes, whatever a class lacks", () => {
    for (const alpha of [1e-300, 1, 1e100]) {
      for (const data of CORNER_DATA) {
        const scores = scoresOf(make({ alpha, prior: "uniform" }).fit(data), CORNER_QUERIES);
        expect(scores.flatMap((row) => [...row]).every(Number.isFinite)).toBe(true);
      }
    }
  });

  it.skipIf(make({}).fitTermSubset === undefined)(
    "scores rows of some terms as the model of all terms does, to the bit",
    () => {
      forAll(slowRuns(100), [any, fc.infiniteStream(fc.boolean())], ({ sample, choices, weights }, wanted) => {
        const classifier = make(choices);
        fc.pre(classifier.fitTermSubset !== undefined);
        const counts = classCounts(datasetOf(sample, weights), classifier.binary);
        const { rows: columns } = counts.terms;
        const terms = ascending(columns).filter(() => wanted.next().value);
        const x = selectColumns(queriesOf(sample), columnMap(terms, columns));
        const model = classifier.fitTermSubset({ ...counts, terms: selectRows(counts.terms, terms) }, columns);
        const ofAll = { ...x, columns, ids: x.ids.map((id) => terms[id]) };
        expect(scoresOf(model, x)).toEqual(scoresOf(classifier.fitCounts(counts), ofAll));
      });
    },
  );

  it("scores a left-out document as a model of the others does", () => {
    forAll(slowRuns(60), [any], ({ sample, choices }) => {
      const data: Dataset = datasetOf(sample);
      const { rows } = data.x;
      fc.pre(rows >= 2);
      // Of priors that are given one a class, a class that is left without documents would be one too many.
      fc.pre(typeof choices.prior !== "object");
      const classifier = make(choices);
      const splits = Array.from({ length: rows }, (_, row) => splitOf(ascending(rows), row));
      const expected = Array.from(splitFolds(data, splits), (fold) => testOn(fold, classifier, data.labels.length));
      const found = leaveOneOut(data, classifier);
      const logs = expected.flatMap(({ logProbabilities }) => Array.from(logProbabilities));
      expectClose(found.logProbabilities, logs, 1e-9);
      expect(found.vocabulary).toBe(expected[0].vocabulary);
    });
  });
});
