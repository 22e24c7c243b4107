import { lazily } from "../../base/lazily.js";
import { groupedBy } from "../../base/lists.js";
import { columnMap, termStatistics } from "../../features/selection.js";
import { type Dataset, rowView, selectColumns } from "../../features/sparse-matrix.js";
import { kindNumber, TERM_KINDS, type TermKind } from "../../features/term-kinds.js";
import { documentFactors, type WeightingOptions, weightedRows } from "../../features/weighting.js";
import { classCounts } from "../bayes/class-counts.js";
import { leftOutGrid } from "../bayes/left-out-grid.js";
import { ReducedCounts } from "../bayes/reduced-counts.js";
import type { Method } from "../method.js";
import { requireCounts, requireDataset } from "../require-dataset.js";
import { type Arrays, inconsistent, requiredArray } from "../stored-arrays.js";
import type { StoredClassifier, StoredModel } from "../stored-classifier.js";
import { VARIANTS } from "../variants.js";
import { orderOfContents } from "./inner-folds.js";
import { type RaceOutcome, type Racer, type Result, race } from "./race.js";
import { areRestricted, columnsOfKinds, RestrictedModel, restricted } from "./restricted.js";
import { type Variant, type VariantChoices, variantsFrom } from "./variant.js";
import { weighted, weightedModel } from "./weighted.js";
import { WrappedModel } from "./wrapped-model.js";

/**
 * A variant with other kinds of terms is tried if its number of entries differs by more than this share from that of
 * the first variant.
 */
const WORTH_A_TRY = 0.25;

/**
 * Naive Bayes that chooses its variant and its alpha: the pair that makes the fewest errors on training
 * documents that are left out of the counts one at a time (see `race`). The result is the model of that variant.
 *
 * Counts subtract exactly, so no model is fitted for any of these documents. Inverse document frequencies do not depend
 * on labels, so those of all documents are used. With weights other than 0 and 1, or with only one class, the first
 * variant is taken.
 */
