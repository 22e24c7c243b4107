import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DataError } from "../../src/base/errors.js";
import { sealBuckets, termBuckets } from "../../src/features/term-buckets.js";
import { TermLookup } from "../../src/features/term-lookup.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { EXAMPLES } from "../helpers/arbitraries.js";

const CLASSES = 200;
const CONTEXT = 12345;

const value = fc.oneof(fc.nat(300), fc.nat(), fc.constantFrom(2 ** 31 - 2, 2 ** 31 - 1, 2 ** 40, 0.5, 1e-300));
const row = fc.uniqueArray(fc.tuple(fc.nat(CLASSES - 1), value), { selector: ([label]) => label, maxLength: 4 });
const counted = fc.dictionary(fc.string({ unit: "binary", minLength: 1 }), row, { maxKeys: 60 });

/** Where buckets begin, of whoever reads it a bucket at a time. */
function distant(starts: Uint32Array) {
  const readStarts = (b: number, into: Uint32Array) => into.set(starts.subarray(b, b + into.length));
  return { count: starts.length - 1, words: starts[starts.length - 1], readStarts };
}

/** Terms and their counts, classes ascending, as buckets; `reads` counts what was read. */
function laidOut(
  terms: Readonly<Record<string, readonly (readonly [number, number])[]>>,
  extra: readonly string[] = [],
) {
  const vocabulary = Vocabulary.of([...Object.keys(terms), ...extra]);
  const rows = Array.from(vocabulary, (term) => [...(terms[term] ?? [])].sort(([a], [b]) => a - b));
  const starts = new Uint32Array(rows.length + 1);
  for (const [n, entries] of rows.entries()) starts[n + 1] = starts[n] + entries.length;
  const [ids, values] = [0, 1].map((part) => rows.flat().map((entry) => entry[part]));
  const { buckets, ...others } = termBuckets(vocabulary, {
    rows: rows.length,
    columns: CLASSES,
    starts,
    ids,
    values,
  });
  sealBuckets({ buckets, starts: others.starts }, CONTEXT);
  let reads = 0;
  const read = (from: number, into: Uint32Array) => {
    reads++;
    into.set(buckets.subarray(from, from + into.length));
  };
  const source = {
    ...distant(others.starts),
    seed: others.seed,
    size: vocabulary.size,
    classes: CLASSES,
    context: CONTEXT,
    read,
  };
  return { source, buckets, starts: others.starts, vocabulary, rows, reads: () => reads };
}

function find(lookup: TermLookup, term: string): number {
  const bytes = Buffer.from(` ${term}`);
  return lookup.find(bytes, 1, bytes.length);
}

describe("TermLookup", () => {
  it("finds the terms that a vocabulary has, with their counts, in the order in which they are asked for", () => {
    fc.assert(
      fc.property(counted, fc.array(fc.string({ unit: "binary" })), (terms, others) => {
        const { source, vocabulary, rows } = laidOut(terms);
        const lookup = new TermLookup(source);
        const asked = [...others, ...[...vocabulary].reverse(), ...others];
        const found: number[] = [];
        for (const term of asked) {
          const n = vocabulary.numberOf(term);
          if (n >= 0 && !found.includes(n)) found.push(n);
          expect(find(lookup, term)).toBe(found.indexOf(n));
        }
        const { starts, ids, values, ...size } = lookup.rows();
        expect(size).toEqual({ rows: found.length, columns: CLASSES });
        const back = found.map((_, i) =>
          Array.from({ length: starts[i + 1] - starts[i] }, (_, j) => [ids[starts[i] + j], values[starts[i] + j]]),
        );
        expect(back).toEqual(found.map((n) => rows[n]));
      }),
      EXAMPLES,
    );
  });

  it("refuses changed buckets, changed starts and another context", () => {
    const terms = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`term${i}`, [[i, i] as const]]));
    const { source, buckets, starts: written } = laidOut(terms);
    const all = (changed: Partial<typeof source> = {}) => {
      const lookup = new TermLookup({ ...source, ...changed });
      return Object.keys(terms).every((term) => find(lookup, term) >= 0);
    };
    expect(all()).toBe(true);
    for (let at = 0; at < buckets.length; at++) {
      buckets[at] ^= 0x100;
      expect(() => all(), `word ${at}`).toThrow(DataError);
      buckets[at] ^= 0x100;
    }
    for (let b = 0; b < written.length; b++) {
      for (const by of [-1, 1, 2 ** 20]) {
        const starts = Uint32Array.from(written);
        starts[b] += by;
        expect(() => all(distant(starts)), `bucket ${b}`).toThrow(DataError);
      }
    }
    expect(() => all({ context: CONTEXT + 1 })).toThrow(DataError);
  });

  it("reads no bucket of an impossible size", () => {
    const { source, reads } = laidOut({ one: [[5, 1]] });
    const lookup = new TermLookup({ ...source, ...distant(Uint32Array.of(0, 2 ** 30)) });
    expect(() => find(lookup, "one")).toThrow(DataError);
    expect(reads()).toBe(0);
  });

  it("refuses counts of unknown classes even if the check fits", () => {
    const { source } = laidOut({ one: [[5, 1]] });
    expect(() => find(new TermLookup({ ...source, classes: 5 }), "one")).toThrow(DataError);
  });

  it("reads each term once, and keeps its number however many are asked for", () => {
    const extra = Array.from({ length: 5000 }, (_, i) => `word${i}`);
    const { source, reads } = laidOut({ here: [[1, 2]] }, extra);
    const lookup = new TermLookup(source);
    expect(find(lookup, "here")).toBe(0);
    expect(find(lookup, "here")).toBe(0);
    expect(reads()).toBe(1);
    for (let i = 0; i < 70_000; i++) find(lookup, `other${i}`);
    expect(find(lookup, "here")).toBe(0);
  });
});
