import { sumOf } from "../../base/lists.js";
import { sourceNumber } from "../../features/term-kinds.js";
import { EMPHASIS_OPTIONS, type EmphasisOptions, emphasize, requireEmphasis } from "../emphasis.js";
import { LinearModel } from "../linear-model.js";
import type { Method } from "../method.js";
import { power } from "../power.js";
import { SourceSums } from "../source-sums.js";
import type { ClassCounts } from "./class-counts.js";
import {
  type CountingClassifier,
  countingClassifier,
  eachSharedTerm,
  type LeaveOneOut,
  leftOut,
} from "./counting-classifier.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { SMOOTHED, SMOOTHING_OPTIONS, type SmoothingOptions, smoothingFrom } from "./smoothing.js";

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
  const { prior = "fit", emphasis = 0, temper = 0, sourceWeights } = options;
  const smoothing = smoothingFrom("multinomial", options);
  requireEmphasis("multinomial", options);
  const { byFrequency } = smoothing;
  requirePrior(prior);

  const modelOf = (counts: ClassCounts, size: number): LinearModel => {
    const classes = counts.labels.length;
    const { rows: columns, starts, ids, values } = counts.terms;
    smoothing.requireShape(size, classes);
    const all = sumOf(counts.totals);
    const logTotal = counts.totals.map((total, c) => Math.log(total + addedToAll(c, size)));
    const withoutCount = (term: number, c: number, share: number) => {
      const added = smoothing.added(term, c, size, share);
      return added === 0 ? Number.NEGATIVE_INFINITY : Math.log(added) - logTotal[c];
    };
    // Most terms occur in few classes; all other classes share a weight.
    const unseen = byFrequency || smoothing.byTerm ? undefined : logTotal.map((_, c) => withoutCount(0, c, 0));
    // Most counts are 1, so their weight is computed once.
    const once = unseen && logTotal.map((total, c) => Math.log(1 + smoothing.added(0, c, size, 0)) - total);
    return new LinearModel({
      labels: counts.labels,
      bias: logPrior(prior, counts.documents),
      columns,
      emphasis,
      temper,
      ...(sourceWeights && { sourceWeights, kinds: counts.kinds }),
      termWeights(term, into, at) {
        const share = byFrequency ? sumOf(values, starts[term], starts[term + 1]) / all : 0;
        if (byFrequency && !(share > 0)) {
          into.fill(0, at, at + classes);
          return;
        }
        if (unseen === undefined) for (let c = 0; c < classes; c++) into[at + c] = withoutCount(term, c, share);
        else into.set(unseen, at);
        for (let i = starts[term]; i < starts[term + 1]; i++) {
          if (once !== undefined && values[i] === 1) {
            into[at + ids[i]] = once[ids[i]];
            continue;
          }
          const count = values[i] + smoothing.added(term, ids[i], size, share);
          if (count > 0) into[at + ids[i]] = Math.log(count) - logTotal[ids[i]];
        }
      },
    });
  };

  const addedToAll = (c: number, size: number): number => {
    if (!smoothing.byTerm) return smoothing.addedToAll(0, c, size);
    let sum = 0;
    for (let term = 0; term < size; term++) sum += smoothing.added(term, c, size, 0);
    return sum;
  };

  const leaveOneOut = (counts: ClassCounts, size: number): LeaveOneOut => {
    const { terms, kinds } = counts;
    const [inClass, weights] = [0, 0].map(() => new Float64Array(counts.documents.length));
    const sources = SourceSums.of(sourceWeights, weights.length);
    return (x, row, own, scores) => {
      const { documents, totals, known } = leftOut(counts, x, row, own, size);
      const all = sumOf(totals);
      const logTotal = totals.map((total, c) => Math.log(total + addedToAll(c, known)));
      scores.set(logPrior(prior, documents));
      let evidence = 1;
      sources?.clear();
      eachSharedTerm(terms, x, row, own, inClass, (term, value) => {
        const share = byFrequency ? sumOf(inClass) / all : 0;
        let last = Number.NaN;
        let log = Number.NaN;
        for (let c = 0; c < scores.length; c++) {
          const count = inClass[c] + smoothing.added(term, c, known, share);
          // Most classes do not have the term and share a logarithm.
          if (count !== last) log = Math.log(count);
          last = count;
          weights[c] = count === 0 ? Number.NEGATIVE_INFINITY : log - logTotal[c];
        }
        const says = emphasize(weights, 0, weights.length, emphasis);
        evidence += value * says;
        if (sources !== undefined) sources.add(sourceNumber(kinds?.(term) ?? 0), value, says, weights, 0);
        else for (let c = 0; c < scores.length; c++) scores[c] += value * weights[c];
      });
      sources?.addTo(scores);
      if (temper !== 0) for (let c = 0; c < scores.length; c++) scores[c] *= power(evidence, -temper);
      return known;
    };
  };

  // Dirichlet weights by term are found by term number, and leaving out a document may leave out terms.
  return countingClassifier({
    name: "multinomial",
    modelOf,
    leaveOneOut,
    allowsShortcuts: !smoothing.byTerm,
    isTempered: temper > 0,
    looksAtKinds: sourceWeights !== undefined,
  });
}

export interface MultinomialOptions extends SmoothingOptions, EmphasisOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

export const MULTINOMIAL = {
  ...SMOOTHED,
  title: "multinomial naive Bayes",
  titleOptions: [...SMOOTHING_OPTIONS, ...EMPHASIS_OPTIONS],
  moreOptions: [...SMOOTHING_OPTIONS, ...EMPHASIS_OPTIONS],
  make: multinomial,
} satisfies Method<MultinomialOptions>;
