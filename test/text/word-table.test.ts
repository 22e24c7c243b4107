import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS } from "../../src/model/settings.js";
import { ByteTable } from "../../src/text/byte-table.js";
import type { TermTable, TextPiece, WordFinder, WordTexts } from "../../src/text/term-table.js";
import { WordTable } from "../../src/text/word-table.js";
import type { TermSettings } from "../../src/text/words/term-settings.js";
import { textRules, termsOf as tokenizerOf } from "../../src/text/words/terms.js";
import { EXAMPLES, slowRuns } from "../helpers/arbitraries.js";

function newTable(): WordTable {
  const table = WordTable.create();
  if (table === undefined) throw new Error("no WebAssembly");
  return table;
}

const termsOf = (table: TermTable) => {
  const { pool, offsets } = table.contents();
  return Array.from({ length: table.size }, (_, id) =>
    Buffer.from(pool.slice(offsets[id], offsets[id + 1])).toString(),
  );
};

/** Counts texts. Returns each term with its count, or undefined if the table cannot read the texts. */
function counted(finder: WordFinder, texts: WordTexts): [id: number, count: number][] | undefined {
  if (!finder.countWords(texts)) return undefined;
  const [ids, counts] = [new Uint32Array(finder.counted), new Uint32Array(finder.counted)];
  finder.take(ids, counts, 0);
  return Array.from(ids, (id, i) => [id, counts[i]]);
}

/** One text of which the words of these lengths count. */
const plain = (text: string | Uint8Array, lengths: readonly [number, number]): WordTexts => ({
  pieces: [{ field: "", text: Buffer.from(text) }],
  rules: { lengths },
});

const lengths = fc.constantFrom([1, 1000] as const, [2, 256] as const, [3, 9] as const, [8, 8] as const);

const SETTINGS: TermSettings = { ...DEFAULT_SETTINGS, tokens: "inner", tokenLength: [1, 256], ngrams: [1, 2] };

const settings = fc
  .record({
    tokenLength: lengths,
    ngrams: fc.constantFrom([1, 1] as const, [1, 2] as const),
    ngramBytes: fc.constantFrom(undefined, 20),
    wordRules: fc.constantFrom(2 as const, 3 as const),
    segment: fc.boolean(),
  })
  .map((some): TermSettings => ({ ...SETTINGS, ...some }));

/** Letters, joints and breaks; characters that the kernel knows; and some that it does not. */
const units = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(..."aZ01_  \n..''@-:^~") },
  { weight: 2, arbitrary: fc.constantFrom(..."\u00a0éÉßÿµ×÷¨²\u00ad’–…«") },
  fc.constantFrom(..."Σςİſ\u0301\u0338\u200d\u2028Ж語ดีＡ", "😀"),
);
const manyTexts = fc
  .oneof(
    fc.string({ unit: units, maxLength: 60 }),
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.constantFrom("x".repeat(300), `${"é".repeat(9)}.${"b.".repeat(200)}`, "a.".repeat(2500), `é${"a".repeat(5000)}`),
  )
  .map((text) => Buffer.from(text));
const pieces: fc.Arbitrary<TextPiece> = fc.record({
  field: fc.constantFrom("", "subject", "x-ß", "f".repeat(84)),
  text: manyTexts,
  terms: fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 20 }), { maxLength: 2 }),
});

