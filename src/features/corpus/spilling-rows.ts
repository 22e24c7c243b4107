import { DataError } from "../../base/errors.js";
import { closeTemporary, type TemporaryFile } from "../../documents/files/temporary-files.js";
import type { TermTable } from "../../text/byte-table.js";
import type { ReadDocument } from "../analyzer.js";
import { type PackedArrays, PackedRows, packRows, RowPacker } from "../packed-rows.js";
import { type CountedRows, type OwnTerms, RowBuilder } from "../row-builder.js";
import { columnMap } from "../selection.js";
import { type ColumnMap, rowView, type SparseMatrix, type SparseRows } from "../sparse-matrix.js";
import { kindNumber, kindsOf } from "../term-kinds.js";
import type { TermFinder } from "../term-lookup.js";
import { Vocabulary } from "../vocabulary.js";

/** Rows of a thread on disk, over their own terms. */
export interface SpilledRows extends OwnTerms {
  /** Their file is open: whoever appends them closes it. */
  readonly packed: PackedArrays;
}

/** Numbers of terms are not known before all documents are read, so that rows on disk have room for this many. */
const MOST_TERMS = 2 ** 27;

/** So many rows on disk are appended at once. */
const APPENDED = 1000;

/** Collects rows as `RowBuilder` does. Over a table, rows that outgrow the memory for them go to a temporary file. */
export class SpillingRows {
  readonly #terms: TermTable | TermFinder;
  readonly #rows: RowBuilder;
  readonly #memory: number;
  /** The rows before those in memory. */
  #spilled: RowPacker | undefined;
  /** Files of other threads. */
  readonly #taken: TemporaryFile[] = [];

  /**
   * @param terms a table, unless there is no limit
   * @param memory for rows, in bytes, about
   * @param expected as for `RowBuilder`
   */
  constructor(terms: TermTable | TermFinder, memory: number, expected?: number) {
    this.#terms = terms;
    this.#rows = new RowBuilder(terms, expected);
    this.#memory = memory;
  }

  /** As `RowBuilder.add`. @throws DataError if the file cannot be written */
  add(document: Pick<ReadDocument, "tokens" | "words">): void {
    this.#rows.add(document);
    this.#limit();
  }

  /** As `RowBuilder.appender`. */
  appender(part: CountedRows | SpilledRows): (from: number, to: number) => void {
    if (!("packed" in part)) {
      const append = this.#rows.appender(part);
      return (from, to) => {
        append(from, to);
        this.#limit();
      };
    }
    this.#taken.push(part.packed.words as TemporaryFile);
    const x = new PackedRows(part.packed);
    const append = this.#rows.appender({ ...part, starts: x.starts, view: (row) => x.view(row) });
    return (from, to) => {
      for (let row = from; row < to; row += APPENDED) {
        append(row, Math.min(to, row + APPENDED));
        this.#limit();
      }
    };
  }

  /** The rows and their terms for `appender`. Nothing can be added any more. */
  finishCounted(): CountedRows | SpilledRows {
    if (this.#spilled === undefined) return this.#rows.finishCounted();
    const { packed } = this.#finishSpilled(this.#spilled);
    const { pool, offsets } = (this.#terms as TermTable).contents();
    return { pool: pool.slice(), offsets: offsets.slice(), packed };
  }

  /**
   * The vocabulary of the table, and the rows over it: on disk, if some are. Nothing can be added any more.
   *
   * @param leastDocuments terms of a kind in fewer rows are left out: a number for each of `TERM_KINDS`. Default: 1 each
   */
  finish(leastDocuments: readonly number[] = []): { vocabulary: Vocabulary; x: SparseMatrix } {
    const x = this.#spilled === undefined ? this.#inMemory() : this.#finishSpilled(this.#spilled);
    const { vocabulary, map } = numbered(this.#terms as TermTable, x, leastDocuments);
    return { vocabulary, x: packRows(x, map) };
  }

  /** The rows over the vocabulary that was given. Nothing can be added any more. */
  finishOver({ size }: Vocabulary): SparseMatrix {
    // They are only tested, so looked at once or twice: packing them takes longer.
    return this.#rows.finish(size);
  }

  /** Closes the files that are not needed any more. */
  close(): void {
    this.#spilled?.close();
    this.#spilled = undefined;
    for (const file of this.#taken.splice(0)) closeTemporary(file);
  }

  #limit(): void {
    if (this.#rows.byteSize > this.#memory) this.#spill();
  }

  #spill(): void {
    this.#spilled ??= new RowPacker(MOST_TERMS, "on disk");
    if (this.#terms.size > MOST_TERMS) throw new DataError("the documents have too many terms: more than 134 million");
    this.#spilled.add(this.#inMemory());
    this.#rows.clear();
  }

  #inMemory(): SparseRows {
    const contents = this.#rows.contents();
    return { rows: contents.starts.length - 1, columns: this.#terms.size, ...contents };
  }

  #finishSpilled(spilled: RowPacker): PackedRows {
    this.#spill();
    return spilled.finish();
  }
}

/** The vocabulary of a table, and the number of each of its entries in it. */
function numbered(table: TermTable, x: SparseRows, leastDocuments: readonly number[]) {
  const { vocabulary, numbers } = Vocabulary.fromTable(table);
  const map: ColumnMap = { to: numbers, columns: vocabulary.size };
  if (!leastDocuments.some((least) => least > 1)) return { vocabulary, map };
  const documents = new Uint32Array(vocabulary.size);
  for (let row = 0; row < x.rows; row++) {
    const { ids, start, end } = rowView(x, row);
    for (let i = start; i < end; i++) documents[numbers[ids[i]]]++;
  }
  const kinds = kindsOf(vocabulary);
  const kept = Uint32Array.from(kinds.keys()).filter(
    (term) => documents[term] >= (leastDocuments[kindNumber(kinds[term])] ?? 1),
  );
  const { to, columns } = columnMap(kept, vocabulary.size);
  return { vocabulary: vocabulary.subset(kept, true), map: { to: numbers.map((number) => to[number]), columns } };
}
