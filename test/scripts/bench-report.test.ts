import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { comparison, kept, measurement, median, ratios, summary } from "../../scripts/bench/measurement.js";
import { agreement, sameEveryRound } from "../../scripts/bench/outcome.js";
import { amount, type BenchReport, benchText, spread } from "../../scripts/bench/report.js";
import { DataError } from "../../src/base/errors.js";

describe("statistics", () => {
  it("takes the middle value, or the mean of the two in the middle, and leaves the values in their order", () => {
    expect([[10, 9, 2], [4, 1, 3, 10], [7]].map(median)).toEqual([9, 3.5, 7]);
    const values = [3, 1, 2];
    expect(summary(values)).toEqual({ median: 2, min: 1, max: 3 });
    expect(values).toEqual([3, 1, 2]);
  });

  it("has as many values below the median as above it", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1e6 }), { minLength: 1 }), (values) => {
        const middle = median(values);
        const half = values.length / 2;
        expect(values.filter((value) => value < middle).length).toBeLessThanOrEqual(half);
        expect(values.filter((value) => value > middle).length).toBeLessThanOrEqual(half);
      }),
    );
  });

  it("compares round by round, so that a slow spell that hits both sides does not count", () => {
    expect(ratios([1, 30, 1], [2, 60, 2])).toEqual([0.5, 0.5, 0.5]);
    expect(comparison([1, 30, 2], "peer", [2, 60, 2], 0.4)).toEqual({
      to: "peer",
      ratio: { median: 0.5, min: 0.5, max: 1 },
      target: 0.4,
    });
  });

  it("keeps a target that is met exactly", () => {
    expect([kept(2.49, 2.5), kept(2.5, 2.5), kept(2.51, 2.5)]).toEqual([true, true, false]);
  });
});

describe("outcomes", () => {
  const outcome = { correct: 5821, total: 7532, vocabulary: 130107 };

  it("says that contestants did the same work, or that they did not", () => {
    expect(agreement("A", outcome, "B", { ...outcome })).toBe(
      "A and B did the same work: both got 5,821 of 7,532 right with a vocabulary of 130,107",
    );
    expect(agreement("A", outcome, "B", { ...outcome, vocabulary: 130106 })).toMatch(
      /^A and B did NOT do the same work/,
    );
    expect(agreement("A", outcome, "B", { ...outcome, correct: 5820 })).toContain("B 5,820 of 7,532");
  });

  it("refuses a contestant whose result changes from round to round", () => {
    expect(sameEveryRound("A", [outcome, { ...outcome }])).toEqual(outcome);
    expect(() => sameEveryRound("A", [outcome, { ...outcome, correct: 1 }])).toThrow(DataError);
  });
});

describe("the table", () => {
  it("writes amounts in the unit that suits them, and both ends of a spread in that of the median", () => {
    const times = [0.0221, 0.0999, 0.75, 2.5, 75].map((seconds) => amount("seconds", seconds));
    expect(times.join(", ")).toBe("22.1 ms, 99.9 ms, 750 ms, 2.50 s, 75.00 s");
    expect([850, 2_781_800, 191e6].map((bytes) => amount("bytes", bytes))).toEqual(["0.8 kB", "2.8 MB", "191.0 MB"]);
    expect(spread("seconds", { median: 0.9, min: 0.85, max: 1.234 })).toBe("850–1234");
    expect(spread("bytes", { median: 191e6, min: 99_000, max: 192e6 })).toBe("0.1–192.0");
  });

  it("has a line for each measurement and comparison, with the target and whether it is kept", () => {
    const mine = [1, 1.2, 1.1];
    const peer = [4, 4, 4];
    const words = [0.4, 0.4, 0.4];
    const report: BenchReport = {
      date: "2030-01-02T03:04:05.000Z",
      machine: {
        ...{ processor: "A Processor", cores: 2, memoryBytes: 8e9, system: "Linux 6.1" },
        ...{ node: "v20.19.0", load: 0.25 },
      },
      corpus: {
        train: { path: "news/train", documents: 1000, bytes: 2e6 },
        test: { path: "news/\u001b[31mtest", documents: 1, bytes: 2e3 },
      },
      options: {
        ...{ repeats: 3, encoding: "latin1", jobs: 2, tenfold: false, crossValidation: false },
        ...{ presets: false, neighbours: false, peers: true },
      },
      peers: { "scikit-learn": "1.2.1" },
      sections: [
        {
          title: "Train and test, a title much wider than the column below it",
          measurements: [
            measurement("thresher", "seconds", mine, {
              size: "1,001 documents",
              comparisons: [comparison(mine, "peer", peer, 0.35), comparison(mine, "words", words, 2.5)],
            }),
            measurement("  peak memory", "bytes", [181e6, 180.5e6, 182e6], { target: 180e6 }),
            measurement("peer", "seconds", peer, { rate: "9.0 MB/s" }),
          ],
        },
        { title: "Model file", measurements: [measurement("size", "bytes", [2_781_800], { target: 6e6 })] },
      ],
      checks: ["thresher and peer did the same work"],
      notes: ["A note."],
    };
    expect(benchText(report)).toMatchInlineSnapshot(`
      "2030-01-02T03:04:05.000Z, A Processor, 2 cores, 8 GB, Linux 6.1, Node.js v20.19.0, load 0.3 at the start
      train: news/train, 1,000 documents, 2.0 MB
      test: news/\\u001b[31mtest, 1 document, 2.0 kB
      options: repeats 3 after a round that does not count, encoding latin1, as text, 2 jobs
      scikit-learn: 1.2.1
      Contestants take turns; a ratio is the median of the ratios of the rounds. MB are millions of bytes.
      Targets are those that 20news-bydate should meet; they are shown for every corpus.

                       size               median      min–max      rate  ratio          min–max      target

      Train and test, a title much wider than the column below it
        thresher       1,001 documents    1.10 s    1.00–1.20            0.275 of peer  0.250–0.300  at most 0.35: kept
                                                                         2.75 of words  2.50–3.00    at most 2.5: MISSED
          peak memory                   181.0 MB  180.5–182.0                                        at most 180.0 MB: MISSED
        peer                              4.00 s    4.00–4.00  9.0 MB/s

      Model file
        size                              2.8 MB                                                     at most 6.0 MB: kept

      thresher and peer did the same work
      A note.
      "
    `);
  });
});
