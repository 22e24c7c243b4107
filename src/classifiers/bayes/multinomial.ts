import { sumOf } from "../../base/lists.js";
import { sourceOfCode } from "../../features/term-kinds.js";
import { EMPHASIS, type EmphasisOptions, emphasize, power, requireSourceWeights, SourceSums } from "../emphasis.js";
import { LinearModel } from "../linear-model.js";
import { checkedOptions, type Method } from "../method.js";
import type { ClassCounts } from "./class-counts.js";
import { type CountingClassifier, countingClassifier } from "./counting-classifier.js";
import { eachSharedTerm, type LeaveOneOut, leftOut } from "./leave-one-out.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { SMOOTHED, SMOOTHING_OPTIONS, type Smoothing, type SmoothingOptions, smoothingFrom } from "./smoothing.js";

/**
 * Multinomial naive Bayes. With N(t, c) the occurrences of term t in the training documents of class c, and V
 * the number of terms,
 *
 *     P(t | c) = (N(t, c) + a(t, c)) / Σ_t' (N(t', c) + a(t', c))
 *     score(c) = log P(c) + Σ_t x(t) · log P(t | c)
 *
 * There are three ways to smooth. Additive: a = α (default 1). An m-estimate: a = m/V or a = m·N(t)/Σ_t' N(t'), with
 * N(t) the occurrences in all classes. A Dirichlet prior: a = β(t, c) - 1.
 *
 * It assumes that the tokens of a document are drawn one by one, independently given the class. Source:
 * Mitchell 1997, section 6.10; Manning, Raghavan and Schütze 2008, section 13.2. On presences (`tf: "binary"`)
 * it is the multinomial model with Boolean attributes of Metsis, Androutsopoulos and Paliouras 2006.
 *
 * Without smoothing (α = 0, m = 0, β = 1), a class gets the score -∞ if the document has a term that the class never
 * had in training. An m-estimate by frequency ignores terms that no class ever had. `emphasis`, `temper` and
 * `sourceWeights` weigh terms, lengths and sources: see `EmphasisOptions`.
 */
export function multinomial(options: MultinomialOptions = {}): CountingClassifier {
  const checked = checkedOptions<MultinomialOptions>(MULTINOMIAL, options);
  const { prior, emphasis = 0, temper = 0, sourceWeights } = checked;
  const smoothing = smoothingFrom("multinomial", checked);
  requireSourceWeights("multinomial", sourceWeights);
  requirePrior(prior);
  const parts = { smoothing, prior, emphasis, temper, sourceWeights };
  const facts = {
    name: "multinomial",
    // Dirichlet weights by term are found by term number, and leaving out a document may leave out terms.
    leaveOneOut: smoothing.byTerm ? undefined : (counts: ClassCounts) => multinomialLeftOut(parts, counts),
    isTempered: temper > 0,
    looksAtKinds: sourceWeights !== undefined,
  };
  return countingClassifier(facts, (counts, size) => multinomialModel(parts, counts, size));
}

/** Options of multinomial naive Bayes. */
export interface MultinomialOptions extends SmoothingOptions, EmphasisOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/** The entry of the method in the table of classifiers. */
export const MULTINOMIAL = {
  ...SMOOTHED,
  name: "multinomial",
  title: "multinomial naive Bayes",
  titleOptions: [...SMOOTHING_OPTIONS, "emphasis", "temper", "sourceWeights"],
  options: { ...SMOOTHED.options, ...EMPHASIS },
  make: multinomial,
} satisfies Method<MultinomialOptions>;

/** The settings of a multinomial model: the options of `multinomial` with their defaults. */
export type MultinomialParts = Required<EmphasisOptions> & { readonly smoothing: Smoothing; readonly prior: Prior };

/**
 * Makes a multinomial model of the counts of some or all terms. With N(t, c) the count of term t in class c, and a what
 * smoothing adds to it,
 *
 *     P(t | c) = (N(t, c) + a(t, c)) / Σ_t' (N(t', c) + a(t', c))
 *     score(c) = log P(c) + Σ_t x(t) · log P(t | c)
 *
 * @param size the number of all terms
 */
