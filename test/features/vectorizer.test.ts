import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowBuilder } from "../../src/features/row-builder.js";
import { type SelectionRules, selectTerms, termStatistics } from "../../src/features/selection.js";
import { binarized, type SparseMatrix } from "../../src/features/sparse-matrix.js";
import { bernoulliVectorizer, countVectorizer } from "../../src/features/vectorizer.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { ByteTable } from "../../src/text/byte-table.js";
import { tokenizer } from "../../src/text/words/terms.js";
import { forAll } from "../helpers/arbitraries.js";
import { lines, tokensOf, utf8 } from "../text/tokens.js";
import { entries } from "./dense.js";

const byBytes = (a: string, b: string) => Buffer.compare(utf8(a), utf8(b));

/** The oracle: a Map for each document from token to count, in the order of first occurrence. */
function counted(documents: readonly (readonly string[])[]): Map<string, number>[] {
  return documents.map((tokens) => {
    const counts = new Map<string, number>();
    for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
    return counts;
  });
}

/** The rows as lists of term and count, in the order stored. */
function named(x: SparseMatrix, vocabulary: Vocabulary): [string, number][][] {
  return entries(x).map((row) => row.map(([id, value]) => [vocabulary.term(id), value]));
}

function expectRows(x: SparseMatrix, vocabulary: Vocabulary, rows: readonly Map<string, number>[]): void {
  expect(named(x, vocabulary)).toEqual(rows.map((row) => [...row]));
  const size = x.starts[x.rows];
  const lengths = [x.columns, x.starts.length, x.ids.length, x.values.length];
  expect(lengths).toEqual([vocabulary.size, rows.length + 1, size, size]);
}

function only(rows: readonly Map<string, number>[], terms: readonly string[]): Map<string, number>[] {
  return rows.map((row) => new Map([...row].filter(([term]) => terms.includes(term))));
}

const joined = (documents: readonly (readonly string[])[]) => documents.map((tokens) => tokens.join("\n"));

const WORDS = "the cat Cat sat é naïve 漢字 constructor __proto__ hasOwnProperty zz x".split(" ");
const document = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 });
const corpus = fc.array(document, { maxLength: 8 });
const rules: fc.Arbitrary<SelectionRules> = fc.record(
  {
    minCount: fc.nat(4),
    minDocuments: fc.nat(3),
    maxDocumentShare: fc.constantFrom(0.25, 0.5, 0.75, 1),
    dropTop: fc.nat(3),
    maxTerms: fc.integer({ min: 1, max: 6 }),
  },
  { requiredKeys: [] },
);

describe("countVectorizer", () => {
  it("counts the tokens of each text as a Map does, in the order in which they first occur", () => {
    const text = fc.oneof(
      document.map((tokens) => tokens.join(" ")),
      fc.string({ unit: "grapheme" }),
    );
    forAll(100, [fc.array(text, { maxLength: 8 })], (texts) => {
      const rows = counted(texts.map((text) => tokensOf(tokenizer(), text)));
      const { vocabulary, x } = countVectorizer().fit(texts);
      expect([...vocabulary]).toEqual([...new Set(rows.flatMap((row) => [...row.keys()]))].sort(byBytes));
      expectRows(x, vocabulary, rows);
    });
  });

  it("keeps only the terms that the rules keep, and ignores all others in new texts", () => {
    forAll(400, [corpus, corpus, rules], (documents, others, rules) => {
      const vectorizer = countVectorizer({ tokenizer: lines, ...rules });
      const all = countVectorizer({ tokenizer: lines }).fit(joined(documents));
      const { vocabulary, x } = vectorizer.fit(joined(documents));
      const kept = Array.from(selectTerms(termStatistics(all.x), rules), (term) => all.vocabulary.term(term));
      expect([...vocabulary]).toEqual(kept);
      expectRows(x, vocabulary, only(counted(documents), kept));
      expectRows(vectorizer.transform(joined(others), vocabulary), vocabulary, only(counted(others), kept));
    });
  });

  it("counts more rows, terms and entries than it first has room for", () => {
    const documents = Array.from({ length: 2500 }, (_, d) =>
      Array.from({ length: 12 }, (_, i) => `w${(d * 31 + i * i * 7) % 9000}`),
    );
    const texts = documents.map((tokens) => tokens.join(" "));
    const { vocabulary, x } = countVectorizer().fit(texts);
    expectRows(x, vocabulary, counted(documents));
    expect(countVectorizer().transform(texts, vocabulary)).toEqual(x);
  });
});

describe("bernoulliVectorizer", () => {
  it("has a 1 where the count vectorizer has a count, and selects by the counts", () => {
    forAll(200, [corpus, corpus, rules], (training, others, rules) => {
      const [counts, presences] = [countVectorizer, bernoulliVectorizer].map((make) => {
        const vectorizer = make({ tokenizer: lines, ...rules });
        const { vocabulary, x } = vectorizer.fit(joined(training));
        return { terms: [...vocabulary], x, other: vectorizer.transform(joined(others), vocabulary) };
      });
      const expected = { terms: counts.terms, x: binarized(counts.x), other: binarized(counts.other) };
      expect(presences).toEqual(expected);
    });
  });
});

describe("RowBuilder", () => {
  const rowsOf = (documents: readonly string[][], rows = new RowBuilder(new ByteTable())) => {
    for (const text of joined(documents)) rows.add({ tokens: (sink) => lines(utf8(text), sink) });
    return rows;
  };

  it("gives the same for appended shards as for one pass, wherever the corpus is cut", () => {
    forAll(200, [corpus, fc.array(corpus, { maxLength: 3 })], (first, others) => {
      const parts = rowsOf(first);
      for (const documents of others) parts.append(rowsOf(documents).finishCounted());
      const [a, b] = [rowsOf([...first, ...others.flat()]).finishSorted(), parts.finishSorted()];
      expect([...b.vocabulary]).toEqual([...a.vocabulary]);
      expect(b.x).toEqual(a.x);
    });
  });

  it("ignores terms of appended shards that its vocabulary lacks", () => {
    forAll(100, [corpus, corpus, corpus, fc.subarray(WORDS)], (first, shard, last, terms) => {
      const vocabulary = Vocabulary.of(terms);
      const rows = rowsOf(first, new RowBuilder(vocabulary));
      rows.append(rowsOf(shard).finishCounted());
      rowsOf(last, rows);
      expectRows(rows.finish(vocabulary.size), vocabulary, only(counted([...first, ...shard, ...last]), terms));
    });
  });
});
