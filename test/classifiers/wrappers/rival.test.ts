import { describe, expect, it } from "vitest";
import { predict, probabilities } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { candidatesOf, makeClassifier } from "../../../src/classifiers/table.js";
import type { ChosenModel } from "../../../src/classifiers/wrappers/chosen.js";
import { compared } from "../../../src/classifiers/wrappers/rival.js";
import { matrixFromRows } from "../../../src/features/sparse-matrix.js";
import { tellingData } from "../samples.js";

/** A variant of naive Bayes that repeated evidence misleads, and its rival. */
const variants = [
  { classifier: "complement", alphas: [0.1], tf: "binary", norm: "l2", kinds: ["words"] },
  { classifier: "linear-svm", tf: "log", idf: "smooth", norm: "l2", kinds: ["words"] },
] as const;
const chosenBayes = makeClassifier({ classifier: "chosen-bayes", variants }) as StoredClassifier;
const [bayes, machine] = candidatesOf([
  { classifier: "complement", alpha: 0.1, tf: "binary", norm: "l2" },
  { classifier: "linear-svm", tf: "log", idf: "smooth", norm: "l2" },
]);

/**
 * Documents of which one column tells the class. Ten others always occur together and tell it only in four of five
 * documents, so naive Bayes counts the same evidence ten times.
 */
function repeatedEvidence(documents: number) {
  const y = Array.from({ length: documents }, (_, row) => row % 2);
  const rows = y.map((c, row) => {
    const group = row % 10 < 2 ? 1 - c : c;
    // The number of the row keeps documents apart.
    const others = Array.from({ length: 8 }, (_, bit) => (row >> bit) & 1);
    return [1 - c, c, ...Array.from({ length: 20 }, (_, t) => (t % 2 === group ? 1 : 0)), ...others];
  });
  return { x: matrixFromRows(rows), y, labels: ["a", "b"] };
}

describe("a linear rival", () => {
  it("is chosen where naive Bayes counts evidence repeatedly, and comes back from its arrays", () => {
    const data = repeatedEvidence(120);
    const model = chosenBayes.fit(data) as ChosenModel;
    const { winner, results } = model.outcome;
    expect(winner.variant).toBe(1);
    expect(winner).toMatchObject({ documents: 120, errors: 0 });
    expect(results[0].errors).toBeGreaterThan(10);
    expect(predict(model, data.x)).toEqual(data.y);
    const again = chosenBayes.restore(data.labels, data.x.columns, model.arrays());
    expect(probabilities(again, data.x)).toEqual(probabilities(model, data.x));
    expect((again as ChosenModel).outcome).toEqual(model.outcome);
  });

  it("is not chosen where naive Bayes is as good", () => {
    const y = Array.from({ length: 20 }, (_, row) => row % 2);
    const x = matrixFromRows(y.map((c) => [1 - c, c]));
    const { winner, results } = (chosenBayes.fit({ x, y, labels: ["a", "b"] }) as ChosenModel).outcome;
    expect(winner.variant).toBe(0);
    expect(results[1]).toMatchObject({ documents: 20, errors: 0 });
  });

  it("is compared on samples of a large corpus, and then learns from all of it", () => {
    const data = repeatedEvidence(200);
    const few = data.x.starts[60];
    const comparison = compared(machine, bayes, data, few) ?? expect.unreachable();
    expect(comparison).toMatchObject({ isBetter: true, documents: expect.closeTo(60, -1), errors: 0 });
    const fitted = comparison.fit();
    expect(predict(fitted.model, data.x)).toEqual(data.y);
    // One fold of five is scored.
    expect(fitted.documents).toHaveLength(40);
  });

  it("is not better where there is too little to test", () => {
    const data = repeatedEvidence(4);
    const alone = { ...data, x: matrixFromRows([[1]]), y: [0] };
    expect(compared(machine, bayes, alone)).toBeUndefined();
    expect(compared(machine, bayes, data, data.x.starts[3] + 1)).toMatchObject({ isBetter: false, documents: 0 });
  });

  it("counts rare classes as much as all others together", () => {
    const rare = { ...repeatedEvidence(100), labels: ["a", "b", "c"] };
    // Four documents of class c share one column with class a.
    for (const row of [0, 20, 40, 60]) rare.y[row] = 2;
    const { isBetter } = compared(machine, bayes, rare) ?? expect.unreachable();
    expect(isBetter).toBe(true);
  });
});

describe("the scored documents of chosen-bayes", () => {
  it("are those of the chosen method, by models that have not seen them", () => {
    const scored = (data: ReturnType<typeof repeatedEvidence>) => chosenBayes.fitScored?.(data).documents ?? [];
    const ofRival = scored(repeatedEvidence(120));
    expect(ofRival.filter(({ scores, actual }) => scores[actual] > scores[1 - actual])).toHaveLength(120);
    const alone = makeClassifier({ classifier: "chosen-bayes", variants: variants.slice(0, 1) }) as StoredClassifier;
    const ofBayes = alone.fitScored?.(tellingData(90, 3)).documents ?? [];
    expect(ofBayes).toHaveLength(90);
    const right = ofBayes.filter(({ scores, actual }) => scores.indexOf(Math.max(...scores)) === actual);
    expect(right.length).toBeGreaterThan(60);
    expect(right.length).toBeLessThan(90);
  });
});