function multinomialModel(parts: MultinomialParts, counts: ClassCounts, size: number): LinearModel {
  const { smoothing, prior, emphasis, temper, sourceWeights } = parts;
  const { byFrequency, byTerm } = smoothing;
  const { labels, totals, documents, kinds } = counts;
  const { rows: columns, starts, ids, values } = counts.terms;
  smoothing.requireShape(size, labels.length);
  const all = sumOf(totals);
  const logTotal = logTotals(smoothing, totals, size);
  /** Returns log P(t | c). @param share the share of the term in all occurrences, for smoothing by frequency */
  const logOf = (term: number, c: number, count: number, share: number) => {
    const sum = count + smoothing.added(term, c, size, share);
    return sum === 0 ? Number.NEGATIVE_INFINITY : Math.log(sum) - logTotal[c];
  };
  // Most terms occur in few classes, and most counts are 1: if all terms are smoothed alike, these share their weights.
  const isAlike = !byFrequency && !byTerm;
  /**
   * log P(t | c) in each class of a term that does not occur in it, and of one that occurs once. The first 0 stands for
   * any term, because all are alike, and the last for a share that does not matter.
   */
  const unseen = isAlike ? totals.map((_, c) => logOf(0, c, 0, 0)) : undefined;
  const once = isAlike ? totals.map((_, c) => logOf(0, c, 1, 0)) : undefined;
  return new LinearModel({
    labels,
    bias: logPrior(prior, documents),
    columns,
    emphasis,
    temper,
    ...(sourceWeights && { sourceWeights, kinds }),
    termWeights(term, into, at) {
      const share = byFrequency ? sumOf(values, starts[term], starts[term + 1]) / all : 0;
      // Smoothing by frequency ignores a term that no class has.
      if (byFrequency && !(share > 0)) {
        into.fill(0, at, at + labels.length);
        return;
      }
      if (unseen !== undefined) into.set(unseen, at);
      else for (let c = 0; c < labels.length; c++) into[at + c] = logOf(term, c, 0, share);
      for (let i = starts[term]; i < starts[term + 1]; i++) {
        const c = ids[i];
        into[at + c] = once !== undefined && values[i] === 1 ? once[c] : logOf(term, c, values[i], share);
      }
    },
  });
}

/** Returns the log of the smoothed number of tokens of each class. @param size the number of all terms */
export function logTotals(smoothing: Smoothing, totals: Float64Array, size: number): Float64Array {
  return totals.map((total, c) => {
    // The 0 stands for any term: all terms are alike.
    if (!smoothing.byTerm) return Math.log(total + smoothing.addedToAll(0, c, size));
    let added = 0;
    for (let term = 0; term < size; term++) added += smoothing.added(term, c, size, 0);
    return Math.log(total + added);
  });
}

/**
 * Scores each document by the multinomial model of all other documents:
 *
 *     score(c) = (log P(c) + Σ_t x(t) · says(t) · log P(t | c)) / (1 + Σ_t x(t) · says(t)) ^ temper
 *
 * says(t) is how well a term tells the classes apart, from 0 to 1: see `EmphasisOptions`. With source weights, the
 * terms of each source are multiplied by one more factor: see `SourceSums`.
 *
 * @returns a function that writes the scores of a row, and returns how many terms the other documents have
 */
function multinomialLeftOut(parts: MultinomialParts, counts: ClassCounts): LeaveOneOut {
  const { smoothing, prior, emphasis, temper, sourceWeights } = parts;
  const { terms, kinds } = counts;
  const classes = counts.documents.length;
  /** The count of the current term in each class, without the document. */
  const inClass = new Float64Array(classes);
  /** says(t) · log P(t | c) of the current term, one per class. */
  const weights = new Float64Array(classes);
  const sources = SourceSums.of(sourceWeights, classes);
  return (x, row, own, scores) => {
    const { documents, totals, known } = leftOut(counts, x, row, own);
    const all = sumOf(totals);
    const logTotal = logTotals(smoothing, totals, known);
    scores.set(logPrior(prior, documents));
    /** The divisor of the scores before the power: 1 + Σ_t x(t) · says(t). */
    let evidence = 1;
    sources?.clear();
    eachSharedTerm(terms, x, row, own, inClass, (term, value) => {
      // The term's share of all tokens, for smoothing that adds more to frequent terms.
      const share = smoothing.byFrequency ? sumOf(inClass) / all : 0;
      let last = Number.NaN;
      let log = Number.NaN;
      for (let c = 0; c < classes; c++) {
        const count = inClass[c] + smoothing.added(term, c, known, share);
        // Most classes do not have the term and share a logarithm.
        if (count !== last) log = Math.log(count);
        last = count;
        weights[c] = count === 0 ? Number.NEGATIVE_INFINITY : log - logTotal[c];
      }
      // Multiplies the weights by says(t).
      const says = emphasize(weights, 0, classes, emphasis);
      evidence += value * says;
      if (sources !== undefined) sources.add(sourceOfCode(kinds?.(term) ?? 0), value, says, weights, 0);
      else for (let c = 0; c < classes; c++) scores[c] += value * weights[c];
    });
    sources?.addTo(scores);
    if (temper !== 0) for (let c = 0; c < classes; c++) scores[c] *= power(evidence, -temper);
    return known;
  };
}
