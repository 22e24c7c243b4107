import { classWeights, requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import type { CountingClassifier } from "../bayes/counting-classifier.js";
import { learningFrom } from "../out-of-parts.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { asStored } from "./weighted.js";

/** How much the documents of each class weigh in training. */
export const CLASS_WEIGHTS = ["balanced"] as const;
export type ClassWeight = (typeof CLASS_WEIGHTS)[number];

/**
 * A classifier that learns as if all classes had the same number of documents. A document of class c weighs
 *
 *     N / (C · N(c))
 *
 * with N documents in C classes, N(c) of them in c: scikit-learn's `class_weight="balanced"`. Weights that the
 * documents have already are multiplied by that; N and N(c) are then sums of weights.
 *
 * Source: King and Zeng 2001.
 */
export function balanced(classifier: CountingClassifier | StoredClassifier): StoredClassifier {
  const inner = asStored(classifier);
  const { fitScored, perLabel } = inner;
  return {
    ...inner,
    perLabel: perLabel && balanced(perLabel),
    ...learningFrom(inner, (data) => ({ data: withBalance(data), modelOf: (model) => model })),
    ...(fitScored && { fitScored: (data, onProgress, jobs) => fitScored(withBalance(data), onProgress, jobs) }),
  };
}

/** Returns the data with weights that make all classes count alike. */
function withBalance(data: Dataset): Dataset {
  // Checked here, because the products below would hide missing weights and weights below 0.
  requireDataset("fit", data);
  const { y, weights } = data;
  const sizes = classWeights(data);
  const present = sizes.filter((size) => size > 0);
  const meanSize = present.reduce((sum, size) => sum + size, 0) / present.length;
  const factors = sizes.map((size) => (size > 0 ? meanSize / size : 0));
  return {
    ...data,
    weights: Float64Array.from({ length: y.length }, (_, row) => factors[y[row]] * (weights?.[row] ?? 1)),
  };
}
