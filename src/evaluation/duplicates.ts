import type { SimilarPair } from "../features/near-duplicates.js";
import type { Prediction } from "./outcome.js";
import type { Split } from "./splits.js";

/** Which documents are copies of each other. */
export interface Copies {
  /** The text of each document, by number: equal numbers for the same text; -1 for a document without a word. */
  readonly text: Int32Array;
  /** How many different texts there are. */
  readonly texts: number;
  /** Pairs of different texts that are nearly the same. */
  readonly similar: readonly SimilarPair[];
}

/** How test documents were chosen: run by run, or each by itself, with all others to learn from. */
export type Splits = readonly Split[] | "leave one out";

/** What the training part has of a test document: nothing like it, nearly the same text, or the same. */
export type CopyKind = "none" | "near" | "exact";

/** Test documents of one kind, over all runs. */
export interface Tested {
  readonly documents: number;
  /** How many of them were classified right. */
  readonly right: number;
  /** Of all test documents. */
  readonly share: number;
  /** right / documents; undefined if there are none. */
  readonly accuracy: number | undefined;
}

/** Test documents by what the training part has of them. */
export type TestedByKind = Readonly<Record<CopyKind, Tested>>;

/** Documents that are copies of each other: each is nearly the same as some other of them, or the same. */
export interface CopyGroup {
  readonly documents: number;
  /** How many different texts. */
  readonly texts: number;
  /** The classes, the one with the most documents first. */
  readonly classes: readonly { readonly label: string; readonly documents: number }[];
  /** The first few, by their ids. */
  readonly examples: readonly string[];
}

/** Texts that are filed under more than one class. */
export interface Conflicts {
  readonly texts: number;
  /** Documents with such a text. */
  readonly documents: number;
  /** The most that a classifier that sees only the words can have right, of all documents. */
  readonly ceiling: number;
  /** The largest. */
  readonly groups: readonly CopyGroup[];
}

/** Groups that are named, and documents of each. */
const GROUPS = 10;
const EXAMPLES = 3;

/**
 * What the training part of its run has of each tested document.
 *
 * @param splits of the rows that `copies` is about
 * @returns one for each test document, run by run, in the order of `split.test`, or one for each document
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
      const of = text[row];
      kinds.push(of < 0 ? "none" : trained[of] === 1 ? "exact" : near[of] === 1 ? "near" : "none");
    }
  }
  return kinds;
}

/** Every document against all others. */
function copyKindsOfEach({ text, texts, similar }: Copies): CopyKind[] {
  const documents = new Uint32Array(texts);
  for (const of of text) if (of >= 0) documents[of]++;
  const near = new Set(similar.flatMap(({ a, b }) => [a, b]));
  return Array.from(text, (of) => (of < 0 ? "none" : documents[of] > 1 ? "exact" : near.has(of) ? "near" : "none"));
}

/**
 * The accuracy on test documents of each kind, all runs added up.
 *
 * @param kinds as `copyKinds` gives them, one for each prediction
 */
export function testedByKind(kinds: readonly CopyKind[], predictions: readonly Prediction[]): TestedByKind {
  const documents = { none: 0, near: 0, exact: 0 };
  const right = { none: 0, near: 0, exact: 0 };
  kinds.forEach((kind, i) => {
    documents[kind]++;
    if (predictions[i].actual === predictions[i].predicted) right[kind]++;
  });
  const tested = (kind: CopyKind): Tested => ({
    documents: documents[kind],
    right: right[kind],
    share: documents[kind] / kinds.length,
    accuracy: documents[kind] === 0 ? undefined : right[kind] / documents[kind],
  });
  return { exact: tested("exact"), near: tested("near"), none: tested("none") };
}

/**
 * The largest groups of copies, at most ten: documents that are linked by texts that are the
 * same or nearly so. The first and the last of a long chain need not be alike.
 *
 * @param y the class of each document
 * @param ids of each document
 */
export function copyGroups(
  { text, texts, similar }: Copies,
  y: ArrayLike<number>,
  labels: readonly string[],
  ids: readonly string[],
): CopyGroup[] {
  const parent = Uint32Array.from({ length: texts }, (_, of) => of);
  const root = (of: number) => {
    let top = of;
    while (parent[top] !== top) {
      parent[top] = parent[parent[top]];
      top = parent[top];
    }
    return top;
  };
  for (const { a, b } of similar) parent[root(b)] = root(a);
  const groups = rowsBy(text, (of) => root(of)).filter((rows) => rows.length > 1);
  return largest(groups, text, y, labels, ids);
}

/** Texts with documents in more than one class, and the bound they set. */
export function conflicts(
  { text }: Copies,
  y: ArrayLike<number>,
  labels: readonly string[],
  ids: readonly string[],
): Conflicts {
  const mixed = rowsBy(text, (of) => of).filter((rows) => rows.some((row) => y[row] !== y[rows[0]]));
  let documents = 0;
  let wrong = 0;
  for (const rows of mixed) {
    documents += rows.length;
    wrong += rows.length - classesOf(rows, y)[0].documents;
  }
  return {
    texts: mixed.length,
    documents,
    ceiling: text.length === 0 ? 1 : 1 - wrong / text.length,
    groups: largest(mixed, text, y, labels, ids),
  };
}

/** The rows of each text or group of texts, in the order of their first document. */
function rowsBy(text: Int32Array, groupOf: (text: number) => number): number[][] {
  const groups = new Map<number, number[]>();
  text.forEach((of, row) => {
    if (of < 0) return;
    const group = groupOf(of);
    const rows = groups.get(group);
    if (rows === undefined) groups.set(group, [row]);
    else rows.push(row);
  });
  return [...groups.values()];
}

function largest(
  groups: readonly number[][],
  text: Int32Array,
  y: ArrayLike<number>,
  labels: readonly string[],
  ids: readonly string[],
): CopyGroup[] {
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

/** Classes with their number of documents, the largest first. */
function classesOf(rows: readonly number[], y: ArrayLike<number>): { c: number; documents: number }[] {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(y[row], (counts.get(y[row]) ?? 0) + 1);
  return [...counts].map(([c, documents]) => ({ c, documents })).sort((a, b) => b.documents - a.documents || a.c - b.c);
}
