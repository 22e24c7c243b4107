import { groupedBy } from "../../base/lists.js";
import { factsOfRows, requireCounts, requireDataset } from "../../features/dataset.js";
import type { Dataset } from "../../features/sparse-matrix.js";
import { viewedRows } from "../../features/viewed-rows.js";
import { VARIANTS } from "../candidates.js";
import type { Method } from "../method.js";
import { learningFrom } from "../out-of-parts.js";
import { type Arrays, inconsistent, requiredArray } from "../stored-arrays.js";
import { type StoredClassifier, type StoredModel, WrappedModel } from "../stored-classifier.js";
import { countedViews } from "./counted-views.js";
import { leftOutDocuments, racersOf } from "./left-out-documents.js";
import { orderOfContents } from "./order-of-contents.js";
import { type RaceOutcome, type Result, race } from "./race.js";
import { areRestricted, RestrictedModel, restricted } from "./restricted.js";
import { compared } from "./rival.js";
import { CountedModel } from "./stored-counts.js";
import { type Rival, type Variant, type VariantChoices, variantsFrom } from "./variant.js";
import { WeightedModel, weighted } from "./weighted.js";

/**
 * Naive Bayes that chooses its variant and its alpha: the first ones, unless others make clearly fewer errors on
 * training documents that are left out of the counts one at a time (see `race`). A linear rival that sees the same terms
 * is taken instead if it is better on documents that it has not seen (see `compared`). The result is the model of the chosen variant.
 * For several labels, see `linearPerLabel`.
 *
 * Counts subtract exactly, so no model of naive Bayes is fitted for any of these documents. Inverse document frequencies
 * do not depend on labels, so those of all documents are used. With weights other than 0 and 1, or with only one class,
 * the first variant is taken.
 */
function chosenBayes({ variants, rivals }: ReturnType<typeof variantsFrom>): StoredClassifier {
  /** Compares the chosen variant of naive Bayes with the rival that sees the same terms, if there is one. */
  const rivalOf = (data: Dataset, { groups, rows }: ReturnType<typeof groupsToTry>, { variant, alpha }: Result) => {
    const seen = String(variants[variant].kinds);
    const index = groups.length === 0 ? -1 : rivals.findIndex(({ kinds }) => String(kinds) === seen);
    if (index < 0) return undefined;
    const ordered = { ...data, ...factsOfRows(data, rows), x: viewedRows(data.x, rows) };
    const comparison = compared(rivals[index].classifier, stored(variants[variant], alpha), ordered);
    return comparison && { index, ...comparison };
  };
  const fitScored = (data: Dataset): ScoredFit => {
    requireDataset("fit", data);
    requireCounts("fit", data.x);
    const seen = countedViews(variants, data);
    const toTry = groupsToTry(data);
    const { groups } = toTry;
    const racers = racersOf(variants, data, seen, groups.length > 0);
    const { winner, results } = race(racers, groups, data.y, data.labels.length);
    const { variant, alpha } = winner;
    const racer = racers[variant];
    const { counts, factors, columns } = seen[variant]();
    // While a rival learns, the counts of the others would take most of the memory.
    for (const list of [racers, seen]) list.splice(0);
    const rival = rivalOf(data, toTry, winner);
    const ofRivals = rivals.map((_, r): Result => {
      const { documents, errors } = rival?.index === r ? rival : NOT_TRIED;
      return { variant: variants.length + r, alpha: 0, documents, errors };
    });
    const outcome = { winner, results: [...results, ...ofRivals] };
    if (rival?.isBetter) {
      const { model, documents } = rival.fit();
      return {
        model: new ChosenModel(model, { ...outcome, winner: ofRivals[rival.index] }),
        documents: documents.filter(({ scores, actual }) => Number.isFinite(scores[actual])),
      };
    }
    const { weighting, settings } = variants[variant];
    const model = new WeightedModel(new CountedModel(settings[alpha], counts), weighting, factors);
    const wrapped = columns === undefined ? model : new RestrictedModel(model, columns, data.x.columns);
    const documents = leftOutDocuments(racer, alpha, groups, data);
    return { model: new ChosenModel(wrapped, outcome), documents };
  };
  const chosen: StoredClassifier = {
    name: "chosen-bayes",
    calibratesItself: true,
    fit: (data) => fitScored(data).model,
    fitScored,
    restore(labels, columns, arrays) {
      const outcome = outcomeOf(variants, rivals, arrays);
      const { variant, alpha } = outcome.winner;
      const isRestricted = areRestricted(arrays);
      const rival = rivals.at(variant - variants.length);
      const ofRival = isRestricted ? rival?.classifier : rival?.unrestricted;
      const ofBayes = variants.at(variant);
      const classifier = ofBayes === undefined ? ofRival : stored(ofBayes, alpha, isRestricted);
      if (classifier === undefined) throw inconsistent(CHOSEN);
      return new ChosenModel(classifier.restore(labels, columns, arrays), outcome);
    },
  };
  return { ...chosen, perLabel: linearPerLabel(chosen, variants, rivals) };
}

