import { sumOf } from "../../base/lists.js";
import { collectGarbage } from "../../base/process.js";
import { requireCounts, requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { type ClassCounts, classCounts, countsOfTerm } from "../bayes/class-counts.js";
import { MAX_ALPHA } from "../bayes/prior.js";
import { ALPHA } from "../bayes/smoothing.js";
import type { FitProgress } from "../classifier.js";
import { checkedOptions, type Method } from "../method.js";
import type { Parts, StoredClassifier } from "../stored-classifier.js";
import {
  COST,
  costsOf,
  LIMITS,
  ofAllClasses,
  presentClasses,
  requireValues,
  tellUnfinished,
} from "./logistic-regression.js";
import { RoundedLinearModel } from "./stored-linear-models.js";
import { svmAscent } from "./svm-ascent.js";

/**
 * Linear support vector machines, one per class against all others, or a single one for two classes:
 *
 *     score(c) = b(c) + Σ_t x(t) · w(t, c)
 *
 * with the w and b that minimize, for each class,
 *
 *     1/2 (Σ_t w(t, c)² + b(c)²) + C Σ_i weight(i) · max(0, 1 - s_i · score_i(c))²
 *
 * where s_i is 1 for documents of the class and -1 for others. This is the objective of scikit-learn's `LinearSVC`. For
 * two classes the scores are -m/2 and m/2, with m the margin of the second class. Scores are not log probabilities:
 * calibrate them to get probabilities. A class without documents is never predicted.
 *
 * Source: Cortes and Vapnik 1995; Joachims 1998; Hsieh et al. 2008 (the algorithm).
 */
export function linearSvm(options: LinearSvmOptions = {}): StoredClassifier {
  return svm("linear-svm", checkedOptions<LinearSvmOptions>(LINEAR_SVM, options));
}

/**
 * Linear support vector machines on the features of naive Bayes: each class multiplies a term x(t) by r(t, c), the log
 * ratio of the term in the class to all others. With N(t, c) the sum of x(t) over the documents of class c, and ¬c all
 * other classes together,
 *
 *     r(t, c)  = ln [(N(t, c) + α) / Σ_t' (N(t', c) + α)] - ln [(N(t, ¬c) + α) / Σ_t' (N(t', ¬c) + α)]
 *     score(c) = b(c) + Σ_t x(t) · r(t, c) · v(t, c)
 *
 * With w = r · v the objective is that of `linearSvm`, except that w(t, c)² is divided by r(t, c)². A large weight costs
 * little for a term that naive Bayes finds informative. A term with ratio 0 cannot get a weight.
 *
 * Source: Wang and Manning 2012 (NBSVM), on presences (here with `tf: "binary"`), for two classes. Here each class has
 * its own r.
 */
export function nbSvm(options: NbSvmOptions = {}): StoredClassifier {
  const { alpha, ...checked } = checkedOptions<NbSvmOptions>(NB_SVM, options);
  return svm("nb-svm", checked, alpha);
}

/** Options of linear support vector machines. */
export interface LinearSvmOptions {
  /** C, the cost of errors against that of large weights, as in scikit-learn. Above 0, at most 1e10, default 1. */
  readonly cost?: number;
  /**
   * Learning stops when all optimality conditions hold within this tolerance. With the default, the objective is usually
   * within 0.1 % of the minimum. Above 0, below 1, default 0.01.
   */
  readonly tolerance?: number;
  /**
   * The most passes over the documents; a warning says if they are too few. At least 1, default 10,000: in a large corpus
   * fewer, but at least 100, so that counts without `norm` do not take minutes.
   */
  readonly epochs?: number;
}

/** Options of linear support vector machines on the features of naive Bayes. */
export interface NbSvmOptions extends LinearSvmOptions {
  /** Added to every count before ratios are taken. Above 0, at most 1e100, default 1. */
  readonly alpha?: number;
}

/** When machines that are only members of a combination stop learning. More passes change few answers. */
export const FEW_PASSES = { tolerance: 0.1, epochs: 20 } as const;

/** The default of `epochs`. It is lowered for large corpora: see `WORK`. */
const MANY_EPOCHS = 10_000;
const OPTIONS = { cost: COST, ...LIMITS, epochs: { ...LIMITS.epochs, usual: MANY_EPOCHS } } as const;

/** The entry of the method in the table of classifiers. */
export const LINEAR_SVM = {
  name: "linear-svm",
  title: "linear support vector machines",
  family: "Linear methods",
  titleOptions: ["cost"],
  rest: "intercept",
  options: OPTIONS,
  make: linearSvm,
} satisfies Method<LinearSvmOptions>;

/** The entry of the method in the table of classifiers. */
export const NB_SVM = {
  name: "nb-svm",
  title: "linear support vector machines on naive Bayes features",
  family: "Linear methods",
  titleOptions: ["cost", "alpha"],
  rest: "intercept",
  options: { ...OPTIONS, alpha: { ...ALPHA, takes: { above: 0, to: MAX_ALPHA } } },
  make: nbSvm,
} satisfies Method<NbSvmOptions>;

/** How many values of rows the passes read by default, for all machines together: about a second of work. */
const WORK = 2e8;

/** Passes over the training set of a fold. More passes hardly change the scores of documents outside it. */
const FOLD_EPOCHS = 4;

/** Makes both kinds of support vector machines. @param alpha for the features of naive Bayes; undefined without them */
function svm(name: string, { cost, tolerance, epochs }: Required<LinearSvmOptions>, alpha?: number): StoredClassifier {
  /** Learns from all documents. Also returns what is needed to learn again from documents of other weights (`learn`). */
  const start = (data: Dataset, onProgress?: FitProgress) => {
    requireDataset("fit", data);
    if (alpha !== undefined) requireCounts("fit", data.x);
    requireValues(data);
    const { x } = data;
    const present = presentClasses(data);
    const { classes, y } = present;
    // With two classes, the only machine is that of the second class.
    const machineClasses = classes.length === 2 ? classes.subarray(1) : classes;
    const entries = x.starts[x.rows];
    collectGarbage(entries);
    const ascent = svmAscent({ x, y }, classes.length, alpha !== undefined);
    const learn = (documents: Dataset, maxPasses: number, onEpoch?: FitProgress) => {
      const ratios = alpha === undefined ? undefined : logRatios(classCounts(documents), machineClasses, alpha);
      return ascent.learn(costsOf(documents, cost), ratios, { tolerance, epochs: maxPasses }, onEpoch);
    };
    const affordable = Math.min(epochs, Math.max(100, Math.floor(WORK / (entries * ascent.machines))));
    const passes = epochs === MANY_EPOCHS ? affordable : epochs;
    const isFinished = learn(data, passes, onProgress);
    const { bias, weights } = ofAllClasses(data, present, (place) => {
      const { machine, factor } = machineOf(place, classes.length);
      return { bias: factor * ascent.bias[machine], weightOf: (term) => factor * ascent.weightOf(term, machine) };
    });
    return { classes, ascent, learn, isFinished, passes, model: RoundedLinearModel.of(data.labels, bias, weights) };
  };
  return {
    name,
    fit(data, onProgress) {
      const { isFinished, passes, model } = start(data, onProgress);
      if (!isFinished) tellUnfinished(name, { tolerance, epochs: passes });
      return model;
    },
    fitOutOfParts(data, parts, scores, onProgress) {
      const { classes, ascent, learn, model } = start(data, (done) => onProgress?.(done / 2));
      for (let part = 0; part < parts.scored; part++) {
        collectGarbage(data.x.starts[data.x.rows]);
        const weights = costsOf(data, 1).map((weight, row) => (parts.partOf[row] === part ? 0 : weight));
        learn({ ...data, weights }, Math.min(epochs, FOLD_EPOCHS));
        writeScores(data, classes, ascent, { parts, part, scores });
        onProgress?.((1 + (part + 1) / parts.scored) / 2);
      }
      return model;
    },
    restore: RoundedLinearModel.restore,
  };
}

/**
 * Returns the machine that scores the class at a place among the present classes, and the factor of its margin. Two
 * classes share one machine.
 */
function machineOf(place: number, classes: number): { readonly machine: number; readonly factor: number } {
  return classes === 2 ? { machine: 0, factor: place === 1 ? 0.5 : -0.5 } : { machine: place, factor: 1 };
}

/** Writes the scores of the rows of one part, by machines that have learned from the other parts. */
function writeScores(
  { x, labels }: Dataset,
  classes: Uint32Array,
  ascent: ReturnType<typeof svmAscent>,
  { parts, part, scores }: { readonly parts: Parts; readonly part: number; readonly scores: Float64Array },
): void {
  for (let row = 0; row < x.rows; row++) {
    if (parts.partOf[row] !== part) continue;
    // The values as a model of the other parts sees them, if they differ.
    const values = parts.seenInto && new Float64Array(x.starts[row + 1] - x.starts[row]);
    if (values !== undefined) parts.seenInto?.(row, values);
    const margins = ascent.marginsOf(row, values);
    scores.fill(Number.NEGATIVE_INFINITY, row * labels.length, (row + 1) * labels.length);
    for (const [place, c] of classes.entries()) {
      const { machine, factor } = machineOf(place, classes.length);
      scores[row * labels.length + c] = factor * margins[machine];
    }
  }
}

/** Returns r: a row per term, a number for each of these classes. */
function logRatios({ totals, terms }: ClassCounts, classes: Uint32Array, alpha: number): Float32Array {
  const all = sumOf(totals);
  const smoothing = alpha * terms.rows;
  const logTotals = totals.map((total) => Math.log(total + smoothing) - Math.log(all - total + smoothing));
  const ratios = new Float32Array(terms.rows * classes.length);
  const counts = new Float64Array(totals.length);
  for (let term = 0; term < terms.rows; term++) {
    countsOfTerm(terms, term, counts);
    const sum = sumOf(terms.values, terms.starts[term], terms.starts[term + 1]);
    for (const [place, c] of classes.entries()) {
      const others = Math.max(0, sum - counts[c]);
      // Subtracts logarithms, because the quotient would be infinite for a tiny alpha.
      ratios[term * classes.length + place] = Math.log(counts[c] + alpha) - Math.log(others + alpha) - logTotals[c];
    }
  }
  return ratios;
}
