import { FolderCorpus } from "../../src/documents/corpora/folder-corpus.js";
import type { RowView } from "../../src/features/sparse-matrix.js";
import { ViewedRows } from "../../src/features/viewed-rows.js";

/** The last view of each matrix. */
const last = new WeakMap<ViewedRows, RowView & { readonly ids: Uint32Array; readonly values: Float64Array }>();
const { view } = ViewedRows.prototype;
const { passing } = FolderCorpus.prototype;

/**
 * Makes what is valid until the next call useless at that call, in all tests: the columns of a row that was viewed do not
 * exist then, its values are NaN, and the bytes of a document that has passed are 255. A caller that keeps one of these
 * fails in every test that reaches it, and not only where the next row or document happens to be as long.
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
  FolderCorpus.prototype.passing = function* (this: FolderCorpus) {
    for (const document of passing.call(this)) {
      const bytes = Buffer.from(document.bytes);
      yield { ...document, bytes };
      bytes.fill(255);
    }
  };
}
