import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classCounts } from "../../../src/classifiers/bayes/class-counts.js";
import type { LabelledDocument } from "../../../src/documents/document.js";
import { analyzerFor } from "../../../src/features/analyzer.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { type TermCounter, termCounter } from "../../../src/features/corpus/term-counter.js";
import { areClassesAlike, type WantedSums } from "../../../src/features/document-sums.js";
import type { SparseRows } from "../../../src/features/sparse-matrix.js";
import { DEFAULT_SETTINGS } from "../../../src/model/settings.js";
import { corpora, forAll, slowRuns } from "../../helpers/arbitraries.js";

const WANTED: readonly WantedSums[] = [
  { occurrences: true, presences: false },
  { occurrences: false, presences: true },
  { occurrences: true, presences: true },
];

const { read, hasWords } = analyzerFor(DEFAULT_SETTINGS);

/** @param bytes the size that each document is said to have */
function counterOf(documents: readonly LabelledDocument[], wanted: WantedSums, bytes = 0): TermCounter {
  const counter = termCounter(wanted, hasWords);
  for (const document of documents) {
    counter.add({ document: read(document.bytes), label: document.label, content: { length: bytes } });
  }
  return counter;
}

describe("termCounter", () => {
  it.each(WANTED)("counts what counting the rows of a corpus gives: %o", (wanted) => {
    forAll(slowRuns(25), [corpora, fc.constantFrom(0, 1 << 24)], (documents, bytes) => {
      const data = readCorpus(documents, DEFAULT_SETTINGS);
      const counted = counterOf(documents, wanted, bytes).finish();
      const [occurrences, presences] = [false, true].map((binary) => classCounts(data, binary));
      expect(counted.labels).toEqual(data.labels);
      expect([...counted.vocabulary]).toEqual([...data.vocabulary]);
      expect(counted.documents).toEqual(occurrences.documents);
      expect(counted.occurrences).toEqual(wanted.occurrences ? occurrences.terms : undefined);
      expect(counted.presences).toEqual(wanted.presences ? presences.terms : undefined);
    });
  });

  it.each(WANTED)("counts a term of a class once, though one of its documents is not ASCII: %o", (wanted) => {
    const texts = ["same word", "the same café", "same"];
    const documents = texts.map((text, i) => ({ id: `${i}`, label: "a", bytes: Buffer.from(text) }));
    const { occurrences, presences } = counterOf(documents, wanted).finish();
    expect((occurrences ?? presences)?.values).toEqual(Float64Array.of(1, 3, 1, 1));
  });

  it("gives the same sums when parts are counted apart and merged, in any order", () => {
    const cut = fc.nat({ max: 12 });
    forAll(slowRuns(25), [corpora, cut, cut, fc.constantFrom(...WANTED)], (documents, a, b, wanted) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const parts = [documents.slice(from, to), documents.slice(0, from), documents.slice(to)];
      const merged = counterOf(parts[0], wanted);
      for (const part of parts.slice(1)) merged.append(counterOf(part, wanted).part());
      const [one, other] = [merged.finish(), counterOf(documents, wanted).finish()];
      expect([...one.vocabulary]).toEqual([...other.vocabulary]);
      expect({ ...one, vocabulary: undefined }).toEqual({ ...other, vocabulary: undefined });
    });
  });

  it("stops if the counts need more memory than they may have", () => {
    const counter = termCounter(WANTED[0], hasWords, 1_000_000);
    const addTo = (n: number) =>
      counter.add({ document: read(Buffer.from(`word${n}`)), label: "a", content: { length: 100 } });
    expect(() => {
      for (let n = 0; n < 20_000; n++) addTo(n);
    }).toThrow("the counts need more than 1.0 MB of memory: allow more, or use fewer kinds of terms");
  });

  it.each(WANTED)("sees whether a term tells the classes apart: %o", (wanted) => {
    const alike = (...texts: string[]) => {
      const documents = texts.map((text, i) => ({ id: `${i}`, label: i === 0 ? "a" : "b", bytes: Buffer.from(text) }));
      return areClassesAlike(counterOf(documents, wanted).finish());
    };
    expect([alike("cash prize", "prize cash"), alike("cash prize", "prize cash", "cash prize")]).toEqual([true, true]);
    expect([alike("cash prize", "cash"), alike("cash", "cash prize")]).toEqual([false, false]);
    expect(alike("cash prize", "prize cash", "cash other")).toBe(false);
  });

  it.each([WANTED[0], WANTED[1]])("counts more terms than it has room for at first: %o", (wanted) => {
    const terms = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => `t${from + i} `.repeat(1 + (i % 2))).join("");
    const documents = [
      { id: "1", label: "b", bytes: Buffer.from(terms(0, 40_000)) },
      { id: "2", label: "a", bytes: Buffer.from(terms(30_000, 70_000)) },
    ];
    const counted = counterOf(documents, wanted).finish();
    const expected = classCounts(readCorpus(documents, DEFAULT_SETTINGS), !wanted.occurrences).terms;
    expect(areSame(counted[wanted.occurrences ? "occurrences" : "presences"], expected)).toBe(true);
  });
});

/** Two large matrices: `toEqual` takes seconds. */
function areSame(a: SparseRows | undefined, b: SparseRows): boolean {
  return (["starts", "ids", "values"] as const).every(
    (name) => a?.[name].length === b[name].length && Array.from(b[name]).every((n, i) => n === a[name][i]),
  );
}
