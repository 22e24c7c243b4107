import { DataError } from "../../base/errors.js";
import { Growing } from "../../base/growing.js";
import { sumOf } from "../../base/lists.js";
import { grouped } from "../../base/numbers.js";
import { Vocabulary } from "../vocabulary.js";
import { type DocumentSums, storesPresence, type WantedSums } from "./document-sums.js";
import { type MergeOptions, withMergedRuns } from "./merge-runs.js";
import type { RunFile, RunHeader } from "./run-format.js";
import type { TermCursor } from "./term-cursor.js";

/** Sums in a file: a sorted run, whose header has the `labels` of its classes. */
export interface CountedRun {
  readonly file: RunFile;
  readonly labels: readonly string[];
  /** How many documents each class has. */
  readonly documents: ArrayLike<number>;
}

/** Upper bound: numbers of documents are stored in 32 bits. */
export const MAX_DOCUMENTS: number = 2 ** 32 - 1;

/**
 * Adds up sums in files. The memory that this takes depends only on the result.
 *
 * @param wanted the sums that the runs have
 * @param checked makes the cursor that reads and checks a run: see `MergeOptions`
 * @throws DataError if a run is cut short, altered or forged, or the result has too many documents or terms.
 */
export function mergedSums(
  runs: readonly CountedRun[],
  wanted: WantedSums,
  checked?: MergeOptions["checked"],
): DocumentSums {
  const labels = [...new Set(runs.flatMap((run) => run.labels))].sort();
  const numbers = new Map(labels.map((label, c) => [label, c]));
  /** Returns the number of a class. All classes have one. */
  const numberOf = (label: string) => numbers.get(label) ?? 0;
  const documents = new Float64Array(labels.length);
  for (const run of runs) for (const [c, label] of run.labels.entries()) documents[numberOf(label)] += run.documents[c];
  if (sumOf(documents) > MAX_DOCUMENTS) {
    throw new DataError(`the counts have more than ${grouped(MAX_DOCUMENTS)} documents, more than a model can have`);
  }
  const options: MergeOptions = {
    hasPresence: storesPresence(wanted),
    classes: labels.length,
    classesOf: (header: RunHeader) => (header.labels as string[]).map(numberOf),
    checked,
  };
  const files = runs.map(({ file }) => file);
  return { labels, documents, ...withMergedRuns(files, options, (terms) => collected(terms, wanted, labels.length)) };
}

/** Node.js 20 has no larger arrays. */
const MAX_BYTES = 2 ** 32 - 2 ** 12;

/** Reads a run to its end. @throws DataError if its terms or their counts take more than 4 GB. */
function collected(
  terms: TermCursor,
  wanted: WantedSums,
  columns: number,
): Pick<DocumentSums, "vocabulary" | "occurrences" | "presences"> {
  const pool = new Growing(Uint8Array);
  const offsets = new Growing(Uint32Array);
  const starts = new Growing(Uint32Array);
  const ids = new Growing(Uint32Array);
  const values = new Growing(Float64Array);
  const presence = new Growing(Float64Array);
  const hasPresence = storesPresence(wanted);
  offsets.push(0);
  starts.push(0);
  while (terms.next()) {
    const { term } = terms;
    for (let i = 0; i < term.length; i++) pool.push(term.bytes[i]);
    // A count takes eight bytes.
    if (Math.max(pool.length, 8 * ids.length) > MAX_BYTES) throw tooManyTerms();
    offsets.push(pool.length);
    for (let i = 0; i < term.size; i++) {
      ids.push(term.classes[i]);
      values.push(term.values[i]);
      if (hasPresence) presence.push(term.presence[i]);
    }
    starts.push(ids.length);
  }
  const vocabulary = Vocabulary.fromContents(pool.finish(), offsets.finish());
  const shape = { rows: vocabulary.size, columns, starts: starts.finish(), ids: ids.finish() };
  const counts = { ...shape, values: values.finish() };
  // A run without presence has only one kind of count, which is then the wanted one.
  const presences = hasPresence ? { ...shape, values: presence.finish() } : counts;
  return {
    vocabulary,
    occurrences: wanted.occurrences ? counts : undefined,
    presences: wanted.presences ? presences : undefined,
  };
}

function tooManyTerms(): DataError {
  return new DataError(
    "the counts have too many different terms for one model: use fewer kinds of terms, such as shorter n-grams or fewer header fields",
  );
}
