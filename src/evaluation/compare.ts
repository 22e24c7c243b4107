import { type Bootstrap, type BootstrapOptions, bootstrapMean } from "./bootstrap.js";
import { type CorrectedTTest, correctedTTest } from "./corrected-t-test.js";
import type { Interval } from "./intervals.js";
import { type McNemar, mcNemar } from "./mcnemar.js";
import { mean } from "./mean.js";
import { type Pair, pairResults, type TestedDocument } from "./pairing.js";

/** What a classifier said of test documents, as an evaluation gives it. */
export interface TestResults {
  readonly predictions: readonly TestedDocument[];
  /** Of the first run. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Whether the runs are resamplings of one corpus, as for `evaluate`. Default true. */
  readonly resampled?: boolean | undefined;
}

/** Of one class, the share of tests that each found: its recall. */
export interface ClassDifference {
  readonly label: string;
  /** How often a document of the class was tested. */
  readonly tests: number;
  /** Recall of A, and of B. */
  readonly a: number;
  readonly b: number;
  /** b - a. */
  readonly difference: number;
  /** Tests that only one of them got right. */
  readonly onlyA: number;
  readonly onlyB: number;
}

/** A document of which A and B say different things. */
export interface Disagreement {
  readonly id: string;
  readonly actual: string;
  /** What A says, and what B says. */
  readonly a: string;
  readonly b: string;
  /** In how many runs they say that. */
  readonly times: number;
}

/** Which test gave the interval that decides. */
export type DecidingTest = "bootstrap" | "t-test";

/** Whether two classifiers that were tested on the same documents differ. All differences are B's accuracy minus A's. */
export interface Comparison {
  /** The better one, or `"none"`: no difference is shown. */
  readonly verdict: "A" | "B" | "none";
  /** Mean over the runs; of runs that are no resamplings, over all their documents. */
  readonly difference: number;
  /** 95 %, by the test that decides. */
  readonly interval: Interval;
  readonly decidedBy: DecidingTest;
  /** As `difference`. */
  readonly accuracy: { readonly a: number; readonly b: number };
  readonly runs: number;
  /** How many documents were tested, each counted once. */
  readonly documents: number;
  /** Tests, a document in a run, by who is right. */
  readonly tests: {
    readonly both: number;
    readonly onlyA: number;
    readonly onlyB: number;
    readonly neither: number;
  };
  /** Each document counted once: for the one that is right about it in more runs. */
  readonly mcNemar: McNemar;
  /** Over documents, each with all its tests. */
  readonly bootstrap: Bootstrap;
  /** Of several runs that are resamplings; undefined where t is. */
  readonly tTest: CorrectedTTest | undefined;
  /** The classes to which it matters most come first. */
  readonly perClass: readonly ClassDifference[];
  /** Those that the better one got right come first, then those of the other one, then those that neither did. */
  readonly disagreements: readonly Disagreement[];
}

/** A difference counts if chance would make one as large less often than this. */
const LEVEL = 0.05;

/**
 * Compares two classifiers on the same documents.
 *
 * One is better only if the 95 % interval of the difference in accuracy excludes 0. With
 * several runs that is the interval of the corrected resampled t-test. With one run, with
 * runs of one document each or that are no resamplings, and where t is undefined since every
 * run differs by the same, it is that of the paired bootstrap; then McNemar's exact p has to be below .05 as well,
 * because the percentiles of a bootstrap are too sure of themselves where A and B rarely
 * differ.
 *
 * @param a what the first classifier said
 * @param b what the second one said, of the same documents in the same runs
 * @throws DataError if the documents, their classes or the runs are not the same.
 */
