import { UsageError } from "../../base/errors.js";
import { largest, smallest } from "../../base/lists.js";
import type { SparseMatrix } from "../../features/sparse-matrix.js";
import { type Model, rowScores } from "../classifier.js";
import { logSoftmaxInPlace, scoreDifference } from "../scores.js";

/** One factor of the product of naive Bayes. */
export interface Factor {
  readonly term: string;
  /** How often the document has the term, so how often the factor counts; 0 for the absence of a term in Bernoulli. */
  readonly count: number;
  /** Natural log of P(term | class), or of P(no term | class) for an absence, per class. */
  readonly logs: Float64Array;
}

/** The product of naive Bayes in factors, as it is computed by hand. */
export type Factors = ReturnType<typeof factorsOf>;

/**
 * Splits the score of row 0 of `x` into the factors
 *
 *     P(c) · Π_t P(t | c)^x(t)   or, for Bernoulli,   P(c) · Π_{t present} p(t, c) · Π_{t absent} (1 - p(t, c))
 *
 * The score of a single term, minus that of an empty document, is log P(t | c) in multinomial naive Bayes and the log
 * odds of p(t, c) in Bernoulli.
 *
 * @param hasAbsent whether the model also counts the absence of terms. If not, it must be plain multinomial
 * @returns natural logs, one per class: `logJoint` is the prior times all factors. The factors of terms of the document
 *   come before those of absent ones, and those that tell the classes apart most come first
 * @throws UsageError if a Bernoulli model without smoothing has a term that all documents of a class have.
 */
export function factorsOf(model: Model, x: SparseMatrix, hasAbsent: boolean, termOf: (n: number) => string) {
  const { labels, columns } = model;
  const counts = new Map<number, number>();
  for (let i = x.starts[0]; i < x.starts[1]; i++) if (x.values[i] !== 0) counts.set(x.ids[i], x.values[i]);
  /** Returns the scores of a document of these terms. */
  const scoresOf = (...terms: number[]) => {
    const [ids, values] = [Uint32Array.from(terms), new Float64Array(terms.length).fill(1)];
    return rowScores(model, { rows: 1, columns, starts: Uint32Array.of(0, terms.length), ids, values })(0);
  };
  const empty = scoresOf();
  const logPrior = empty.slice();
  /** Returns the factor of a term. With absent terms, also takes the absence of the term out of the prior. */
  const takeFactor = (term: number): Factor => {
    const count = counts.get(term) ?? 0;
    const gains = scoresOf(term).map((score, c) => scoreDifference(score, empty[c]));
    if (!hasAbsent) return { term: termOf(term), count, logs: gains };
    // A gain is log (p / (1 - p)). The score of an empty document has the log of each 1 - p.
    for (const [c, logOdds] of gains.entries()) logPrior[c] += Math.log1p(Math.exp(logOdds));
    const logs = gains.map((logOdds) => -Math.log1p(Math.exp(count > 0 ? -logOdds : logOdds)));
    return { term: termOf(term), count, logs };
  };
  if (hasAbsent && empty.includes(Number.NEGATIVE_INFINITY)) {
    throw new UsageError(
      "--factors: a term is in every document of a class, and nothing smooths it: train with --alpha 1",
    );
  }
  const terms = hasAbsent ? Array.from({ length: columns }, (_, term) => term) : [...counts.keys()];
  const spread = ({ logs }: Factor) => largest(logs) - smallest(logs) || 0;
  const factors = terms
    .map(takeFactor)
    .sort((a, b) => Number(b.count > 0) - Number(a.count > 0) || spread(b) - spread(a) || (a.term < b.term ? -1 : 1));
  const logJoint = rowScores(model, x)(0);
  return { labels, logPrior, factors, logJoint, logPosterior: logSoftmaxInPlace(logJoint.slice()) };
}
