import { countedBy, groupedBy, LinkedGroups, sumOf } from "../../base/lists.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { type SimilarPair, similarPairs } from "../../features/duplicates/near-duplicates.js";
import { plainWords, shingles } from "../../features/duplicates/shingles.js";
import type { Splits } from "../../model/fitting/splits.js";
import { ByteTable } from "../../text/byte-table.js";
import type { Evaluation } from "../evaluate.js";
import type { Prediction } from "../metrics/outcome.js";

/** Which documents are copies of each other. */
export interface Copies {
  /** The number of its text, by document. Equal texts have equal numbers; -1 if the document has no words. */
  readonly text: Int32Array;
  /** Number of distinct texts. */
  readonly texts: number;
  /** Pairs of distinct texts that are nearly equal. */
  readonly similar: readonly SimilarPair[];
}

/**
 * Returns a function that adds the text of a document, without its header, and one that finds the copies.
 *
 * Texts are equal if they have the same words in the same order, regardless of case and punctuation. They are nearly
 * equal if they have at least five words and their sets of five consecutive words overlap by 80 % (Jaccard). Documents
 * without words have no copies.
 */
export function copyFinder(documents: number) {
  const texts = new ByteTable();
  const sets: Float64Array[] = [];
  const text = new Int32Array(documents).fill(-1);
  return {
    add(row: number, body: Uint8Array): void {
      const plain = plainWords(body);
      if (plain.length === 0) return;
      text[row] = texts.add(plain, 0, plain.length);
      // A text gets the next number when it is new, so each distinct text has one set.
      if (text[row] === sets.length) sets.push(shingles(plain));
    },
    copies: (): Copies => ({ text, texts: texts.size, similar: similarPairs(sets) }),
  };
}

/** How similar the most similar training text is to a test document: different, nearly equal, or equal. */
export type CopyKind = "none" | "near" | "exact";

/** The test documents with one kind of copy. */
export interface Tested {
  readonly documents: number;
  /** The share of `documents` in all test documents. */
  readonly share: number;
  /** Undefined without documents. */
  readonly accuracy: number | undefined;
}

/** The test documents by the kind of copy that they have in training. */
export type TestedByKind = Readonly<Record<CopyKind, Tested>>;

/** Documents linked by equal or nearly equal texts. */
export interface CopyGroup {
  readonly documents: number;
  /** Number of distinct texts. */
  readonly texts: number;
  /** Number of documents by class, largest class first. */
  readonly classes: readonly { readonly label: string; readonly documents: number }[];
  /** Ids of the first few documents. */
  readonly examples: readonly string[];
}

/** Texts filed under more than one class. */
export interface Conflicts {
  readonly texts: number;
  /** Number of documents with one of these texts. */
  readonly documents: number;
  /** Highest accuracy that a classifier can reach if it sees only the words. */
  readonly ceiling: number;
}

/** Test documents with a copy in training, over all runs. */
export interface Duplicates {
  readonly tested: TestedByKind;
  /** The largest groups of copies in the corpus. */
  readonly groups: readonly CopyGroup[];
  readonly conflicts: Conflicts;
}

/** Maximum number of groups, and of example documents in each. */
const GROUPS = 10;
const EXAMPLES = 3;

/**
 * Finds the kind of copy that each test document has in the training set of its run.
 *
 * @param splits of the same rows as `copies`
 * @returns one kind per prediction: by run, then in the order of `split.test`; with leave-one-out, by document
 */
export function copyKinds(copies: Copies, splits: Splits): CopyKind[] {
  if (splits === "leave one out") return copyKindsOfEach(copies);
  const { text, texts, similar } = copies;
  const kinds: CopyKind[] = [];
  for (const { train, test } of splits) {
    const trained = new Uint8Array(texts);
    for (const row of train) if (text[row] >= 0) trained[text[row]] = 1;
    const near = new Uint8Array(texts);
    for (const { a, b } of similar) {
      if (trained[a] === 1) near[b] = 1;
      if (trained[b] === 1) near[a] = 1;
    }
    for (const row of test) {
      const number = text[row];
      kinds.push(number < 0 ? "none" : trained[number] === 1 ? "exact" : near[number] === 1 ? "near" : "none");
    }
  }
  return kinds;
}

