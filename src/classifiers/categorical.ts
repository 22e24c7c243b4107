import { DataError } from "../errors.js";
import { sumOf } from "./class-counts.js";
import { weightsOfClasses } from "./class-weights.js";
import { type Dataset, isCount } from "./classifier.js";
import { columnsOf } from "./column-entries.js";
import { ColumnModel } from "./column-model.js";
import { logPrior, type Prior, requirePrior } from "./prior.js";
import { type SmoothingOptions, smoothingFrom } from "./smoothing.js";
import { type Arrays, inconsistent, requiredArray, requireRanges, type StoredClassifier } from "./stored-classifier.js";

/** The choices of categorical naive Bayes. Smoothing is of the categories of a column: a column is a term. */
export interface CategoricalOptions extends SmoothingOptions {
  /** Default `"fit"`. */
  readonly prior?: Prior;
}

/**
 * Categorical naive Bayes. With N(v, t, c) the training rows of class c that have category v
 * in column t, N(c) those of class c, and K(t) the categories of the column,
 *
 *     P(v, t | c) = (N(v, t, c) + a(v, t, c)) / (N(c) + Σ_v' a(v', t, c))
 *     score(c)    = log P(c) + Σ_t log P(x(t), t | c)
 *
 * over all columns. Categories are numbered from 0, and what is not stored is category 0;
 * K(t) is one more than the highest that training has. Smoothing adds a = α (1 unless another
 * is chosen); m/K(t) or m·N(v, t)/N, the share of all training rows (m-estimate); or
 * β(t, c) - 1 (Dirichlet). It assumes that columns are
 * independent given the class. Source: Mitchell 1997, section 6.9. Of counts of words it
 * makes categories: that a word occurs twice has a probability of its own.
 *
 * A category that no training row reaches says nothing of any class: its column leaves the
 * product; so does one that no row has, with the frequency for p. Where nothing is added (α = 0,
 * m = 0, β = 1) one that a class has never had rules that class out.
 */
export function categorical(options: CategoricalOptions = {}): StoredClassifier {
  const { prior = "fit" } = options;
  const smoothing = smoothingFrom("categorical", options);
  requirePrior(prior);

  const model = (labels: readonly string[], columns: number, arrays: CategoricalArrays) => {
    const { documents, categories, starts, values, classes, counts } = arrays;
    smoothing.requireShape(columns, labels.length);
    const all = sumOf(documents);
    const perClass = new Float64Array(labels.length);
    return new ColumnModel({
      labels,
      columns,
      logPrior: logPrior(prior, documents),
      logInto(column, value, into) {
        if (!(Number.isInteger(value) && value >= 0 && value < categories[column])) {
          into.fill(0);
          return;
        }
        if (value === 0) perClass.set(documents);
        else perClass.fill(0);
        for (let i = starts[column]; i < starts[column + 1]; i++) {
          if (value === 0) perClass[classes[i]] -= counts[i];
          else if (values[i] === value) perClass[classes[i]] = counts[i];
        }
        const outcomes = categories[column];
        const share = smoothing.byFrequency ? sumOf(perClass.map((count) => Math.max(0, count))) / all : 0;
        if (smoothing.byFrequency && !(share > 0)) {
          into.fill(0);
          return;
        }
        for (let c = 0; c < into.length; c++) {
          const added = smoothing.added(column, c, outcomes, share);
          const addedToAll = smoothing.addedToAll(column, c, outcomes);
          into[c] = logCategory(Math.max(0, perClass[c]), documents[c], added, addedToAll);
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

/**
 * The natural logarithm of the probability of a category that `count` of `total` have; -∞ of
 * one that none has, without smoothing.
 *
 * @param added to the count
 * @param addedToAll to the total: over all categories, the sum of what is added to each
 */
export function logCategory(count: number, total: number, added: number, addedToAll: number): number {
  return count + added === 0 ? Number.NEGATIVE_INFINITY : Math.log(count + added) - Math.log(total + addedToAll);
}

interface CategoricalArrays extends Arrays {
  readonly documents: Float64Array;
  /** How many categories each column has. */
  readonly categories: Float64Array;
  /** Where the entries of each column begin, and where the last end: of a category other than 0 and a class that has it. */
  readonly starts: Uint32Array;
  readonly values: Float64Array;
  readonly classes: Uint32Array;
  readonly counts: Float64Array;
}

function countedCategories(data: Dataset): CategoricalArrays {
  const { x, y, weights } = data;
  const documents = weightsOfClasses(data);
  const categories = new Float64Array(x.columns);
  const starts = new Uint32Array(x.columns + 1);
  const entries: { value: number; c: number; count: number }[] = [];
  let column = 0;
  for (const { rows, values } of columnsOf(data)) {
    const cells = Array.from(rows, (row, i) => ({ value: values[i], c: y[row], count: weights?.[row] ?? 1, row }));
    const bad = cells.find(({ value }) => !(Number.isSafeInteger(value) && value > 0));
    if (bad !== undefined) {
      throw new DataError(
        `fit: row ${bad.row}, column ${column}: required ${isCount(bad.value) ? "a whole number, that of a category" : "a count, finite and at least 0"}, got ${bad.value}`,
      );
    }
    cells.sort((a, b) => a.value - b.value || a.c - b.c);
    for (const { value, c, count } of cells) {
      const last = entries.length > starts[column] ? entries[entries.length - 1] : undefined;
      if (last?.value === value && last.c === c) last.count += count;
      else entries.push({ value, c, count });
    }
    categories[column] = 1 + (cells.at(-1)?.value ?? 0);
    starts[++column] = entries.length;
  }
  return {
    documents,
    categories,
    starts,
    values: Float64Array.from(entries, ({ value }) => value),
    classes: Uint32Array.from(entries, ({ c }) => c),
    counts: Float64Array.from(entries, ({ count }) => count),
  };
}

/** Weights that are no whole numbers add up to a little more or less in another order. */
const ROUNDED = 1 + 1e-9;

function categoricalArrays(labels: readonly string[], columns: number, arrays: Arrays): CategoricalArrays {
  const starts = requiredArray(arrays, "starts", Uint32Array, columns + 1);
  const size = starts[columns];
  const found = {
    documents: requiredArray(arrays, "documents", Float64Array, labels.length),
    categories: requiredArray(arrays, "categories", Float64Array, columns),
    starts,
    values: requiredArray(arrays, "values", Float64Array, size),
    classes: requiredArray(arrays, "classes", Uint32Array, size),
    counts: requiredArray(arrays, "counts", Float64Array, size),
  };
  requireRanges("starts", starts, size);
  const sound =
    found.documents.every(isCount) &&
    found.categories.every((n) => Number.isSafeInteger(n) && n >= 1) &&
    found.values.every((value) => Number.isSafeInteger(value) && value >= 1) &&
    found.classes.every((c) => c < labels.length) &&
    found.counts.every((count, i) => isCount(count) && count <= ROUNDED * found.documents[found.classes[i]]);
  if (!sound) throw inconsistent("categorical");
  return found;
}
