import { EMPHASIS, type EmphasisOptions, requireSourceWeights } from "../emphasis.js";
import { checkedOptions, type Method } from "../method.js";
import { type CountingClassifier, countingClassifier } from "./counting-classifier.js";
import { multinomialLeftOut } from "./multinomial-left-out.js";
import { multinomialModel } from "./multinomial-model.js";
import { type Prior, requirePrior } from "./prior.js";
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
  const checked = checkedOptions<MultinomialOptions>(MULTINOMIAL, options);
  const { prior, emphasis = 0, temper = 0, sourceWeights } = checked;
  const smoothing = smoothingFrom("multinomial", checked);
  requireSourceWeights("multinomial", sourceWeights);
  requirePrior(prior);
  const parts = { smoothing, prior, emphasis, temper, sourceWeights };
  // Dirichlet weights by term are found by term number, and leaving out a document may leave out terms.
  return countingClassifier({
    name: "multinomial",
    modelOf: (counts, size) => multinomialModel(parts, counts, size),
    leaveOneOut: (counts, size) => multinomialLeftOut(parts, counts, size),
    allowsShortcuts: !smoothing.byTerm,
    isTempered: temper > 0,
    looksAtKinds: sourceWeights !== undefined,
  });
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