/** Finds the kinds of copies for leave-one-out, which compares every document with all others. */
function copyKindsOfEach({ text, texts, similar }: Copies): CopyKind[] {
  const documents = new Uint32Array(texts);
  for (const number of text) if (number >= 0) documents[number]++;
  const near = new Set(similar.flatMap(({ a, b }) => [a, b]));
  const kindOf = (number: number) => (documents[number] > 1 ? "exact" : near.has(number) ? "near" : "none");
  return Array.from(text, (number) => (number < 0 ? "none" : kindOf(number)));
}

/**
 * Computes accuracy by kind of copy, over all runs.
 *
 * @param kinds from `copyKinds`, one per prediction
 */
export function testedByKind(kinds: readonly CopyKind[], predictions: readonly Prediction[]): TestedByKind {
  const tested = (kind: CopyKind): Tested => {
    const ofKind = predictions.filter((_, i) => kinds[i] === kind);
    const documents = ofKind.length;
    const right = ofKind.filter(({ actual, predicted }) => actual === predicted).length;
    const accuracy = documents === 0 ? undefined : right / documents;
    return { documents, share: documents / kinds.length, accuracy };
  };
  return { exact: tested("exact"), near: tested("near"), none: tested("none") };
}

/** The class and the id of each document that is searched for copies. */
type LabelledIds = Pick<CorpusData, "y" | "labels" | "ids">;

/** Measures the effect of copies on an evaluation. @param kinds one per prediction */
export function duplicatesOf(
  copies: Copies,
  filed: LabelledIds,
  kinds: readonly CopyKind[],
  { predictions }: Pick<Evaluation, "predictions">,
): Duplicates {
  const { text, texts, similar } = copies;
  // The two ends of a long chain of links may differ a lot.
  const linked = new LinkedGroups(texts);
  for (const { a, b } of similar) linked.link(a, b);
  const groups = rowsBy(text, (of) => linked.rootOf(of)).filter((rows) => rows.length > 1);
  const { y } = filed;
  const mixed = rowsBy(text, (of) => of).filter((rows) => rows.some((row) => y[row] !== y[rows[0]]));
  const documents = sumOf(mixed.map((rows) => rows.length));
  // Equal texts get the same answer, which is right for one class at most.
  const right = sumOf(mixed.map((rows) => classesOf(rows, y)[0].documents));
  const ceiling = text.length === 0 ? 1 : 1 - (documents - right) / text.length;
  return {
    tested: testedByKind(kinds, predictions),
    groups: largest(groups, text, filed),
    conflicts: { texts: mixed.length, documents, ceiling },
  };
}

/** Returns the rows of each text or group of texts. Groups are in order of their first document. */
function rowsBy(text: Int32Array, groupOf: (text: number) => number): number[][] {
  const rows = Array.from(text.keys()).filter((row) => text[row] >= 0);
  return [...groupedBy(rows, (row) => groupOf(text[row])).values()];
}

/** Describes the largest groups. @param groups the rows of the documents of each group */
function largest(groups: readonly number[][], text: Int32Array, { y, labels, ids }: LabelledIds): CopyGroup[] {
  return [...groups]
    .sort((a, b) => b.length - a.length || a[0] - b[0])
    .slice(0, GROUPS)
    .map((rows) => ({
      documents: rows.length,
      texts: new Set(rows.map((row) => text[row])).size,
      classes: classesOf(rows, y).map(({ c, documents }) => ({ label: labels[c], documents })),
      examples: rows.slice(0, EXAMPLES).map((row) => ids[row]),
    }));
}

/** Counts documents by class, largest class first. */
function classesOf(rows: readonly number[], y: ArrayLike<number>): { c: number; documents: number }[] {
  const counts = countedBy(rows, (row) => y[row]);
  const classes = Array.from(counts, ([c, documents]) => ({ c, documents }));
  return classes.sort((a, b) => b.documents - a.documents || a.c - b.c);
}
