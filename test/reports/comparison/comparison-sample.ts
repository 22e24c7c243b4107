import { type Comparison, compare } from "../../../src/evaluation/significance/compare.js";
import type { EvaluationFile } from "../../../src/reports/evaluation/evaluation-file.js";

/** An evaluation file made by hand. */
export function sampleFile(changes: Partial<EvaluationFile> = {}): EvaluationFile {
  return {
    path: "a.json",
    classifier: { name: "multinomial", alpha: 1, tokenLength: [2, 256], strip: [], stem: null, minCount: 1 },
    protocol: { kind: "holdout", share: 1 / 3, repeats: 2, seed: 1 },
    documents: { train: 100, test: 50 },
    predictions: [],
    ...changes,
  };
}

/**
 * A comparison by runs, each with so many tests that both, only A, only B and neither got
 * right. Every third document is spam, the others are of a class that cannot be printed as it is.
 */
export function sampleComparison(
  runs: readonly (readonly [both: number, onlyA: number, onlyB: number, neither: number])[],
  documentOf: (run: number, who: number, i: number) => string = (run, who, i) => `${run}/${who}/${i}`,
): Comparison {
  const tests = runs.flatMap((counts, run) =>
    counts.flatMap((count, who) =>
      Array.from({ length: count }, (_, i) => {
        const [actual, other] = i % 3 === 0 ? ["spam", "bad\n\u202ename"] : ["bad\n\u202ename", "spam"];
        return { id: documentOf(run, who, i), run, actual, a: who < 2 ? actual : other, b: who % 2 ? other : actual };
      }),
    ),
  );
  const side = (which: "a" | "b") => ({
    documents: { train: 100, test: 50 },
    predictions: tests.map((test) => ({ ...test, predicted: test[which] })),
  });
  return compare(side("a"), side("b"));
}
