import fc from "fast-check";
import type { TrainOptions } from "../../../src/model/options.js";

/** The choices of models that learn and are calibrated: asked to be, or by themselves. */
export const calibrated: fc.Arbitrary<TrainOptions> = fc
  .tuple(
    fc.constantFrom<TrainOptions>(
      { alpha: 0.03, emphasis: 8, temper: 1 },
      { alpha: 0.03, emphasis: 8, temper: 1, prior: "uniform", ngrams: [1, 2] },
      { temper: 0.5, minDocuments: 2 },
      { temper: 1, alpha: 0 },
      { temper: 1, mEstimate: 2, mPrior: "frequency" },
      { temper: 1, maxTerms: 4, selectBy: "chi-squared" },
      { calibrate: "temperature" },
      { calibrate: "temperature", classifier: "bernoulli" },
      { calibrate: "temperature", classifier: "complement" },
      { calibrate: "none", temper: 1 },
    ),
    fc.constantFrom("count" as const, "binary" as const),
  )
  .map(([choices, tf]) => (choices.classifier === "bernoulli" ? choices : { ...choices, tf }));
