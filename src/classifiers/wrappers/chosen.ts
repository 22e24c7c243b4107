import { groupedBy } from "../../base/lists.js";
import { requireCounts, requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { leftOutGrid } from "../bayes/left-out-grid.js";
import { VARIANTS } from "../candidates.js";
import type { Method } from "../method.js";
import { type Arrays, inconsistent, requiredArray } from "../stored-arrays.js";
import { type StoredClassifier, type StoredModel, WrappedModel } from "../stored-classifier.js";
import { type CountedViews, countedViews, triedOf } from "./counted-views.js";
import { orderOfContents } from "./order-of-contents.js";
import { type RaceOutcome, type Racer, race } from "./race.js";
import { areRestricted, RestrictedModel, restricted } from "./restricted.js";
import { CountedModel } from "./stored-counts.js";
import { type Variant, type VariantChoices, variantsFrom } from "./variant.js";
import { WeightedModel, weighted } from "./weighted.js";

/**
 * Naive Bayes that chooses its variant and its alpha: the first ones, unless others make clearly fewer errors on
 * training documents that are left out of the counts one at a time (see `race`). The result is the model of that
 * variant.
 *
 * Counts subtract exactly, so no model is fitted for any of these documents. Inverse document frequencies do not depend
 * on labels, so those of all documents are used. With weights other than 0 and 1, or with only one class, the first
 * variant is taken.
 */
function chosenBayes(variants: readonly Variant[]): StoredClassifier {
  return {
    name: "chosen-bayes",
    fit(data) {
      requireDataset("fit", data);
      requireCounts("fit", data.x);
      const seen = countedViews(variants, data);
      const outcome = choose(variants, data, seen);
      const { variant, alpha } = outcome.winner;
      const { weighting, settings } = variants[variant];
      const { counts, factors, columns } = seen[variant]();
      const model = new WeightedModel(new CountedModel(settings[alpha], counts), weighting, factors);
      const wrapped = columns === undefined ? model : new RestrictedModel(model, columns, data.x.columns);
      return new ChosenModel(wrapped, outcome);
    },
    restore(labels, columns, arrays) {
      const outcome = outcomeOf(variants, arrays);
      const { variant, alpha } = outcome.winner;
      const { weighting, settings, kinds } = variants[variant];
      const all = weighted(settings[alpha], weighting);
      const classifier = kinds !== undefined && areRestricted(arrays) ? restricted(all, kinds) : all;
      return new ChosenModel(classifier.restore(labels, columns, arrays), outcome);
    },
  };
}

/** The options of chosen naive Bayes. */
export interface ChosenOptions {
  /** The variants to choose from, at least one. The first is the default when there is too little to choose by. */
  readonly variants?: readonly VariantChoices[] | undefined;
}

/** The entry of the method in the table of classifiers. */
export const CHOSEN_BAYES = {
  name: "chosen-bayes",
  title: "chosen naive Bayes",
  family: "Combinations",
  titleOptions: [],
  options: { variants: { does: "the variants to choose from", takes: "methods", usual: VARIANTS } },
  make: ({ variants = VARIANTS }: ChosenOptions = {}) => chosenBayes(variantsFrom(variants)),
  takesCountsOnly: true,
  leavesOut: true,
} satisfies Method<ChosenOptions>;

/** The names of the arrays of the outcome: the winner's variant and alpha, and a number for each result. */
const CHOSEN = "chosen.setting";
const DOCUMENTS = "chosen.documents";
const ERRORS = "chosen.errors";

/** The model of the chosen variant, with the results by which it was chosen. */
export class ChosenModel extends WrappedModel<StoredModel> {
  /** The errors of each variant and alpha, and the chosen one. */
  readonly outcome: RaceOutcome;

  constructor(inner: StoredModel, outcome: RaceOutcome) {
    super(inner);
    this.outcome = outcome;
  }

  narrowed() {
    if (!(this.inner instanceof RestrictedModel)) return undefined;
    const { kept, inner } = this.inner;
    return { columns: kept, model: new ChosenModel(inner, this.outcome) };
  }

  arrays(): Arrays {
    const { winner, results } = this.outcome;
    return {
      ...this.inner.arrays(),
      [CHOSEN]: Uint32Array.of(winner.variant, winner.alpha),
      [DOCUMENTS]: Uint32Array.from(results, ({ documents }) => documents),
      [ERRORS]: Uint32Array.from(results, ({ errors }) => errors),
    };
  }
}

/** Finds the best variant and alpha: see `chosenBayes`. */
function choose(variants: readonly Variant[], data: Dataset, seen: CountedViews): RaceOutcome {
  const groups = groupsToTry(data);
  // Without documents to leave out, the first variant wins.
  const tried = groups.length === 0 ? [true] : triedOf(variants, data);
  const racers = variants.map(({ method }, variant): Racer => {
    const isTried = tried[variant] === true;
    // A variant that is not worth a try gets the documents of the first one, which do not matter.
    const { x, reduced } = seen[isTried ? variant : 0]();
    const counts = reduced();
    return { x, counts, score: leftOutGrid(method, counts), alphas: method.alphas.length, isTried };
  });
  return race(racers, groups, data.y, data.labels.length);
}

/**
 * Returns the groups of documents to leave out together. Their order does not depend on the order of the documents.
 * Empty if there is only one class, or if a row has a weight other than 0 and 1, because those counts cannot be removed
 * exactly.
 */
function groupsToTry(data: Dataset): Uint32Array[] {
  const { y, groups } = data;
  const rows = orderOfContents(data);
  const isWeighted = rows.some((row) => (data.weights?.[row] ?? 1) !== 1);
  if (isWeighted || rows.every((row) => y[row] === y[rows[0]])) return [];
  // Without groups, each row is a group of its own. Negative numbers are not group numbers.
  return [...groupedBy(rows, (row) => groups?.[row] ?? -1 - row).values()].map((group) => Uint32Array.from(group));
}

/** Reads the outcome from the arrays of a model. @throws DataError if an array is missing or does not fit */
function outcomeOf(variants: readonly Variant[], arrays: Arrays): RaceOutcome {
  const settings = variants.flatMap(({ settings }, variant) => settings.map((_, alpha) => ({ variant, alpha })));
  const documents = requiredArray(arrays, DOCUMENTS, Uint32Array, settings.length);
  const errors = requiredArray(arrays, ERRORS, Uint32Array, settings.length);
  const [variant, alpha] = requiredArray(arrays, CHOSEN, Uint32Array, 2);
  const results = settings.map((setting, i) => ({ ...setting, documents: documents[i], errors: errors[i] }));
  const winner = results.find((result) => result.variant === variant && result.alpha === alpha);
  if (winner === undefined) throw inconsistent(CHOSEN);
  return { winner, results };
}
