import { ratio } from "./metrics.js";

/** The usual number of bins in the literature (Guo, Pleiss, Sun and Weinberger 2017). */
export const CALIBRATION_BINS = 15;

/** The values of k for the top-k accuracy. */
const TOPS = [1, 2, 3, 5];

/** Maximum loss of a document: -ln 2⁻⁵², as in scikit-learn 1.2. */
const MAX_LOSS = 52 * Math.LN2;

/** Log probability below which `exp` is skipped: it changes the Brier score by less than 1e-34. */
const NEGLIGIBLE = -40;

/** The quality of predicted probabilities. */
export type ProbabilityMetrics = ReturnType<typeof probabilityMetrics>;

/**
 * Computes the quality of probabilities over all documents of all runs.
 *
 * @param logProbabilities ln P(class | document), documents × classes, row-major
 * @param actual class index by document
 * @param predicted class index by document
 */
export function probabilityMetrics(
  logProbabilities: Float64Array,
  classes: number,
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
) {
  const documents = actual.length;
  const tops = TOPS.filter((k) => k < classes).map((k) => ({ k, right: 0 }));
  let logLoss = 0;
  let brier = 0;
  for (let d = 0; d < documents; d++) {
    const row = d * classes;
    const logActual = logProbabilities[row + actual[d]];
    logLoss += Math.min(-logActual, MAX_LOSS);
    /** Number of classes before the actual one. */
    let rank = 0;
    for (let c = 0; c < classes; c++) {
      const log = logProbabilities[row + c];
      const p = log > NEGLIGIBLE ? Math.exp(log) : 0;
      brier += (p - (c === actual[d] ? 1 : 0)) ** 2;
      if (log > logActual || (log === logActual && c < actual[d])) rank++;
    }
    for (const top of tops) if (rank < top.k) top.right++;
  }
  return {
    /** Mean of -ln P(actual class), in nats. Probabilities are clipped at 2⁻⁵², so a document costs at most 36.04. */
    logLoss: ratio(logLoss, documents),
    /** Mean of Σ_c (P(c) - [c is actual])², from 0 to 2. For two classes it is twice the one-class Brier score. */
    brier: ratio(brier, documents),
    ...calibrationFigures(logProbabilities, classes, actual, predicted),
    /** Top-k accuracy for each k of 1, 2, 3 and 5 below the number of classes. Ties go to the lower class index. */
    topAccuracy: tops.map(({ k, right }) => ({ k, accuracy: ratio(right, documents) })),
  };
}

/** Puts the predictions into bins by their confidence, and compares confidence with accuracy. */
function calibrationFigures(
  logProbabilities: Float64Array,
  classes: number,
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
) {
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ documents: 0, confidence: 0, right: 0 }));
  for (let d = 0; d < actual.length; d++) {
    const confidence = Math.exp(logProbabilities[d * classes + predicted[d]]);
    // Bin b has the confidences above b / 15 and up to (b + 1) / 15.
    const bin = bins[Math.max(0, Math.ceil(confidence * CALIBRATION_BINS) - 1)];
    bin.documents++;
    bin.confidence += confidence;
    if (predicted[d] === actual[d]) bin.right++;
  }
  const errors = bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0);
  return {
    /** Expected calibration error: |confidence - accuracy| over bins of equal width, weighted by documents. */
    calibrationError: ratio(errors, actual.length),
    /** The bins of the reliability diagram, lowest confidence first. */
    reliability: bins.map((bin, b) => ({
      /** The bin is (low, high]; the first bin includes 0. */
      low: b / CALIBRATION_BINS,
      high: (b + 1) / CALIBRATION_BINS,
      documents: bin.documents,
      /** Mean probability of the predicted class; 0 without documents. */
      confidence: ratio(bin.confidence, bin.documents),
      /** Share of correct predictions; 0 without documents. */
      accuracy: ratio(bin.right, bin.documents),
    })),
  };
}
