/** How good probabilities are, and not only the classes they lead to. */
export interface ProbabilityMetrics {
  /** Mean of -ln P(actual class), in nats. Probabilities are kept from 0 and 1 by 2.2e-16, so that it is finite. */
  readonly logLoss: number;
  /** Mean over documents of Σ_c (P(c) - [c is actual])², from 0 to 2; for two classes that is twice the share of one. */
  readonly brier: number;
  /** Expected calibration error over `CALIBRATION_BINS` bins of equal width: the mean distance of confidence from accuracy. */
  readonly calibrationError: number;
  /** The bins of the reliability diagram, lowest confidence first; bins without documents have `documents` 0. */
  readonly reliability: readonly ReliabilityBin[];
  /** Share of documents whose class is among the k most probable, for each k of 1, 2, 3 and 5 below the number of classes. */
  readonly topAccuracy: readonly { readonly k: number; readonly accuracy: number }[];
}

/** The predictions whose probability lies in one bin. */
export interface ReliabilityBin {
  /** The bin is (low, high]; the first includes 0. */
  readonly low: number;
  readonly high: number;
  readonly documents: number;
  /** Mean probability of the predicted class; 0 without documents. */
  readonly confidence: number;
  /** Share of the predictions that are right; 0 without documents. */
  readonly accuracy: number;
}

/** As many bins as the literature on calibration uses (Guo, Pleiss, Sun and Weinberger 2017). */
export const CALIBRATION_BINS = 15;

const TOPS = [1, 2, 3, 5];
const EPSILON = 2 ** -52;

/**
 * @param logProbabilities ln P(class | document), documents × classes, row by row
 * @param actual the class index of each document
 * @param predicted the class index that was said of each document
 */
export function probabilityMetrics(
  logProbabilities: Float64Array,
  classes: number,
  actual: ArrayLike<number>,
  predicted: ArrayLike<number>,
): ProbabilityMetrics {
  const documents = actual.length;
  const bins = Array.from({ length: CALIBRATION_BINS }, () => ({ documents: 0, confidence: 0, right: 0 }));
  const tops = TOPS.filter((k) => k < classes).map((k) => ({ k, right: 0 }));
  let logLoss = 0;
  let brier = 0;
  for (let d = 0; d < documents; d++) {
    const row = logProbabilities.subarray(d * classes, (d + 1) * classes);
    const own = row[actual[d]];
    logLoss -= Math.log(Math.min(1 - EPSILON, Math.max(EPSILON, Math.exp(own))));
    let rank = 0;
    for (let c = 0; c < classes; c++) {
      const p = Math.exp(row[c]);
      brier += (p - (c === actual[d] ? 1 : 0)) ** 2;
      if (row[c] > own || (row[c] === own && c < actual[d])) rank++;
    }
    for (const top of tops) if (rank < top.k) top.right++;
    const confidence = Math.exp(row[predicted[d]]);
    const bin = bins[Math.max(0, Math.ceil(confidence * CALIBRATION_BINS) - 1)];
    bin.documents++;
    bin.confidence += confidence;
    if (predicted[d] === actual[d]) bin.right++;
  }
  const share = (n: number, of: number) => (of === 0 ? 0 : n / of);
  return {
    logLoss: logLoss / documents,
    brier: brier / documents,
    calibrationError: bins.reduce((sum, bin) => sum + Math.abs(bin.confidence - bin.right), 0) / documents,
    reliability: bins.map((bin, b) => ({
      low: b / CALIBRATION_BINS,
      high: (b + 1) / CALIBRATION_BINS,
      documents: bin.documents,
      confidence: share(bin.confidence, bin.documents),
      accuracy: share(bin.right, bin.documents),
    })),
    topAccuracy: tops.map(({ k, right }) => ({ k, accuracy: share(right, documents) })),
  };
}
