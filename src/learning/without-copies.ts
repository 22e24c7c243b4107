import type { CorpusData } from "../dataset.js";
import { UsageError } from "../errors.js";
import { columnMap } from "../features/selection.js";
import { type SparseMatrix, selectColumns, selectRows } from "../features/sparse-matrix.js";
import { type KnownIdentity, keyOf } from "../known-documents.js";

/** A corpus in which no document comes twice. */
export type DistinctDocuments = CorpusData & { readonly identities: readonly KnownIdentity[] };

/**
 * A corpus as `learn` takes its documents, one after the other: of those that are the same
 * document the first one's terms and time count, under the label of the last; terms and
 * classes that only others have do not exist.
 *
 * @throws UsageError if the corpus was not read with `identify`.
 */
export function withoutCopies(data: CorpusData): DistinctDocuments {
  const { identities } = data;
  if (identities === undefined) {
    throw new UsageError("remember: required a corpus that was read with identify, got one without identities");
  }
  const first = new Map<string, number>();
  const y = Uint32Array.from(data.y);
  for (const [row, { digest }] of identities.entries()) {
    const key = keyOf(digest);
    const known = first.get(key);
    if (known === undefined) first.set(key, row);
    else y[known] = data.y[row];
  }
  if (first.size === identities.length) return { ...data, identities };
  const rows = Uint32Array.from(first.values());
  const x = selectRows(data.x, rows);
  const terms = present(x.ids, x.columns);
  const classes = present(
    rows.map((row) => y[row]),
    data.labels.length,
  );
  const classMap = columnMap(classes, data.labels.length);
  return {
    ...data,
    vocabulary: data.vocabulary.subset(terms),
    x: withColumns(x, terms),
    y: rows.map((row) => classMap.to[y[row]]),
    labels: Array.from(classes, (c) => data.labels[c]),
    kinds: data.kinds && Uint8Array.from(terms, (term) => data.kinds?.[term] ?? 0),
    ids: Array.from(rows, (row) => data.ids[row]),
    identities: Array.from(rows, (row) => identities[row]),
  };
}

function withColumns(x: SparseMatrix, terms: Uint32Array): SparseMatrix {
  return terms.length === x.columns ? x : selectColumns(x, columnMap(terms, x.columns));
}

/** Which of the numbers below `size` occur, ascending. */
function present(numbers: Uint32Array, size: number): Uint32Array {
  const seen = new Uint8Array(size);
  for (const number of numbers) seen[number] = 1;
  return Uint32Array.from(seen.keys()).filter((number) => seen[number] === 1);
}
