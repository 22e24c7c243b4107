import fc from "fast-check";
import type { SelectionRules } from "../../src/features/selection.js";
import type { Dataset } from "../../src/features/sparse-matrix.js";
import { countVectorizer } from "../../src/features/vectorizer.js";
import type { Split } from "../../src/model/fitting/splits.js";
import { lines } from "../text/tokens.js";

const WORDS = ["ant", "bee", "cat", "dog", "elk", "fox", "constructor", "__proto__"];
/** A few documents of up to three classes, with words that are easily taken for something else. */
const document = fc.record({ words: fc.array(fc.constantFrom(...WORDS), { maxLength: 8 }), label: fc.nat(2) });
export const documents = fc.array(document, { minLength: 2, maxLength: 10 });
/** Rules that choose terms. */
export const rules: fc.Arbitrary<SelectionRules> = fc.record(
  {
    minCount: fc.nat(3),
    minDocuments: fc.nat(2),
    maxDocumentShare: fc.constantFrom(0.5, 1),
    dropTop: fc.nat(2),
    maxTerms: fc.integer({ min: 1, max: 5 }),
  },
  { requiredKeys: [] },
);
/** Documents, some of them for training, some for testing, and some for neither. */
export const divided = documents.chain((documents) =>
  fc.record({
    documents: fc.constant(documents),
    sides: fc.array(fc.constantFrom("train", "test", "neither"), {
      minLength: documents.length,
      maxLength: documents.length,
    }),
  }),
);

export const LABELS = ["a", "b", "c"];

export function dataOf(documents: readonly { words: string[]; label: number }[]): Dataset {
  const { x } = countVectorizer({ tokenizer: lines }).fit(documents.map(({ words }) => words.join("\n")));
  return { x, y: documents.map(({ label }) => label), labels: LABELS };
}

export function splitOf(sides: readonly string[]): Split {
  const rows = (side: string) => Uint32Array.from(sides.keys()).filter((row) => sides[row] === side);
  return { train: rows("train"), test: rows("test") };
}

/** Rows of numbers. */
export const matrix = <Row extends number[] | [number]>(...rows: Row[]): Row[] => rows;

/** Lengths of n-grams. */
export const range = (from: number, to: number) => [from, to] as const;
