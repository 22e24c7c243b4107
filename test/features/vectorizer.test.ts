import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { RowBuilder } from "../../src/features/row-builder.js";
import { type SelectionRules, selectTerms, termStatistics } from "../../src/features/selection.js";
import { matrixFromRows, type SparseMatrix } from "../../src/features/sparse-matrix.js";
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
  expect([x.rows, x.columns]).toEqual([rows.length, vocabulary.size]);
  expect([x.starts.length, x.ids.length, x.values.length]).toEqual([
    rows.length + 1,
    x.starts[x.rows],
    x.starts[x.rows],
  ]);
}

/** The terms that the rules keep, of all that the rows have. */
function kept(rows: readonly Map<string, number>[], rules: SelectionRules): string[] {
  const terms = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort(byBytes);
  const x = matrixFromRows(rows.map((row) => terms.map((term) => row.get(term) ?? 0)));
  return Array.from(selectTerms(termStatistics(x), rules), (term) => terms[term]);
}

function only(rows: readonly Map<string, number>[], terms: readonly string[]): Map<string, number>[] {
  return rows.map((row) => new Map([...row].filter(([term]) => terms.includes(term))));
}

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
    forAll(
      100,
      [
        fc.array(
          fc.oneof(
            document.map((tokens) => tokens.join(" ")),
            fc.string({ unit: "grapheme" }),
          ),
          { maxLength: 8 },
        ),
      ],
      (texts) => {
        const rows = counted(texts.map((text) => tokensOf(tokenizer(), text)));
        const { vocabulary, x } = countVectorizer().fit(texts);
        expect([...vocabulary]).toEqual([...new Set(rows.flatMap((row) => [...row.keys()]))].sort(byBytes));
        expectRows(x, vocabulary, rows);
      },
    );
  });

  it("transforms new texts over the vocabulary, and ignores what is not in it", () => {
    forAll(100, [corpus, corpus], (training, others) => {
      const vectorizer = countVectorizer({ tokenizer: lines });
      const join = (documents: string[][]) => documents.map((tokens) => tokens.join("\n"));
      const { vocabulary } = vectorizer.fit(join(training));
      const x = vectorizer.transform(join(others), vocabulary);
      expectRows(x, vocabulary, only(counted(others), [...vocabulary]));
    });
  });

  it("keeps only the terms that the rules keep", () => {
    forAll(400, [corpus, rules], (documents, rules) => {
      const rows = counted(documents);
      const texts = documents.map((tokens) => tokens.join("\n"));
      const { vocabulary, x } = countVectorizer({ tokenizer: lines, ...rules }).fit(texts);
      expect([...vocabulary]).toEqual(kept(rows, rules));
      expectRows(x, vocabulary, only(rows, [...vocabulary]));
    });
  });

  it("gives an empty matrix for no texts, and empty rows for empty texts", () => {
    const none = countVectorizer().fit([]);
    expect([none.x.rows, none.x.columns, none.vocabulary.size]).toEqual([0, 0, 0]);
    const empty = countVectorizer().fit(["", " \n", "a"]);
    expect([empty.x.rows, empty.x.columns]).toEqual([3, 0]);
    expect(empty.x.starts).toEqual(new Uint32Array(4));
  });

  it("counts more rows, terms and entries than it first has room for", () => {
    const documents = Array.from({ length: 2500 }, (_, d) =>
      Array.from({ length: 12 }, (_, i) => `w${(d * 31 + i * i * 7) % 9000}`),
    );
    const { vocabulary, x } = countVectorizer().fit(documents.map((tokens) => tokens.join(" ")));
    expectRows(x, vocabulary, counted(documents));
    expect(
      countVectorizer().transform(
        documents.map((tokens) => tokens.join(" ")),
        vocabulary,
      ),
    ).toEqual(x);
  });
});

describe("bernoulliVectorizer", () => {
  it("has a 1 where the count vectorizer has a count, and selects by the counts", () => {
    forAll(200, [corpus, corpus, rules], (training, others, rules) => {
      const join = (documents: string[][]) => documents.map((tokens) => tokens.join("\n"));
      const presence = (rows: Map<string, number>[]) => rows.map((row) => new Map([...row].map(([term]) => [term, 1])));
      const rows = counted(training);
      const vectorizer = bernoulliVectorizer({ tokenizer: lines, ...rules });
      const { vocabulary, x } = vectorizer.fit(join(training));
      const terms = [...vocabulary];
      expect(terms).toEqual(kept(rows, rules));
      expectRows(x, vocabulary, presence(only(rows, terms)));
      expectRows(vectorizer.transform(join(others), vocabulary), vocabulary, presence(only(counted(others), terms)));
    });
  });
});

describe("RowBuilder", () => {
  const add = (rows: RowBuilder, documents: readonly string[][]) => {
    for (const tokens of documents) rows.add({ tokens: (sink) => lines(utf8(tokens.join("\n")), sink) });
  };
  /** A copy: what a builder gives is memory that it writes to again. */
  const copied = (x: SparseMatrix) => structuredClone(x);

  it("gives the same for appended shards as for one pass, wherever the corpus is cut", () => {
    forAll(200, [corpus, fc.array(corpus, { maxLength: 3 })], (first, others) => {
      const whole = new RowBuilder(new ByteTable());
      add(whole, [...first, ...others.flat()]);
      const parts = new RowBuilder(new ByteTable());
      add(parts, first);
      for (const documents of others) {
        const shard = new RowBuilder(new ByteTable());
        add(shard, documents);
        parts.append(shard.finishCounted());
      }
      const a = whole.finishSorted();
      const b = parts.finishSorted();
      expect([...b.vocabulary]).toEqual([...a.vocabulary]);
      expect(copied(b.x)).toEqual(copied(a.x));
    });
  });

  it("ignores terms of appended shards that its vocabulary lacks", () => {
    forAll(100, [corpus, corpus, corpus, fc.subarray(WORDS)], (first, shard, last, terms) => {
      const vocabulary = Vocabulary.of(terms);
      const counts = new RowBuilder(new ByteTable());
      add(counts, shard);
      const rows = new RowBuilder(vocabulary);
      add(rows, first);
      rows.append(counts.finishCounted());
      add(rows, last);
      expectRows(rows.finish(vocabulary.size), vocabulary, only(counted([...first, ...shard, ...last]), terms));
    });
  });
});