describe("WordTable", () => {
  it("finds and counts the words, pairs and wholes that the tokenizer finds, with their fields", () => {
    fc.assert(
      fc.property(fc.array(pieces), settings, fc.integer({ min: 1, max: 5 }), (pieces, settings, ngramWords) => {
        const rules = textRules(settings, ngramWords);
        if (rules === undefined) throw new Error("no rules");
        const [table, other] = [newTable(), new ByteTable()];
        const counts = new Map<number, number>();
        const count = (term: Buffer) => {
          const id = other.add(term, 0, term.length);
          counts.set(id, (counts.get(id) ?? 0) + 1);
        };
        const tokens = tokenizerOf(settings, ngramWords);
        for (const { field, text, terms = [] } of pieces) {
          const prefix = Buffer.from(field && `${field}:`);
          if (text !== undefined) {
            tokens(text, (bytes, start, end) => count(Buffer.concat([prefix, bytes.subarray(start, end)])));
          }
          for (const term of terms) count(Buffer.concat([prefix, Buffer.from(term)]));
        }
        expect(counted(table.finder(), { pieces, rules })).toEqual([...counts]);
        expect(termsOf(table)).toEqual(termsOf(other));
      }),
      { ...EXAMPLES, numRuns: slowRuns(80) },
    );
  });

  it("maps bytes of any length to the ids that ByteTable gives, and finds no others", () => {
    const terms = fc.array(
      fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ min: 97, max: 98, maxLength: 9 })),
    );
    fc.assert(
      fc.property(terms, terms, (added, others) => {
        const [table, plain] = [newTable(), new ByteTable()];
        for (const bytes of added) expect(table.add(bytes, 0, bytes.length)).toBe(plain.add(bytes, 0, bytes.length));
        for (const bytes of [...added, ...others]) {
          expect(table.find(bytes, 0, bytes.length)).toBe(plain.find(bytes, 0, bytes.length));
        }
        expect(table.size).toBe(plain.size);
        expect(table.byteSize).toBe(plain.byteSize);
      }),
      { ...EXAMPLES, numRuns: slowRuns(50) },
    );
  });

  it("gives many terms at once the ids that it gives each", () => {
    const terms = [...Array.from({ length: 40_000 }, (_, i) => `w${i % 30_000}`), "", "z".repeat(140_000), "w1"];
    const pool = Buffer.from(terms.join(""));
    const offsets = new Uint32Array(terms.length + 1);
    for (const [i, term] of terms.entries()) offsets[i + 1] = offsets[i] + term.length;
    const [table, plain] = [newTable(), new ByteTable()];
    expect(table.findAll(pool, offsets).every((id) => id === -1)).toBe(true);
    expect(table.addAll(pool, offsets).join()).toBe(plain.addAll(pool, offsets).join());
    expect(table.findAll(pool, offsets).join()).toBe(plain.findAll(pool, offsets).join());
    expect(termsOf(table).join()).toBe(termsOf(plain).join());
  });

  it("takes different terms at once, as if they were added one by one", () => {
    const words = Array.from({ length: 150_000 }, (_, i) => `${i}`.padEnd(1 + (i % 30), "x"));
    const terms = [...new Set(["", ...words])];
    const pool = Buffer.from(terms.join(""));
    const offsets = new Uint32Array(terms.length + 1);
    for (const [i, term] of terms.entries()) offsets[i + 1] = offsets[i] + term.length;
    const table = WordTable.of(pool, offsets);
    expect(table?.findAll(pool, offsets).every((id, i) => id === i)).toBe(true);
    expect(["y", "149999", words[77]].map((term) => table?.find(Buffer.from(term), 0, term.length))).toEqual([
      ...[-1, terms.indexOf("149999"), terms.indexOf(words[77])],
    ]);
    expect(table?.add(Buffer.from("new"), 0, 3)).toBe(terms.length);
    expect(WordTable.of(pool, Uint32Array.of(0, 2, 1, pool.length))).toBeUndefined();
  });

  it("grows with its terms and their bytes, and keeps all counts", () => {
    const table = newTable();
    const counts = new Map<number, number>();
    const long = "y".repeat(900);
    for (let part = 0; part < 14; part++) {
      const words = Array.from({ length: 10_000 }, (_, i) => `term_number_${part * 10_000 + i} common`);
      for (const [id, count] of counted(table.finder(), plain(`${words.join(" ")} ${long}${part}`, [2, 1000])) ?? []) {
        counts.set(id, count + (counts.get(id) ?? 0));
      }
    }
    expect(table.size).toBe(140_000 + 1 + 14);
    const idOf = (word: string) => table.find(Buffer.from(word), 0, word.length);
    const words = ["term_number_0", "term_number_139999", `${long}7`, "common"];
    expect(words.map((word) => counts.get(idOf(word)))).toEqual([1, 1, 1, 140_000]);
    expect(idOf("term_number_140000")).toBe(-1);
    expect(counts.size).toBe(table.size);
  });

  it("counts known words only, if no others are to be added", () => {
    const table = newTable();
    counted(table.finder(), plain("known words", [2, 256]));
    expect(counted(table.finder(Int32Array.of(0, 1)), plain("Words, unknown; words", [2, 256]))).toEqual([[1, 2]]);
    expect(table.size).toBe(2);
  });

  it("leaves texts that are not ASCII, or very long, to others", () => {
    const table = newTable();
    expect(counted(table.finder(), plain("é", [2, 256]))).toBeUndefined();
    expect(counted(table.finder(), plain(Buffer.alloc(300_000, "a "), [2, 256]))).toBeUndefined();
    expect(table.size).toBe(0);
  });
});