export function compare(a: TestResults, b: TestResults, options: BootstrapOptions = {}): Comparison {
  const pairs = pairResults(a.predictions, b.predictions);
  const perRun = [...talliesBy(pairs, ({ run }) => run).values()];
  const perDocument = [...talliesBy(pairs, ({ id }) => id).values()];
  const resampled = (a.resampled ?? true) && (b.resampled ?? true);
  const meanOverRuns = (right: (run: Tally) => number) =>
    mean(
      perRun.map((run) => right(run) / testsOf(run)),
      resampled ? undefined : perRun.map(testsOf),
    );

  const mcNemarTest = mcNemar(
    perDocument.filter(({ onlyA, onlyB }) => onlyA > onlyB).length,
    perDocument.filter(({ onlyA, onlyB }) => onlyB > onlyA).length,
  );
  const bootstrap = bootstrapMean(
    perDocument.map(({ onlyA, onlyB }) => onlyB - onlyA),
    perDocument.map(testsOf),
    options,
  );
  // With one document a run, the runs are the documents, and those the bootstrap resamples.
  const tTest =
    perRun.length === pairs.length || !resampled
      ? undefined
      : correctedTTest(
          perRun.map((run) => (run.onlyB - run.onlyA) / testsOf(run)),
          a.documents.test,
          Math.min(a.documents.train, b.documents.train),
        );
  const difference = tTest?.mean ?? bootstrap.mean;
  const { interval } = tTest ?? bootstrap;
  const shown = (interval[0] > 0 || interval[1] < 0) && (tTest !== undefined || mcNemarTest.p < LEVEL);
  const better = difference < 0 ? "A" : "B";
  return {
    verdict: shown ? better : "none",
    difference,
    interval,
    decidedBy: tTest === undefined ? "bootstrap" : "t-test",
    accuracy: {
      a: meanOverRuns(({ both, onlyA }) => both + onlyA),
      b: meanOverRuns(({ both, onlyB }) => both + onlyB),
    },
    runs: perRun.length,
    documents: perDocument.length,
    tests: tallied(pairs),
    mcNemar: mcNemarTest,
    bootstrap,
    tTest,
    perClass: classDifferences(pairs),
    disagreements: disagreementsOf(pairs, better),
  };
}

/** How many tests, by who is right. */
type Tally = { -readonly [who in keyof Comparison["tests"]]: number };

function tallied(pairs: readonly Pair[]): Tally {
  const tally: Tally = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const pair of pairs) tally[whoIsRight(pair)]++;
  return tally;
}

function testsOf({ both, onlyA, onlyB, neither }: Tally): number {
  return both + onlyA + onlyB + neither;
}

function whoIsRight({ actual, a, b }: Pair): keyof Tally {
  if (a === actual) return b === actual ? "both" : "onlyA";
  return b === actual ? "onlyB" : "neither";
}

function talliesBy<K>(pairs: readonly Pair[], key: (pair: Pair) => K): Map<K, Tally> {
  const tallies = new Map<K, Tally>();
  for (const pair of pairs) {
    const of = key(pair);
    let tally = tallies.get(of);
    if (tally === undefined) {
      tally = tallied([]);
      tallies.set(of, tally);
    }
    tally[whoIsRight(pair)]++;
  }
  return tallies;
}

function classDifferences(pairs: readonly Pair[]): ClassDifference[] {
  const differences = [...talliesBy(pairs, ({ actual }) => actual)].map(([label, tally]) => {
    const { both, onlyA, onlyB } = tally;
    const tests = testsOf(tally);
    return {
      label,
      tests,
      a: (both + onlyA) / tests,
      b: (both + onlyB) / tests,
      difference: (onlyB - onlyA) / tests,
      onlyA,
      onlyB,
    };
  });
  const weight = ({ onlyA, onlyB }: ClassDifference) => Math.abs(onlyB - onlyA);
  return differences.sort((one, other) => weight(other) - weight(one) || (one.label < other.label ? -1 : 1));
}

function disagreementsOf(pairs: readonly Pair[], better: "A" | "B"): Disagreement[] {
  const rank = (pair: Pair) => {
    const right = whoIsRight(pair);
    return right === `only${better}` ? 0 : right === "neither" ? 2 : 1;
  };
  const found = new Map<string, Pair & { times: number }>();
  for (const pair of pairs) {
    if (pair.a === pair.b) continue;
    const key = JSON.stringify([pair.id, pair.a, pair.b]);
    const before = found.get(key);
    if (before === undefined) found.set(key, { ...pair, times: 1 });
    else before.times++;
  }
  return [...found.values()]
    .sort((one, other) => rank(one) - rank(other) || other.times - one.times)
    .map(({ id, actual, a, b, times }) => ({ id, actual, a, b, times }));
}
