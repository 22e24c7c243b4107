import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifierNamed } from "../../../src/classifiers/table.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { isLoss, MEASURES, measured } from "../../../src/evaluation/metrics/measure.js";
import { countVectorizer } from "../../../src/features/vectorizer.js";
import { splitFolds } from "../../../src/model/fitting/fold.js";
import { METHODS_UNDER_TEST } from "../../classifiers/method-options.js";
import { EXAMPLES } from "../../helpers/arbitraries.js";
import { SMOOTHING_NAMES } from "../../helpers/smoothing-names.js";
import { lines } from "../../text/tokens.js";

const LABELS = ["a", "b", "c"];

const document = fc.record({
  words: fc.array(fc.constantFrom("ant", "bee", "cat", "dog"), { maxLength: 6 }),
  label: fc.nat(2),
});

describe("a measure of a model on a test part", () => {
  it("equals evaluate's to the last digit", () => {
    fc.assert(
      fc.property(
        fc.array(document, { minLength: 2, maxLength: 12 }),
        fc.integer({ min: 1, max: 11 }),
        fc
          .constantFrom(...SMOOTHING_NAMES)
          .chain((name) => fc.tuple(fc.constant(name), METHODS_UNDER_TEST[name].options())),
        (documents, cut, [name, options]) => {
          fc.pre(cut < documents.length);
          const { x } = countVectorizer({ tokenizer: lines }).fit(documents.map(({ words }) => words.join("\n")));
          const data = { x, y: documents.map(({ label }) => label), labels: LABELS };
          const rows = Uint32Array.from(documents.keys());
          const [fold] = splitFolds(data, [{ train: rows.slice(0, cut), test: rows.slice(cut) }]);
          const classifier = classifierNamed(name, options);
          const { accuracy, macro, logLoss } = evaluate([fold], classifier, LABELS);
          expect(MEASURES.map((measure) => measured(measure, fold, classifier, LABELS))).toEqual([
            accuracy,
            macro.f1,
            logLoss,
          ]);
        },
      ),
      EXAMPLES,
    );
  });

  it("is better when lower only if it is a loss", () => {
    expect(MEASURES.map(isLoss)).toEqual([false, false, true]);
  });
});