export function chosenBayes(variants: readonly Variant[]): StoredClassifier {
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
      const model = weightedModel(settings[alpha], counts, weighting, factors);
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

export interface ChosenOptions {
  /** The variants to choose from, at least one. The first is the default when there is too little to choose by. */
  readonly variants?: readonly VariantChoices[] | undefined;
}

export const CHOSEN_BAYES = {
  title: "chosen naive Bayes",
  titleOptions: [],
  defaults: () => ({ variants: VARIANTS }),
  make: ({ variants = VARIANTS }: ChosenOptions = {}) => chosenBayes(variantsFrom(variants)),
  takesCountsOnly: true,
  hasMembers: true,
  leavesOut: true,
} satisfies Method<ChosenOptions>;

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

/** Weights and counts documents on first use. Variants with the same kinds and weighting share the result. */
function countedViews(variants: readonly Variant[], data: Dataset): (() => ReturnType<typeof countedView>)[] {
  const views = new Map<string, ReturnType<typeof viewOf>>();
  const seen = new Map<string, ReturnType<typeof countedView>>();
  return variants.map(({ weighting, kinds }) => () => {
    const name = kinds?.join() ?? "";
    const view = made(views, name, () => viewOf(data, kinds));
    return made(seen, JSON.stringify([name, weighting]), () => countedView(view, weighting, data));
  });
}

/** Returns the training documents in the form that a variant sees, and their counts. */
function countedView(view: ReturnType<typeof viewOf>, weighting: WeightingOptions, data: Dataset) {
  const factors = documentFactors(view.x, weighting, data.weights);
  const x = weightedRows(view.x, weighting, factors);
  const counts = classCounts({ ...data, x });
  const reduced = lazily(() => new ReducedCounts(counts, x, data.y, view.having()));
  return { x, counts, reduced, factors, columns: view.columns };
}

/** Returns the value of a key, and makes it if it is missing. */
function made<T>(all: Map<string, T>, key: string, make: () => T): T {
  const value = all.get(key) ?? make();
  all.set(key, value);
  return value;
}

/** Returns the terms of some kinds (`columns`; undefined if all are), and how many documents have each. */
function viewOf(data: Dataset, wanted: readonly TermKind[] | undefined) {
  const { x, weights } = data;
  const columns = columnsOfKinds(data, wanted ?? TERM_KINDS);
  const isAll = columns.length === x.columns;
  const seen = isAll ? x : selectColumns(x, columnMap(columns, x.columns));
  const counted = weights && Uint32Array.from(weights, (_, row) => row).filter((row) => weights[row] !== 0);
  const having = lazily(() => termStatistics(seen, counted).documents);
  return { x: seen, columns: isAll ? undefined : columns, having };
}

/** Decides for each variant whether it is worth a try. */
function triedOf(variants: readonly Variant[], { x, kinds }: Dataset): boolean[] {
  const entries = new Float64Array(TERM_KINDS.length);
  for (let row = 0; row < x.rows; row++) {
    const { ids, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) entries[kindNumber(kinds?.[ids[i]] ?? 0)]++;
  }
  const seen = variants.map(({ kinds: wanted }) =>
    entries.reduce((sum, n, kind) => sum + (wanted?.includes(TERM_KINDS[kind]) === false ? 0 : n), 0),
  );
  return variants.map(
    ({ kinds: wanted }, variant) =>
      wanted?.join() === variants[0].kinds?.join() || Math.abs(seen[variant] - seen[0]) > WORTH_A_TRY * seen[0],
  );
}

function choose(variants: readonly Variant[], data: Dataset, seen: ReturnType<typeof countedViews>): RaceOutcome {
  const groups = groupsToTry(data);
  const untried = { winner: UNTRIED, results: [] };
  const { winner, results } =
    groups.length === 0 ? untried : race(racersOf(variants, data, seen), groups, data.y, data.labels.length);
  return {
    winner,
    results: settingsOf(variants).map((setting) => resultOf(results, setting) ?? { ...UNTRIED, ...setting }),
  };
}

function racersOf(variants: readonly Variant[], data: Dataset, seen: ReturnType<typeof countedViews>): Racer[] {
  const tried = triedOf(variants, data);
  return variants.map(({ method }, variant) => {
    const alphas = tried[variant] ? method.alphas : [];
    const { x, reduced } = seen[tried[variant] ? variant : 0]();
    const counts = reduced();
    return { x, counts, score: leftOutGrid({ ...method, alphas }, counts), alphas: alphas.length };
  });
}

const UNTRIED: Result = { variant: 0, alpha: 0, documents: 0, errors: 0 };

type ChosenSetting = Pick<Result, "variant" | "alpha">;

/** Returns every variant with every alpha. */
function settingsOf(variants: readonly Variant[]): ChosenSetting[] {
  return variants.flatMap(({ settings }, variant) => settings.map((_, alpha) => ({ variant, alpha })));
}

function resultOf(results: readonly Result[], { variant, alpha }: ChosenSetting): Result | undefined {
  return results.find((result) => result.variant === variant && result.alpha === alpha);
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
  return [...groupedBy(rows, (row) => groups?.[row] ?? -1 - row).values()].map((group) => Uint32Array.from(group));
}

function outcomeOf(variants: readonly Variant[], arrays: Arrays): RaceOutcome {
  const settings = settingsOf(variants);
  const documents = requiredArray(arrays, DOCUMENTS, Uint32Array, settings.length);
  const errors = requiredArray(arrays, ERRORS, Uint32Array, settings.length);
  const [variant, alpha] = requiredArray(arrays, CHOSEN, Uint32Array, 2);
  const results = settings.map((setting, i): Result => ({ ...setting, documents: documents[i], errors: errors[i] }));
  const winner = resultOf(results, { variant, alpha });
  if (winner === undefined) throw inconsistent(CHOSEN);
  return { winner, results };
}
