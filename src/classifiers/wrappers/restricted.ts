import { requireWhole, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import { columnMap, termStatistics } from "../../features/selection.js";
import { type ColumnMap, type Dataset, type SparseMatrix, selectRows } from "../../features/sparse-matrix.js";
import { kindOfCode, TERM_KINDS, type TermKind } from "../../features/term-kinds.js";
import { chosenRows } from "../../features/viewed-rows.js";
import type { ClassPair } from "../classifier.js";
import { learningFrom, type View } from "../out-of-parts.js";
import { type Arrays, inconsistent, prefixed, requiredArray, withPrefix } from "../stored-arrays.js";
import { type StoredClassifier, type StoredModel, WrappedModel } from "../stored-classifier.js";

/**
 * Makes a classifier that sees only terms of some kinds: see `TERM_KINDS`.
 *
 * @param minDocuments leaves out terms that fewer training documents have. At least 1, default 1
 */
export function restricted(inner: StoredClassifier, kinds: readonly TermKind[], minDocuments = 1): StoredClassifier {
  requireKinds("kinds", kinds);
  requireWhole("minDocuments", minDocuments, 1);
  /** Returns the data without the terms that the model does not see. */
  const viewOf = (data: Dataset): View => {
    const documents = minDocuments > 1 ? termStatistics(data.x).documents : undefined;
    const columns = columnsOfKinds(data, kinds).filter((column) => !documents || documents[column] >= minDocuments);
    const map = columnMap(columns, data.x.columns);
    return {
      data: { ...data, x: chosenRows(data.x, ascending(data.x.rows), map), kinds: undefined },
      modelOf: (model) => new RestrictedModel(model, columns, data.x.columns),
    };
  };
  return {
    name: inner.name,
    leastDocuments: TERM_KINDS.map((kind) => (kinds.includes(kind) ? minDocuments : Number.POSITIVE_INFINITY)),
    ...learningFrom(inner, viewOf),
    restore(labels, columns, arrays) {
      const kept = keptColumns(arrays, columns);
      const model = inner.restore(labels, kept.length, withPrefix(MODEL, arrays));
      return new RestrictedModel(model, kept, columns);
    },
  };
}

/** @throws UsageError unless the value is a list of kinds of terms, at least one. */
export function requireKinds(where: string, kinds: unknown): asserts kinds is readonly TermKind[] {
  const unknown = Array.isArray(kinds) ? kinds.find((kind) => !TERM_KINDS.includes(kind)) : kinds;
  if (unknown === undefined && Array.isArray(kinds) && kinds.length > 0) return;
  throw new UsageError(`${where} must be some of ${TERM_KINDS.join(", ")}, not ${shown(unknown ?? kinds)}`);
}

/**
 * Returns the columns of some kinds, ascending.
 *
 * @throws UsageError unless the data set has a kind for each column.
 */
export function columnsOfKinds({ x, kinds = new Uint8Array(x.columns) }: Dataset, wanted: readonly TermKind[]) {
  if (kinds.length !== x.columns) {
    throw new UsageError(`kinds: the data have ${kinds.length} kinds for ${x.columns} columns`);
  }
  const isWanted = TERM_KINDS.map((kind) => wanted.includes(kind));
  return ascending(kinds.length).filter((column) => isWanted[kindOfCode(kinds[column])]);
}

/** The name of the array with a bit per column, the lowest bit of a byte first. */
const KEPT = "restricted.kept";

/** Whether these are the arrays of a restricted model. */
export function areRestricted(arrays: Arrays): boolean {
  return Object.hasOwn(arrays, KEPT);
}

/** Reads the columns that are kept. @throws DataError if they are missing or out of range. */
function keptColumns(arrays: Arrays, columns: number): Uint32Array {
  const bits = requiredArray(arrays, KEPT, Uint8Array, Math.ceil(columns / 8));
  const kept = new Uint32Array(8 * bits.length);
  let size = 0;
  for (let byte = 0; byte < bits.length; byte++) {
    // Takes the lowest bit that is set, and clears it.
    for (let rest = bits[byte]; rest > 0; rest &= rest - 1) kept[size++] = 8 * byte + 31 - Math.clz32(rest & -rest);
  }
  if (size > 0 && kept[size - 1] >= columns) throw inconsistent(KEPT);
  return kept.slice(0, size);
}

/** The beginning of the names of the arrays of the inner model. */
const MODEL = "of-kinds.";

/** A model that uses only some of the columns. */
export class RestrictedModel extends WrappedModel<StoredModel> {
  /** The columns that it uses, ascending. */
  readonly kept: Uint32Array;
  readonly #map: ColumnMap;
  /** Other columns have no weights. */
  override readonly weightsOf = undefined;

  constructor(inner: StoredModel, kept: Uint32Array, columns: number) {
    super(inner, { columns, binary: inner.binary, additive: inner.additive === true });
    this.kept = kept;
    this.#map = columnMap(kept, columns);
  }

  /** Returns the same model with other numbers for its columns. */
  renumbered(map: ColumnMap): RestrictedModel {
    const kept = this.kept.map((column) => map.to[column]);
    return new RestrictedModel(this.inner, kept, map.columns);
  }

  override scoreInto(x: SparseMatrix, row: number, scores: Float64Array): void {
    this.inner.scoreInto(selectRows(x, [row], this.#map), 0, scores);
  }

  override marginInto(x: SparseMatrix, row: number, pair: ClassPair, parts: Float64Array): number {
    const seenRow = selectRows(x, [row], this.#map);
    const seen = new Float64Array(seenRow.ids.length);
    const rest = this.inner.marginInto(seenRow, 0, pair, seen);
    for (let i = x.starts[row], part = 0, next = 0; i < x.starts[row + 1]; i++, part++) {
      parts[part] = this.#map.to[x.ids[i]] < 0 ? 0 : seen[next++];
    }
    return rest;
  }

  arrays(): Arrays {
    const bits = new Uint8Array(Math.ceil(this.columns / 8));
    // Eight columns share a byte.
    for (const column of this.kept) bits[column >> 3] |= 1 << (column & 7);
    return { [KEPT]: bits, ...prefixed(MODEL, this.inner.arrays()) };
  }
}
