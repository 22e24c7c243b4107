import { DataError } from "../../base/errors.js";
import { ascending } from "../../base/lists.js";
import { megabytes } from "../../base/numbers.js";
import type { TermTable } from "../../text/term-table.js";
import type { ReadDocument } from "../analyzer.js";
import { RowBuilder } from "../row-builder.js";
import { columnMap, termStatistics } from "../selection.js";
import type { ColumnMap, SparseMatrix, SparseRows } from "../sparse-matrix.js";
import { codesOf, kindOfCode } from "../term-kinds.js";
import { packRows } from "../viewed-rows.js";
import { type TermFinder, Vocabulary } from "../vocabulary.js";

/** The memory of an entry while rows are read and packed: 8 bytes for term and count, 4 for the packed entry. */
const BYTES_PER_ENTRY = 12;

/** Row ends are stored in 32 bits, and arrays grow by doubling. */
const MAX_MEMORY = BYTES_PER_ENTRY * 2 ** 31;

/** The need is estimated after this many rows, and each time that the number doubles. */
const FIRST_ESTIMATE = 1 << 10;

/** Reading stops only if the estimate is this many times the memory, because documents differ in size. */
const CERTAIN = 2;

/** The error for rows that need more memory than they may have. */
export class RowsTooLarge extends DataError {
  /** The approximate need, in bytes. */
  readonly need: number;

  constructor(need: number, memory: number) {
    super(
      `the documents need about ${megabytes(need)} of memory, and ${megabytes(memory)} are allowed: allow more, read fewer documents, or use a method that needs only counts, such as multinomial`,
    );
    this.need = need;
  }
}

/** Builds the rows of a corpus, which must fit into memory, and packs them at the end. */
export class CorpusBuilder extends RowBuilder {
  readonly #memory: number;
  readonly #documents: number | undefined;

  /**
   * @param documents the number of documents, if known
   * @param memory in bytes. Default: no limit
   */
  constructor(terms: TermTable | TermFinder, documents?: number, memory: number = Number.POSITIVE_INFINITY) {
    super(terms, documents);
    this.#memory = Math.min(memory, MAX_MEMORY);
    this.#documents = documents;
  }

  /** Adds a document as a row. @throws RowsTooLarge if all rows will not fit into the memory */
  override add(document: Pick<ReadDocument, "tokens" | "words">): void {
    super.add(document);
    this.#limit();
  }

  override append(part: ReturnType<RowBuilder["finishCounted"]>): void {
    super.append(part);
    this.#limit();
  }

  /**
   * Returns the vocabulary of the table, and the packed rows over it. The rows cannot be used afterwards.
   *
   * @param leastDocuments for each of `TERM_KINDS`, the fewest rows that a term needs to be kept. Default: 1 each
   */
  finishPacked(leastDocuments: readonly number[] = []): { vocabulary: Vocabulary; x: SparseMatrix } {
    const x = { rows: this.rows, columns: this.table.size, ...this.contents() };
    const { vocabulary, map } = numbered(this.table, x, leastDocuments);
    return { vocabulary, x: packRows(x, map) };
  }

  /** Checks from time to time whether the rows will fit. @throws RowsTooLarge if they will not */
  #limit(): void {
    const { rows, entries } = this;
    const taken = BYTES_PER_ENTRY * entries;
    // The second condition holds for powers of two: they have a single bit, which `rows - 1` does not have.
    const isTime = rows >= FIRST_ESTIMATE && (rows & (rows - 1)) === 0;
    if (taken <= this.#memory && !isTime) return;
    const need = taken * Math.max(1, (this.#documents ?? 0) / rows);
    if (taken > this.#memory || need > CERTAIN * this.#memory) throw new RowsTooLarge(need, this.#memory);
  }
}

/**
 * Returns the vocabulary of a table, and the map from table entries to its terms; -1 for a term that too few rows have.
 *
 * @param x the rows, whose columns are table entries
 * @param leastDocuments as for `finishPacked`
 */
function numbered(table: TermTable, x: SparseRows, leastDocuments: readonly number[]) {
  const { vocabulary, numbers } = Vocabulary.fromTable(table);
  const map: ColumnMap = { to: numbers, columns: vocabulary.size };
  if (!leastDocuments.some((least) => least > 1)) return { vocabulary, map };
  const documents = new Uint32Array(vocabulary.size);
  for (const [id, having] of termStatistics(x).documents.entries()) documents[numbers[id]] = having;
  const kinds = codesOf(vocabulary);
  const kept = ascending(kinds.length).filter(
    (term) => documents[term] >= (leastDocuments[kindOfCode(kinds[term])] ?? 1),
  );
  const { to, columns } = columnMap(kept, vocabulary.size);
  return { vocabulary: vocabulary.subset(kept, true), map: { to: numbers.map((number) => to[number]), columns } };
}
