import { describe, expect, it, vi } from "vitest";
import { predict, probabilities } from "../../../src/classifiers/classifier.js";
import type { StoredClassifier } from "../../../src/classifiers/stored-classifier.js";
import { candidatesOf, makeClassifier } from "../../../src/classifiers/table.js";
import { balanced } from "../../../src/classifiers/wrappers/balanced.js";
import { binaryRelevance } from "../../../src/classifiers/wrappers/binary-relevance.js";
import { ChosenModel } from "../../../src/classifiers/wrappers/chosen.js";
import type { LabelDecisions } from "../../../src/classifiers/wrappers/label-decisions.js";
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
    // A sample has two thirds of the limit.
    const comparison = compared(machine, bayes, data, data.x.starts[90]) ?? expect.unreachable();
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
    expect(compared(machine, bayes, data, 1)).toMatchObject({ isBetter: false, documents: 0 });
  });

  it("is compared on halves of a corpus that is little larger than the limit", () => {
    const data = repeatedEvidence(200);
    const comparison = compared(machine, bayes, data, data.x.starts[199]);
    expect(comparison).toMatchObject({ isBetter: true, documents: expect.closeTo(100, -1), errors: 0 });
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

describe("chosen-bayes for several labels", () => {
  /** Half of the documents have label a, and half b; the first also has c, and the next two also have d. */
  const cells = Array.from({ length: 40 }, (_, row) => [2, 3, 3].at(row) ?? row % 2);
  const rows = cells.map((cell, row) => [
    ...[0, 1, 2, 3].map((c) => (cell === c ? 1 : 0)),
    ...[0, 1, 2, 3, 4, 5].map((bit) => (row >> bit) & 1),
  ]);
  const data = { x: matrixFromRows(rows), y: cells, labels: ["a", "b", "a;c", "b;d"] };
  const [linear] = candidatesOf([{ ...variants[1], tolerance: 0.01, epochs: 10_000 }]);
  const scoresOf = (model: LabelDecisions) => Array.from(data.y, (_, row) => scoresOfRow(model, row));
  const scoresOfRow = (model: LabelDecisions, row: number) => {
    const scores = new Float64Array(model.labels.length);
    model.scoreInto(data.x, row, scores);
    return scores;
  };
  const fitted = (classifier: StoredClassifier) => binaryRelevance(classifier).fit(data) as LabelDecisions;

  it("takes the linear variant for each label, with or without weights, without a comparison", () => {
    const model = fitted(chosenBayes);
    expect(model.labels).toEqual(["a", "b", "c", "d"]);
    for (const label of model.labels.keys()) {
      const chosen = model.modelOf(label);
      expect(chosen instanceof ChosenModel && chosen.outcome.winner).toMatchObject({ variant: 1, documents: 0 });
    }
    expect([model.thresholds, scoresOf(model)]).toEqual([fitted(linear).thresholds, scoresOf(fitted(linear))]);
    expect(scoresOf(fitted(balanced(chosenBayes)))).toEqual(scoresOf(fitted(balanced(linear))));
    expect(scoresOf(fitted(balanced(chosenBayes)))).not.toEqual(scoresOf(model));
  });

  it("finds labels of one and two documents again", () => {
    const model = fitted(chosenBayes);
    const given = scoresOf(model).map((scores) => scores.map((score, l) => (score >= model.thresholds[l] ? 1 : 0)));
    expect(given.map(([, , c, d]) => [c, d])).toEqual(cells.map((cell) => [cell === 2 ? 1 : 0, cell === 3 ? 1 : 0]));
  });

  it("does not warn that the few passes are not enough for a label of one document", () => {
    const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
    const hasty = [variants[0], { ...variants[1], epochs: 1, tolerance: 1e-9 }];
    fitted(makeClassifier({ classifier: "chosen-bayes", variants: hasty }) as StoredClassifier);
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it("reads models of before, which may have chosen naive Bayes for a label", () => {
    const before = fitted({ ...chosenBayes, perLabel: undefined });
    const variantOf = (chosen: unknown) => chosen instanceof ChosenModel && chosen.outcome.winner.variant;
    expect(before.labels.map((_, l) => variantOf(before.modelOf(l)))).toContain(0);
    for (const model of [before, fitted(chosenBayes)]) {
      const again = binaryRelevance(chosenBayes).restore(model.labels, model.columns, model.arrays()) as LabelDecisions;
      expect(scoresOf(again)).toEqual(scoresOf(model));
      expect(again.thresholds).toEqual(model.thresholds);
    }
  });
});
