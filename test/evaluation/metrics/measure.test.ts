import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classifierNamed } from "../../../src/classifiers/table.js";
import { evaluate } from "../../../src/evaluation/evaluate.js";
import { isForTwoClasses, isLoss, MEASURES, measured } from "../../../src/evaluation/metrics/measure.js";
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
          const measures = MEASURES.filter((measure) => !isForTwoClasses(measure));
          expect(measures.map((measure) => measured(measure, fold, classifier, LABELS))).toEqual([
            accuracy,
            macro.f1,
            logLoss,
          ]);
        },
      ),
      EXAMPLES,
    );
  });

  it("equals evaluate's for two classes; the total cost is that of a document", () => {
    const y = [0, 0, 1, 1, 0, 1, 0, 1];
    const texts = ["ant bee", "ant", "cat dog", "cat", "ant cat", "bee", "dog", "cat ant"];
    const { x } = countVectorizer().fit(texts);
    const labels = ["ham", "spam"];
    const [fold] = splitFolds({ x, y, labels }, [
      { train: Uint32Array.of(0, 1, 2, 3), test: Uint32Array.of(4, 5, 6, 7) },
    ]);
    const classifier = classifierNamed("multinomial");
    const options = { positive: "ham", threshold: 0.4, falseAlarmCost: 9 };
    const { binary } = evaluate([fold], classifier, labels, { binary: options });
    expect(measured("roc-auc", fold, classifier, labels, { binary: options })).toBe(binary?.rocAuc);
    const cost = ((binary?.falseAlarms ?? 0) * 9 + (binary?.misses ?? 0)) / 4;
    expect(cost).toBeGreaterThan(0);
    expect(measured("total-cost", fold, classifier, labels, { binary: options })).toBe(cost);
  });

  it("at the best temperature is no worse than as it is, and than at any other temperature", () => {
    const { x } = countVectorizer().fit(["ant ant ant", "bee bee", "ant bee bee", "bee ant ant"]);
    const y = [0, 1, 0, 1];
    const [fold] = splitFolds({ x, y, labels: ["a", "b"] }, [
      { train: Uint32Array.of(0, 1), test: Uint32Array.of(2, 3) },
    ]);
    const classifier = classifierNamed("multinomial");
    const loss = (atBestTemperature: boolean) =>
      measured("log-loss", fold, classifier, ["a", "b"], { atBestTemperature });
    // Every answer is wrong, so that the best temperature makes both classes equal.
    expect(loss(false)).toBeGreaterThan(Math.LN2);
    expect(loss(true)).toBeCloseTo(Math.LN2, 2);
  });

  it("is better when lower only if it is a loss", () => {
    expect(MEASURES.filter(isLoss)).toEqual(["log-loss", "total-cost"]);
  });
});
