import { ascending } from "../../base/lists.js";
import { similarPairs } from "../../features/duplicates/near-duplicates.js";
import { plainWords, shingles } from "../../features/duplicates/shingles.js";
import type { Split, Splits } from "../../model/fitting/splits.js";
import { ByteTable } from "../../text/byte-table.js";
import type { Prediction } from "../metrics/outcome.js";

/** The documents that are copies of each other. */
export type Copies = ReturnType<ReturnType<typeof copyFinder>["copies"]>;

/**
 * Finds copies. Returns `add`, which takes the text of a document without its header, and `copies`, which finds the copies
 * among all documents that were added.
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
    copies: () => ({
      /** The number of its text, by document. Equal texts have equal numbers; -1 if the document has no words. */
      text,
      /** Number of distinct texts. */
      texts: texts.size,
      /** Pairs of distinct texts that are nearly equal. */
      similar: similarPairs(sets),
    }),
  };
}

/** How similar the most similar training text is to a test document: different, nearly equal, or equal. */
export type CopyKind = "none" | "near" | "exact";

/**
 * Finds the kind of copy that each test document has in the training set of its run.
 *
 * @param splits splits of the documents
 * @returns one kind per prediction: by run, then in the order of `split.test`; with leave-one-out, by document
 */
export function copyKinds({ text, texts, similar }: Copies, splits: Splits): CopyKind[] {
  const all = ascending(text.length);
  // With leave-one-out, a document is itself among those of training.
  const runs = splits === "leave one out" ? [{ train: all, test: all, itself: 1 }] : splits;
  return runs.flatMap(({ train, test, itself = 0 }: Split & { readonly itself?: number }) => {
    const trained = new Uint32Array(texts);
    for (const row of train) if (text[row] >= 0) trained[text[row]]++;
    const near = new Set(
      similar.flatMap(({ a, b }) => [...(trained[a] > 0 ? [b] : []), ...(trained[b] > 0 ? [a] : [])]),
    );
    return Array.from(test, (row): CopyKind => {
      const number = text[row];
      return trained[number] > itself ? "exact" : near.has(number) ? "near" : "none";
    });
  });
}

/** The test documents by the kind of copy that they have in training. */
export type TestedByKind = ReturnType<typeof testedByKind>;

/**
 * Computes accuracy by kind of copy, over all runs.
 *
 * @param kinds from `copyKinds`, one per prediction
 * @returns for each kind the number of documents, their share in all test documents, and the accuracy, which is
 *   undefined without documents
 */
export function testedByKind(kinds: readonly CopyKind[], predictions: readonly Prediction[]) {
  const tested = (kind: CopyKind) => {
    const ofKind = predictions.filter((_, i) => kinds[i] === kind);
    const documents = ofKind.length;
    const right = ofKind.filter(({ actual, predicted }) => actual === predicted).length;
    const accuracy = documents === 0 ? undefined : right / documents;
    return { documents, share: documents / kinds.length, accuracy };
  };
  return { exact: tested("exact"), near: tested("near"), none: tested("none") };
}
