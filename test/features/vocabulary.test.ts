import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { UNKNOWN, Vocabulary } from "../../src/features/vocabulary.js";
import { ByteTable } from "../../src/text/byte-table.js";
import { forAll, slowRuns } from "../helpers/arbitraries.js";
import { utf8 } from "../text/tokens.js";

const byBytes = (a: string, b: string) => Buffer.compare(utf8(a), utf8(b));

/** The oracle: the different terms in the order of their bytes, and a Map from each to its number. */
function sorted(terms: readonly string[]): { order: string[]; numbers: Map<string, number> } {
  const order = [...new Set(terms)].sort(byBytes);
  return { order, numbers: new Map(order.map((term, n) => [term, n])) };
}

/** Compares all that a vocabulary says with the oracle; each token is looked up twice. */
function expectVocabulary(vocabulary: Vocabulary, terms: readonly string[], others: readonly string[]): void {
  const { order, numbers } = sorted(terms);
  expect(vocabulary.size).toBe(order.length);
  expect([...vocabulary]).toEqual(order);
  const tokens = [...others, ...order, ...others, ...order];
  const found = tokens.map((token) => {
    const around = utf8(`ab${token}cd`);
    return [vocabulary.numberOf(token), vocabulary.find(around, 2, around.length - 2)];
  });
  expect(found).toEqual(tokens.map((token) => Array(2).fill(numbers.get(token) ?? UNKNOWN)));
  expect(order.map((_, n) => vocabulary.term(n))).toEqual(order);
}

function tableOf(terms: readonly string[]): ByteTable {
  const table = new ByteTable();
  for (const term of terms) table.add(utf8(term), 0, utf8(term).length);
  return table;
}

/** Many shared beginnings, some longer than the eight bytes that the sort looks at first, with NUL at ends. */
const term = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", "\0", "é", "漢", "😀", "｡"), maxLength: 14 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc.constantFrom("", "__proto__", "toString", "\ufeff", "\ufeffa", "aaaaaaaa", "aaaaaaaa\0", "aaaaaaaaa"),
);
const terms = fc.array(term, { maxLength: 40 });

describe("Vocabulary", () => {
  it("numbers terms as a Map over the terms sorted by their bytes, also when made from its contents", () => {
    forAll(slowRuns(120), [terms, terms], (terms, others) => {
      const { vocabulary, numbers } = Vocabulary.fromTable(tableOf(terms));
      expectVocabulary(vocabulary, terms, others);
      const added = [...new Set(terms)];
      expect(Array.from(numbers)).toEqual(added.map((term) => sorted(terms).numbers.get(term)));
      expectVocabulary(Vocabulary.of(terms), terms, others);
      const { pool, offsets } = vocabulary.contents();
      expectVocabulary(new Vocabulary(pool, offsets), terms, others);
      expectVocabulary(new Vocabulary(pool, offsets).inTable(), terms, others);
    });
  });

  it("has only the kept terms in a subset, renumbered in their order", () => {
    const choices = terms.chain((terms) => fc.tuple(fc.constant(terms), fc.subarray(sorted(terms).order)));
    forAll(slowRuns(120), [choices, terms, fc.boolean()], ([terms, kept], others, isSearched) => {
      const { numbers } = sorted(terms);
      const ids = Uint32Array.from(kept, (term) => numbers.get(term) ?? Number.NaN);
      expectVocabulary(Vocabulary.of(terms).subset(ids, isSearched), kept, [...terms, ...others]);
    });
  });

  it("still finds its terms after a million unknown tokens", () => {
    const known = ["alpha", "beta", "gamma"];
    const { pool, offsets } = Vocabulary.of(known).contents();
    const vocabulary = new Vocabulary(pool, offsets);
    const bytes = new Uint8Array(5);
    for (let i = 0; i < (1 << 20) + 1000; i++) {
      for (let digit = 0; digit < 5; digit++) bytes[digit] = 0x80 + ((i >> (5 * digit)) & 31);
      if (vocabulary.find(bytes, 0, 5) !== UNKNOWN) expect.unreachable(`token ${i} is no term`);
      if (i % 50_000 === 0) expect(known.map((term) => vocabulary.numberOf(term))).toEqual([0, 1, 2]);
    }
    expectVocabulary(vocabulary, known, ["delta"]);
  });

  it("forgets unknown tokens sooner if they are long", () => {
    const { pool, offsets } = Vocabulary.of(["alpha"]).contents();
    const vocabulary = new Vocabulary(pool, offsets);
    const add = vi.spyOn(ByteTable.prototype, "add");
    const token = new Uint8Array(1 << 16).fill(0x80);
    for (let i = 0; i < 600; i++) {
      token[0] = i & 0xff;
      token[1] = i >> 8;
      vocabulary.find(token, 0, token.length);
    }
    const tables = [...new Set(add.mock.contexts as ByteTable[])];
    add.mockRestore();
    expect(tables.map(({ byteSize }) => byteSize >> 16)).toEqual([513, 87]);
    expect(vocabulary.numberOf("alpha")).toBe(0);
  });
});
