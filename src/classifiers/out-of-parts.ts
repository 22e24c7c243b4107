/** Scoring rows by models that have not seen them: see `StoredClassifier.fitOutOfParts`. */

import { ascending } from "../base/lists.js";
import { collectGarbage } from "../base/process.js";
import { factsOfRows } from "../features/dataset.js";
import { type Dataset, selectRows } from "../features/sparse-matrix.js";
import type { ScoredDocument } from "./calibration/fit-temperature.js";
import { type FitProgress, type Model, rowsFor } from "./classifier.js";
import type { Parts, StoredClassifier, StoredModel } from "./stored-classifier.js";

/**
 * Returns the model of all rows. Writes into `scores` those of the rows of the first `parts.scored` parts, each by a
 * model of all other parts.
 */
export function fitOutOfParts(
  classifier: StoredClassifier,
  data: Dataset,
  parts: Parts,
  scores: Float64Array,
  onProgress?: FitProgress,
): StoredModel {
  if (classifier.fitOutOfParts !== undefined) return classifier.fitOutOfParts(data, parts, scores, onProgress);
  let fitted = 0;
  const progress: FitProgress = (done) => onProgress?.((fitted + done) / (parts.scored + 1));
  scoreOutOfParts(data, parts, scores, (rows) => {
    // Not packed as `someRows` does: these may be weights, and only counts take few bits.
    const some = { ...data, ...factsOfRows(data, rows), x: selectRows(data.x, rows) };
    const model = classifier.fit(some, progress);
    fitted++;
    return model;
  });
  return classifier.fit(data, progress);
}

/**
 * Fits a classifier to all rows, and scores those of the first `parts.scored` parts as `fitOutOfParts` does. The documents
 * have no tokens: those who ask have two classes, or documents of one length.
 */
export function fittedScores(classifier: StoredClassifier, data: Dataset, parts: Parts, onProgress?: FitProgress) {
  const classes = data.labels.length;
  const scores = new Float64Array(data.x.rows * classes);
  const model = fitOutOfParts(classifier, data, parts, scores, onProgress);
  const rows = ascending(data.x.rows).filter((row) => parts.partOf[row] < parts.scored);
  const documents = Array.from(rows, (row): ScoredDocument => {
    return { scores: scores.subarray(row * classes, (row + 1) * classes), actual: data.y[row], tokens: 0 };
  });
  return { model, documents };
}

/**
 * Writes the scores of the rows of the first `parts.scored` parts, each by a model of all other parts.
 *
 * @param scores a row per row of `x`, a number per class
 * @param learn makes the model of some rows
 */
export function scoreOutOfParts(
  { x, labels }: Dataset,
  parts: Parts,
  scores: Float64Array,
  learn: (rows: Uint32Array) => Model,
): void {
  const rows = ascending(x.rows);
  const rowScores = new Float64Array(labels.length);
  for (let part = 0; part < parts.scored; part++) {
    // The last start is the number of entries.
    collectGarbage(x.starts[x.rows]);
    const model = learn(rows.filter((row) => parts.partOf[row] !== part));
    for (const row of rows.filter((row) => parts.partOf[row] === part)) {
      const seen = selectRows(x, [row]);
      parts.seenInto?.(row, seen.values);
      model.scoreInto(rowsFor(model, seen), 0, rowScores);
      scores.set(rowScores, row * labels.length);
    }
  }
}

/** The data as a classifier learns from them, and what becomes of its model. */
export interface View {
  readonly data: Dataset;
  /**
   * Makes `Parts.seenInto` for these data. Needed if a row looks different when terms are missing, as with a norm.
   * Default: that of the parts.
   */
  readonly seenInto?: (parts: Parts) => Parts["seenInto"];
  /** Makes the model of the original data from a model of these data. */
  readonly modelOf: (model: StoredModel) => StoredModel;
}

/** Returns `fit` and `fitOutOfParts` of a classifier that learns from a view of the data. */
export function learningFrom(
  inner: StoredClassifier,
  viewOf: (data: Dataset) => View,
): Required<Pick<StoredClassifier, "fit" | "fitOutOfParts">> {
  return {
    fit(data, onProgress, jobs) {
      const view = viewOf(data);
      return view.modelOf(inner.fit(view.data, onProgress, jobs));
    },
    fitOutOfParts(data, parts, scores, onProgress) {
      const view = viewOf(data);
      const seen = view.seenInto === undefined ? parts : { ...parts, seenInto: view.seenInto(parts) };
      return view.modelOf(fitOutOfParts(inner, view.data, seen, scores, onProgress));
    },
  };
}
