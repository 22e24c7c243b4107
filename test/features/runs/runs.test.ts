import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { encodeRun } from "../../../src/features/runs/encode-run.js";
import { MAX_OPEN, withMergedRuns } from "../../../src/features/runs/merge-runs.js";
import { RunReader } from "../../../src/features/runs/run-reader.js";
import { TermCounts, type TermCursor } from "../../../src/features/runs/term-cursor.js";
import { temporaryFolder } from "../../helpers/folder.js";

const CLASSES = 4;

/** Of each term: per class a value and a presence. */
type Run = ReadonlyMap<string, ReadonlyMap<number, readonly [value: number, presence: number]>>;

/** A run as a cursor: the terms in the order of their bytes. */
function cursorOf(run: Run): TermCursor {
  const terms = [...run].map(([text, counts]) => ({ bytes: Buffer.from(text), counts }));
  terms.sort((a, b) => Buffer.compare(a.bytes, b.bytes));
  const term = new TermCounts();
  let at = 0;
  return {
    term,
    next() {
      const next = terms.at(at++);
      if (at > terms.length || next === undefined) return false;
      term.setTerm(next.bytes, 0, next.bytes.length);
      term.size = 0;
      for (const [label, [value, presence]] of [...next.counts].sort(([a], [b]) => a - b)) {
        term.push(label, value, presence);
      }
      return true;
    },
  };
}

function contentsOf(cursor: TermCursor): Run {
  const run = new Map<string, Map<number, [number, number]>>();
  while (cursor.next()) {
    const { bytes, length, size, classes, values, presence } = cursor.term;
    const counts = Array.from({ length: size }, (_, i) => [classes[i], [values[i], presence[i]]] as const);
    run.set(Buffer.from(bytes.subarray(0, length)).toString(), new Map(counts as [number, [number, number]][]));
  }
  return run;
}

const RUNS = fc
  .dictionary(
    fc.string({ unit: "grapheme", maxLength: 5 }),
    fc.array(fc.tuple(fc.nat(CLASSES - 1), fc.integer({ min: 1, max: 2 ** 40 }), fc.integer({ min: 1, max: 300 })), {
      minLength: 1,
      maxLength: 4,
    }),
    { maxKeys: 12 },
  )
  .map(
    (terms): Run =>
      new Map(Object.entries(terms).map(([text, all]) => [text, new Map(all.map(([c, v, p]) => [c, [v, p]]))])),
  );

function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryFolder(), "a.run");
  writeFileSync(path, bytes);
  return path;
}

function bytesOf(run: Run): Buffer {
  return Buffer.concat([...encodeRun({ shard: 3 }, true, CLASSES, cursorOf(run))]);
}

describe("a run in a file", () => {
  it("gives back its header and its terms in the order of their bytes", () => {
    fc.assert(
      fc.property(RUNS, (run) => {
        const reader = new RunReader(fileOf(bytesOf(run)));
        expect(reader.header).toEqual({ shard: 3, hasPresence: true, classes: CLASSES });
        const read = contentsOf(reader);
        expect(read).toEqual(run);
        const order = [...read.keys()].map((term) => Buffer.from(term));
        expect(order).toEqual([...order].sort(Buffer.compare));
      }),
      { numRuns: 40 },
    );
  });

  it("is larger than one piece", () => {
    const run: Run = new Map(Array.from({ length: 20_000 }, (_, i) => [`term${i}`, new Map([[i % 4, [i + 1, 1]]])]));
    const bytes = bytesOf(run);
    expect(bytes.length).toBeGreaterThan(100_000);
    expect(contentsOf(new RunReader(fileOf(bytes)))).toEqual(run);
  });

  it("is refused with one line if any byte is missing, more or different", () => {
    const terms: [string, Map<number, readonly [number, number]>][] = [
      ["cash", new Map([[1, [300, 2]]])],
      ["cat", new Map([[0, [7, 7]]])],
    ];
    const bytes = bytesOf(new Map(terms));
    const faultOf = (altered: Uint8Array) => {
      const path = fileOf(altered);
      try {
        new RunReader(path).check();
        return "none";
      } catch (error) {
        return (error as Error).message.replace(path, "FILE");
      }
    };
    for (let size = 0; size < bytes.length; size++) {
      expect(faultOf(bytes.subarray(0, size))).toMatch(/cut short|not a file of counts|altered|header/);
    }
    for (let at = 0; at < bytes.length; at++) {
      const altered = Buffer.from(bytes);
      altered[at] ^= 1 + (at % 255);
      expect(faultOf(altered)).toMatch(/^FILE: [^\n]+$/);
    }
    expect(faultOf(Buffer.concat([bytes, Buffer.of(0)]))).toContain("altered");
    expect(faultOf(Buffer.from("thresher run 9\n{}\n"))).toContain("format 9");
  });
});

describe("merged runs", () => {
  it("are the sums of all, also in tiers, and leave no temporary files", () => {
    const temporary = temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    fc.assert(
      fc.property(fc.array(RUNS, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, 40), (runs, times) => {
        const folder = temporaryFolder();
        const paths = Array.from({ length: runs.length * times }, (_, i) => join(folder, `${i}.run`));
        for (const [i, path] of paths.entries()) {
          writeFileSync(path, bytesOf(runs[i % runs.length]));
        }
        const sums = new Map<string, Map<number, [number, number]>>();
        for (const [text, counts] of runs.flatMap((run) => [...run])) {
          const sum = sums.get(text) ?? new Map<number, [number, number]>();
          sums.set(text, sum);
          for (const [c, [value, presence]] of counts) {
            const [v, p] = sum.get(c) ?? [0, 0];
            sum.set(c, [v + times * value, p + times * presence]);
          }
        }
        const options = { hasPresence: true, classes: CLASSES };
        expect(withMergedRuns(paths, options, contentsOf)).toEqual(sums);
      }),
      {
        numRuns: 6,
        examples: [[Array.from({ length: 3 }, () => new Map([["a", new Map([[2, [1, 1] as const]])]])), 40]],
      },
    );
    expect(3 * 40).toBeGreaterThan(MAX_OPEN);
    expect(readdirSync(temporary)).toEqual([]);
    vi.unstubAllEnvs();
  });
});
