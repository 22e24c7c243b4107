import type { RowView } from "../../src/features/sparse-matrix.js";
import { ViewedRows } from "../../src/features/viewed-rows.js";

/** The last view of each matrix. */
const last = new WeakMap<ViewedRows, RowView & { readonly ids: Uint32Array; readonly values: Float64Array }>();
const { view } = ViewedRows.prototype;

/**
 * Makes a view of a row useless at the next call, in all tests: its columns do not exist then, and its values are NaN. A
 * caller that keeps a view fails in every test that reaches it, and not only where the next row happens to be as long.
 */
export function endViewsEarly(): void {
  ViewedRows.prototype.view = function (this: ViewedRows, row) {
    const before = last.get(this);
    before?.ids.fill(0xffffffff);
    before?.values.fill(Number.NaN);
    const { ids, values, start, end } = view.call(this, row);
    const copy = {
      ids: Uint32Array.from(ids).slice(start, end),
      values: Float64Array.from(values).slice(start, end),
      start: 0,
      end: end - start,
    };
    last.set(this, copy);
    return copy;
  };
}
