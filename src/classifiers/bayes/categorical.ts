import { DataError } from "../../base/errors.js";
import { sumOf } from "../../base/lists.js";
import { noCount } from "../../features/dataset.js";
import { type Dataset, isCount } from "../../features/sparse-matrix.js";
import { checkedOptions, type Method } from "../method.js";
import { type Arrays, requiredArray, requireRanges } from "../stored-arrays.js";
import type { StoredClassifier } from "../stored-classifier.js";
import { columnModel, columnsOf, weightsOfClasses } from "./column-model.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { SMOOTHED, type SmoothingOptions, smoothingFrom } from "./smoothing.js";

/**
 * Categorical naive Bayes. With N(v, t, c) the training rows of class c that have category v in column t, N(c)
 * those of class c, and K(t) the number of categories of the column,
 *
 *     P(v, t | c) = (N(v, t, c) + a(v, t, c)) / (N(c) + Σ_v' a(v', t, c))
 *     score(c)    = log P(c) + Σ_t log P(x(t), t | c)
 *
 * The sum is over all columns. Categories are numbered from 0; an entry that is not stored is category 0. K(t) is one
 * more than the highest category in training. There are three ways to smooth. Additive: a = α (default 1). An
 * m-estimate: a = m/K(t) or a = m·N(v, t)/N. A Dirichlet prior: a = β(t, c) - 1.
 *
 * It assumes that columns are independent given the class. Source: Mitchell 1997, section 6.9. Counts of words become
 * categories, so that occurring twice has its own probability.
 *
 * A column is ignored if its category in the row is above all categories in training. In an m-estimate by frequency, it
 * is also ignored if the category does not occur in training. Without smoothing (α = 0, m = 0, β = 1), a class gets the
 * score -∞ if the row has a category that the class never had in training.
 */
export function categorical(options: CategoricalOptions = {}): StoredClassifier {
  const checked = checkedOptions<CategoricalOptions>(CATEGORICAL, options);
  const { prior } = checked;
  const smoothing = smoothingFrom("categorical", checked);
  requirePrior(prior);

  const model = (labels: readonly string[], columns: number, arrays: CategoricalArrays) => {
    const { documents, categories } = arrays;
    smoothing.requireShape(columns, labels.length);
    const all = sumOf(documents);
    /** The rows of each class that have a category. */
    const having = new Float64Array(labels.length);
    return columnModel({
      labels,
      columns,
      logPrior: logPrior(prior, documents),
      logInto(column, value, into) {
        into.fill(0);
        const outcomes = categories[column];
        const isKnown = Number.isInteger(value) && value >= 0 && value < outcomes;
        if (!isKnown) return;
        countRows(arrays, column, value, having);
        const share = smoothing.byFrequency ? sumOf(having) / all : 0;
        if (smoothing.byFrequency && !(share > 0)) return;
        for (let c = 0; c < into.length; c++) {
          const added = smoothing.added(column, c, outcomes, share);
          const addedToAll = smoothing.addedToAll(column, c, outcomes);
          into[c] = logCategory(having[c], documents[c], added, addedToAll);
        }
      },
      arrays,
    });
  };

  return {
    name: "categorical",
    fit: (data) => model(data.labels, data.x.columns, countedCategories(data)),
    restore: (labels, columns, arrays) => model(labels, columns, categoricalArrays(labels, columns, arrays)),
  };
}

/** Options of categorical naive Bayes. Smoothing applies to the categories of a column. */
export interface CategoricalOptions extends SmoothingOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/** The entry of the method in the table of classifiers. */
export const CATEGORICAL = {
  ...SMOOTHED,
  name: "categorical",
  title: "categorical naive Bayes",
  rest: "prior and absent terms",
  make: categorical,
  takesCountsOnly: true,
} satisfies Method<CategoricalOptions>;

/**
 * Returns the log of the probability of a category that `count` of `total` rows have; -∞ if no row has it and nothing
 * is added.
 *
 * @param addedToAll what is added to all categories together
 */
export function logCategory(count: number, total: number, added: number, addedToAll: number): number {
  return count + added === 0 ? Number.NEGATIVE_INFINITY : Math.log(count + added) - Math.log(total + addedToAll);
}

/** Writes how many rows of each class have a category in a column. */
function countRows(arrays: CategoricalArrays, column: number, category: number, into: Float64Array): void {
  const { documents, starts, values, classes, counts } = arrays;
  // Category 0 is not stored: it has the rows that no other category has.
  if (category === 0) into.set(documents);
  else into.fill(0);
  for (let i = starts[column]; i < starts[column + 1]; i++) {
    if (category === 0) into[classes[i]] -= counts[i];
    else if (values[i] === category) into[classes[i]] = counts[i];
  }
  // Differences of weights can be slightly below 0.
  for (let c = 0; c < into.length; c++) into[c] = Math.max(0, into[c]);
}

type CategoricalArrays = ReturnType<typeof categoricalArrays>;

/** Counts the rows of each class and category, column by column. @throws DataError if a value is not a category */
function countedCategories(data: Dataset): CategoricalArrays {
  const documents = weightsOfClasses(data);
  const categories = new Float64Array(data.x.columns);
  const starts = new Uint32Array(data.x.columns + 1);
  const counted: { readonly value: number; readonly c: number; count: number }[] = [];
  let column = 0;
  for (const entries of columnsOf(data)) {
    const bad = entries.find(({ value }) => !(Number.isSafeInteger(value) && value > 0));
    if (bad !== undefined && !isCount(bad.value)) throw noCount("fit", bad.row, column, bad.value);
    if (bad !== undefined) {
      throw new DataError(`fit: row ${bad.row}, column ${column}: a category must be a whole number, not ${bad.value}`);
    }
    entries.sort((a, b) => a.value - b.value || a.c - b.c);
    for (const { value, c, weight } of entries) {
      const last = counted.length > starts[column] ? counted[counted.length - 1] : undefined;
      if (last?.value === value && last.c === c) last.count += weight;
      else counted.push({ value, c, count: weight });
    }
    categories[column] = 1 + (entries.at(-1)?.value ?? 0);
    starts[++column] = counted.length;
  }
  return {
    documents,
    categories,
    starts,
    values: Float64Array.from(counted, ({ value }) => value),
    classes: Uint32Array.from(counted, ({ c }) => c),
    counts: Float64Array.from(counted, ({ count }) => count),
  };
}

/** The factor by which sums of weights may differ: rounding depends on the order of summation. */
const ROUNDING = 1 + 1e-9;

/** Returns the arrays of a stored model. @throws DataError if one is missing or does not fit */
function categoricalArrays(labels: readonly string[], columns: number, arrays: Arrays) {
  const isWhole = (value: number) => Number.isSafeInteger(value) && value >= 1;
  const starts = requiredArray(arrays, "starts", Uint32Array, columns + 1);
  const size = starts[columns];
  requireRanges("starts", starts, size);
  const documents: Float64Array = requiredArray(arrays, "documents", Float64Array, labels.length, isCount);
  const classes = requiredArray(arrays, "classes", Uint32Array, size, (c) => c < labels.length);
  const isSound = (count: number, i: number) => isCount(count) && count <= ROUNDING * documents[classes[i]];
  return {
    documents,
    /** The number of categories of each column. */
    categories: requiredArray(arrays, "categories", Float64Array, columns, isWhole),
    /** Entries `starts[column]` to `starts[column + 1] - 1` belong to a column: category above 0, class, and count. */
    starts,
    values: requiredArray(arrays, "values", Float64Array, size, isWhole),
    classes,
    counts: requiredArray(arrays, "counts", Float64Array, size, isSound),
  };
}