/**
 * Takes the first linear variant for each of several labels, without a comparison. A comparison counts errors before
 * thresholds are chosen, so it would take naive Bayes for rare labels, which have a higher F1 with a linear variant.
 */
function linearPerLabel(
  { name, restore }: StoredClassifier,
  variants: readonly Variant[],
  rivals: readonly Rival[],
): StoredClassifier | undefined {
  if (rivals.length === 0) return undefined;
  const results = settingsOf(variants, rivals).map((setting) => ({ ...setting, ...NOT_TRIED }));
  const winner = results[results.length - rivals.length];
  const modelOf = (model: StoredModel) => new ChosenModel(model, { winner, results });
  const { fitOutOfParts } = learningFrom(rivals[0].classifier, (data) => ({ data, modelOf }));
  // Unlike `fit`, this does not warn that the few passes of a variant may not reach the tolerance.
  const fit: StoredClassifier["fit"] = (data) =>
    fitOutOfParts(data, { partOf: new Uint8Array(data.y.length), count: 1, scored: 0 }, new Float64Array());
  return { name, fit, fitOutOfParts, restore };
}

/** Returns every variant with each of its alphas, and then the rivals. */
function settingsOf(variants: readonly Variant[], rivals: readonly Rival[]): Pick<Result, "variant" | "alpha">[] {
  const ofBayes = variants.flatMap(({ settings }, variant) => settings.map((_, alpha) => ({ variant, alpha })));
  return [...ofBayes, ...rivals.map((_, r) => ({ variant: variants.length + r, alpha: 0 }))];
}

type ScoredFit = ReturnType<NonNullable<StoredClassifier["fitScored"]>>;

/** Returns the classifier of a variant. @param isRestricted whether it sees only terms of its kinds. Default true */
function stored({ settings, weighting, kinds }: Variant, alpha: number, isRestricted = true): StoredClassifier {
  const all = weighted(settings[alpha], weighting);
  return kinds !== undefined && isRestricted ? restricted(all, kinds) : all;
}

/** The figures of a rival that was not compared. */
const NOT_TRIED = { documents: 0, errors: 0 };

/** The options of chosen naive Bayes. */
export interface ChosenOptions {
  /** The variants to choose from, at least one. The first is the default when there is too little to choose by. */
  readonly variants?: readonly VariantChoices[] | undefined;
}

/** The entry of the method in the table of classifiers. */
export const CHOSEN_BAYES = {
  name: "chosen-bayes",
  title: "chosen naive Bayes or linear SVM",
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

/** At most this many rows that are in no group are tried, which is more than is needed. */
const ENOUGH_ROWS = 20_000;

/**
 * Returns the groups of documents to leave out together, and all rows. Their order does not depend on the order of the
 * documents. There are no groups if there is only one class, or if a row has a weight other than 0 and 1, because those
 * counts cannot be removed exactly.
 */
function groupsToTry(data: Dataset): { readonly groups: readonly Uint32Array[]; readonly rows: Uint32Array } {
  const { y, groups } = data;
  const rows = orderOfContents(data);
  const isWeighted = rows.some((row) => (data.weights?.[row] ?? 1) !== 1);
  if (isWeighted || rows.every((row) => y[row] === y[rows[0]])) return { groups: [], rows };
  // Each row is a group of its own. An array for each of millions of rows would take most of the memory.
  if (groups === undefined)
    return { groups: Array.from(rows.subarray(0, ENOUGH_ROWS), (row) => Uint32Array.of(row)), rows };
  const all = [...groupedBy(rows, (row) => groups[row]).values()].map((group) => Uint32Array.from(group));
  // The first document of each group comes first, because samples of a few groups differ too much.
  const rest = all.flatMap((group) => [...group.subarray(1)]);
  return { groups: all, rows: Uint32Array.from([...all.map(([first]) => first), ...rest]) };
}

/** Reads the outcome from the arrays of a model. @throws DataError if an array is missing or does not fit */
function outcomeOf(variants: readonly Variant[], rivals: readonly Rival[], arrays: Arrays): RaceOutcome {
  const settings = settingsOf(variants, rivals);
  const documents = requiredArray(arrays, DOCUMENTS, Uint32Array, settings.length);
  const errors = requiredArray(arrays, ERRORS, Uint32Array, settings.length);
  const [variant, alpha] = requiredArray(arrays, CHOSEN, Uint32Array, 2);
  const results = settings.map((setting, i) => ({ ...setting, documents: documents[i], errors: errors[i] }));
  const winner = results.find((result) => result.variant === variant && result.alpha === alpha);
  if (winner === undefined) throw inconsistent(CHOSEN);
  return { winner, results };
}
