import fc from "fast-check";
import { seededRandom } from "../../../src/base/random.js";
import type { ScoredDocument } from "../../../src/classifiers/calibration/fit-temperature.js";
import { listOf } from "../../features/dense.js";

/** Scored documents of a number of classes. The scores do not depend on the actual class. */
export function scoredDocuments(classes: number): fc.Arbitrary<ScoredDocument[]> {
  return fc.array(
    fc
      .record({
        scores: listOf(
          fc.integer({ min: -40_000, max: 0 }).map((n) => n / 1000),
          classes,
        ),
        actual: fc.nat(classes - 1),
        tokens: fc.nat(300),
      })
      .map((document): ScoredDocument => ({ ...document, scores: Float64Array.from(document.scores) })),
    { minLength: 2, maxLength: 60 },
  );
}

/**
 * Documents of two classes whose scores may be too sure or not sure enough.
 *
 * @param truth the true log odds of the second class, for the log odds x by the scores
 */
export function twoClassDocuments(size: number, seed: number, truth: (x: number) => number): ScoredDocument[] {
  const random = seededRandom(seed);
  const fraction = () => random(1_000_000) / 1_000_000;
  return Array.from({ length: size }, () => {
    const x = 20 * fraction() - 10;
    const actual = fraction() < 1 / (1 + Math.exp(-truth(x))) ? 1 : 0;
    return { scores: Float64Array.of(-5, x - 5), actual, tokens: random(100) };
  });
}
