import { lazily } from "../../base/lazily.js";
import { columnMap, termStatistics } from "../../features/selection.js";
import { type Dataset, rowView } from "../../features/sparse-matrix.js";
import { kindOfCode, TERM_KINDS, type TermKind } from "../../features/term-kinds.js";
import { packedRows, packRows } from "../../features/viewed-rows.js";
import { documentFactors, type WeightingOptions, weightedRows } from "../../features/weighting.js";
import { classCounts } from "../bayes/class-counts.js";
import { reducedCounts } from "../bayes/left-out-grid.js";
import { columnsOfKinds } from "./restricted.js";
import type { Variant } from "./variant.js";

/** The training documents as each variant sees them. */
export type CountedViews = ReturnType<typeof countedViews>;

/**
 * Returns, for each variant, a function that weights and counts the training documents as the variant sees them, on its
 * first call. Variants with the same kinds and weighting share the result.
 */
export function countedViews(variants: readonly Variant[], data: Dataset): (() => ReturnType<typeof countedView>)[] {
  const kindsOf = variants.map(({ kinds }) => String(kinds));
  const keys = variants.map(({ kinds, weighting }) => JSON.stringify([kinds, weighting]));
  const views = variants.map(({ kinds }) => lazily(() => viewOf(data, kinds)));
  const counted = variants.map(({ weighting }, variant) =>
    lazily(() => countedView(views[kindsOf.indexOf(kindsOf[variant])](), weighting, data)),
  );
  return keys.map((key) => counted[keys.indexOf(key)]);
}

/**
 * Returns the training documents in the form that a variant sees (`x`; `counted` before weighting), their counts, and
 * those counts with documents that can be taken out (`reduced`); the inverse document frequencies (`factors`), and the columns seen if not all.
 */
function countedView(view: ReturnType<typeof viewOf>, weighting: WeightingOptions, data: Dataset) {
  const factors = documentFactors(view.x, weighting, data.weights);
  const x = weightedRows(view.x, weighting, factors);
  const counts = classCounts({ ...data, x });
  const reduced = lazily(() => reducedCounts(counts, x, data.y, view.having()));
  return { x, counted: view.x, counts, reduced, factors, columns: view.columns };
}

/**
 * Returns the training documents with only the terms of some kinds (`x`), the columns of these terms (undefined if all
 * are), and how many documents with a weight above 0 have each (`having`).
 */
function viewOf(data: Dataset, wanted: readonly TermKind[] | undefined) {
  const { x, weights } = data;
  const columns = columnsOfKinds(data, wanted ?? TERM_KINDS);
  const isAll = columns.length === x.columns;
  // Packed rows are weighted as they are read, so that the variants need no copies of them.
  const seen = isAll ? x : packedRows(packRows(x, columnMap(columns, x.columns)));
  const counted = weights && Uint32Array.from(weights, (_, row) => row).filter((row) => weights[row] !== 0);
  const having = lazily(() => termStatistics(seen, counted).documents);
  return { x: seen, columns: isAll ? undefined : columns, having };
}

/**
 * A variant with other kinds of terms is tried if its number of entries differs by more than this share from that of
 * the first variant.
 */
const LEAST_DIFFERENCE = 0.25;

/** Returns for each variant whether it is worth a try: it sees the same kinds as the first, or clearly more or less. */
export function triedOf(variants: readonly Variant[], { x, kinds }: Dataset): boolean[] {
  /** How many entries each kind of terms has. */
  const entries = new Float64Array(TERM_KINDS.length);
  for (let row = 0; row < x.rows; row++) {
    const { ids, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) entries[kindOfCode(kinds?.[ids[i]] ?? 0)]++;
  }
  /** The number of entries that each variant sees. */
  const sizes = variants.map(({ kinds: wanted = TERM_KINDS }) =>
    entries.reduce((sum, n, kind) => sum + (wanted.includes(TERM_KINDS[kind]) ? n : 0), 0),
  );
  return variants.map(({ kinds: wanted }, variant) => {
    const hasKindsOfFirst = String(wanted) === String(variants[0].kinds);
    return hasKindsOfFirst || Math.abs(sizes[variant] - sizes[0]) > LEAST_DIFFERENCE * sizes[0];
  });
}
