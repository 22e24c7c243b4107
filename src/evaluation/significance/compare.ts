import { groupedBy } from "../../base/lists.js";
import { type BootstrapOptions, bootstrapMean } from "./bootstrap.js";
import { correctedTTest, mean } from "./intervals.js";
import { mcNemar } from "./mcnemar.js";
import { type Pair, pairResults, type TestedDocument } from "./pairing.js";

/** The predictions of a classifier on test documents, as in an `Evaluation`. */
export interface TestResults {
  readonly predictions: readonly TestedDocument[];
  /** Numbers of documents in the first run. A run is one training set with its test set. */
  readonly documents: { readonly train: number; readonly test: number };
  /** Whether the runs resample one corpus, as for `evaluate`. Default true. */
  readonly resampled?: boolean | undefined;
}

/** A document that A and B classify differently: its id, its class, and the classes predicted by A and by B. */
export interface Disagreement extends Omit<Pair, "run"> {
  /** Number of runs with this disagreement. */
  readonly times: number;
}

/** Number of tests that both classifiers, one of them, or neither got right. */
type Tally = Readonly<Record<"both" | "onlyA" | "onlyB" | "neither", number>>;

/** Significance level. */
const LEVEL = 0.05;

/** The comparison of two classifiers on the same documents. Differences are B's accuracy minus A's. */
export type Comparison = ReturnType<typeof compare>;

/**
 * Compares two classifiers on the same documents.
 *
 * A classifier is better only if the 95 % interval of the difference in accuracy excludes 0. Several runs use the
 * corrected resampled t-test. The paired bootstrap is used instead for one run, for runs of one document each, for
 * runs that do not resample one corpus, and for equal differences in every run. The intervals of the bootstrap are too
 * narrow if A and B rarely differ. So with the bootstrap, McNemar's exact p must also be below .05.
 *
 * @param a results of the first classifier
 * @param b results of the second classifier, on the same documents in the same runs
 * @throws DataError if the documents, their classes or the runs differ.
 */
export function compare(a: TestResults, b: TestResults, options: BootstrapOptions = {}) {
  const pairs = pairResults(a.predictions, b.predictions);
  const perRun = [...groupedBy(pairs, ({ run }) => run).values()].map(tallied);
  const perDocument = [...groupedBy(pairs, ({ id }) => id).values()].map(tallied);
  const resampled = (a.resampled ?? true) && (b.resampled ?? true);
  // By document: runs in which only B was right, minus runs in which only A was.
  const leads = perDocument.map(({ onlyA, onlyB }) => onlyB - onlyA);
  const mcNemarTest = mcNemar(leads.filter((lead) => lead < 0).length, leads.filter((lead) => lead > 0).length);
  const bootstrap = bootstrapMean(leads, perDocument.map(testsOf), options);
  // With one document per run, the runs are documents. Then the bootstrap, which resamples documents, decides.
  const isTTested = perRun.length < pairs.length && resampled;
  const train = Math.min(a.documents.train, b.documents.train);
  const differences = perRun.map((run) => (run.onlyB - run.onlyA) / testsOf(run));
  const tTest = isTTested ? correctedTTest(differences, a.documents.test, train) : undefined;
  const difference = tTest?.mean ?? bootstrap.mean;
  const { interval } = tTest ?? bootstrap;
  const isShown = (interval[0] > 0 || interval[1] < 0) && (tTest !== undefined || mcNemarTest.p < LEVEL);
  const better: "A" | "B" = difference < 0 ? "A" : "B";
  const verdict: "A" | "B" | "none" = isShown ? better : "none";
  const decidedBy: "bootstrap" | "t-test" = tTest === undefined ? "bootstrap" : "t-test";
  return {
    /** The better classifier; `"none"` if no difference is shown. */
    verdict,
    /** The mean over the runs; if they do not resample one corpus, the mean over all their documents. */
    difference,
    /** The 95 % interval of the difference, from the deciding test. */
    interval,
    /** The test that gives the difference, its interval and the verdict: see `compare`. */
    decidedBy,
    /** Averaged in the same way as `difference`. */
    accuracy: accuraciesOf(perRun, resampled),
    runs: perRun.length,
    /** Number of distinct documents. */
    documents: perDocument.length,
    /** Over all runs. A test is a document in a run. */
    tests: tallied(pairs),
    /** McNemar's test. Each document counts once, for the classifier that is right about it in more runs. */
    mcNemar: mcNemarTest,
    /** The bootstrap over documents, each with all its tests. */
    bootstrap,
    /** Only for several runs that resample one corpus. Undefined if all differences are equal. */
    tTest,
    /** Sorted by the difference in number of documents, largest first. */
    perClass: classDifferences(pairs),
    /** First those that only the better classifier got right, then only the other one, then neither. */
    disagreements: disagreementsOf(pairs, better),
  };
}

/** Returns the mean accuracy over the runs. If they do not resample one corpus, a run counts by its tests. */
function accuraciesOf(perRun: readonly Tally[], resampled: boolean) {
  const weights = resampled ? undefined : perRun.map(testsOf);
  const ofRuns = (only: "onlyA" | "onlyB") => perRun.map((run) => (run.both + run[only]) / testsOf(run));
  return { a: mean(ofRuns("onlyA"), weights), b: mean(ofRuns("onlyB"), weights) };
}

/** Counts the tests by who is right. */
function tallied(pairs: readonly Pair[]): Tally {
  const tally = { both: 0, onlyA: 0, onlyB: 0, neither: 0 };
  for (const pair of pairs) tally[whoIsRight(pair)]++;
  return tally;
}

/** Returns the number of tests in a tally. */
function testsOf({ both, onlyA, onlyB, neither }: Tally): number {
  return both + onlyA + onlyB + neither;
}

function whoIsRight({ actual, a, b }: Pair): keyof Tally {
  if (a === actual) return b === actual ? "both" : "onlyA";
  return b === actual ? "onlyB" : "neither";
}

/**
 * Returns the recall of both classifiers for each class, in the order of `Comparison.perClass`; `difference` is b - a.
 */
function classDifferences(pairs: readonly Pair[]) {
  const byClass = groupedBy(pairs, ({ actual }) => actual);
  const differences = Array.from(byClass, ([label, pairsOfClass]) => {
    const tally = tallied(pairsOfClass);
    const { both, onlyA, onlyB } = tally;
    const tests = testsOf(tally);
    const [a, b, difference] = [both + onlyA, both + onlyB, onlyB - onlyA].map((count) => count / tests);
    return { label, tests, a, b, difference, onlyA, onlyB };
  });
  const weight = ({ onlyA, onlyB }: Pick<Tally, "onlyA" | "onlyB">) => Math.abs(onlyB - onlyA);
  return differences.sort((one, other) => weight(other) - weight(one) || (one.label < other.label ? -1 : 1));
}

/** Lists the disagreements, each once, in the order of `Comparison.disagreements`; the most frequent first. */
function disagreementsOf(pairs: readonly Pair[], better: "A" | "B"): Disagreement[] {
  const rank = (pair: Pair) => {
    const right = whoIsRight(pair);
    return right === `only${better}` ? 0 : right === "neither" ? 2 : 1;
  };
  const differing = pairs.filter(({ a, b }) => a !== b);
  const alike = groupedBy(differing, ({ id, a, b }) => JSON.stringify([id, a, b])).values();
  return Array.from(alike, (group) => ({ ...group[0], times: group.length }))
    .sort((one, other) => rank(one) - rank(other) || other.times - one.times)
    .map(({ id, actual, a, b, times }) => ({ id, actual, a, b, times }));
}
