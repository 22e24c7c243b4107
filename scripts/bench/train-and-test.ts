import { megabytes, plural } from "../../src/base/numbers.js";
import type { Bench, Folder } from "./bench.js";
import { evaluateOnTest, SCIKIT_LEARN, scikitLearn, WORD_COUNT, wordCount } from "./commands.js";
import { type Comparison, comparison, inRounds, type Measurement, measurement, type Section } from "./measurement.js";
import { agreement, type Outcome, outcomeOf, sameEveryRound } from "./outcome.js";
import { type MeteredRun, runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { peakBytesFrom } from "./usage.js";

/** Trains on one folder and tests on another, each contestant in a new process. */
export async function trainAndTest(bench: Bench): Promise<{ section: Section; outcome: Outcome; checks: string[] }> {
  const { corpus, options, python, signal } = bench;
  const { train, test } = corpus;
  const contestants: Record<string, () => Promise<MeteredRun>> = {
    thresher: () => runMetered(evaluateOnTest(options, train.path, test.path), signal),
  };
  if (options.peers) contestants[WORD_COUNT] = () => runMetered(wordCount(train.path, test.path), signal);
  if (python !== undefined) {
    const command = scikitLearn(python, train.path, test.path, options.encoding);
    contestants[SCIKIT_LEARN] = () => runMetered(command, signal);
  }
  const progress = bench.progress("train and test", (options.repeats + 1) * Object.keys(contestants).length);
  let done = 0;
  const runs = await inRounds(contestants, options.repeats, { warmUp: true, onRun: () => progress.update(++done) });
  progress.stop();

  const outcome = sameEveryRound(
    "thresher",
    runs.thresher.map(({ stdout }) => outcomeOf(stdout)),
  );
  const checks: string[] = [];
  if (SCIKIT_LEARN in runs) {
    const peer = sameEveryRound(
      SCIKIT_LEARN,
      runs[SCIKIT_LEARN].map(({ stdout }) => JSON.parse(stdout) as Outcome),
    );
    checks.push(agreement("thresher", outcome, SCIKIT_LEARN, peer));
  }
  return { section: sectionOf(runs, corpus), outcome, checks };
}

function sectionOf(runs: Record<string, MeteredRun[]>, { train, test }: { train: Folder; test: Folder }): Section {
  const size = sizeOf(train.documents + test.documents, train.bytes + test.bytes);
  const targets: Record<string, number> = {
    [SCIKIT_LEARN]: TARGETS.ofScikitLearn,
    [WORD_COUNT]: TARGETS.ofWordCount,
  };
  const measurements: Measurement[] = [];
  for (const [name, own] of Object.entries(runs)) {
    const isThresher = name === "thresher";
    const against = (what: (run: MeteredRun) => number, peers: readonly string[], goals = targets): Comparison[] =>
      peers
        .filter((peer) => isThresher && peer in runs)
        .map((peer) => comparison(own.map(what), peer, runs[peer].map(what), goals[peer]));
    const wall = own.map(({ seconds }) => seconds);
    measurements.push(
      measurement(name, "seconds", wall, {
        size,
        comparisons: against(({ seconds }) => seconds, [SCIKIT_LEARN, WORD_COUNT]),
      }),
    );
    for (const kind of ["user", "system"] as const) {
      const taken = (run: MeteredRun) => run.usage[`${kind}Seconds`];
      const comparisons = against(taken, [SCIKIT_LEARN], {});
      measurements.push(measurement(`  ${kind} time`, "seconds", own.map(taken), { comparisons }));
    }
    if (name === WORD_COUNT) continue;
    measurements.push(
      measurement("  peak memory", "bytes", own.map(peakBytes), {
        comparisons: against(peakBytes, [SCIKIT_LEARN], {}),
        ...(isThresher && { target: TARGETS.peakMemory }),
      }),
    );
  }
  return { title: "Train and test, whole process", measurements };
}

/** thresher reports its memory on a side channel, the Python program in its result. */
export function peakBytes({ usage, stdout }: MeteredRun): number {
  return usage.peakBytes ?? peakBytesFrom(stdout);
}

export function sizeOf(documents: number, bytes: number): string {
  return `${plural(documents, "document")}, ${megabytes(bytes)}`;
}

/**
 * Time and memory of each contestant, with ratios to scikit-learn if it ran.
 *
 * @param target maximum share of scikit-learn's time
 */
export function besideScikitLearn(
  runs: Readonly<Record<string, MeteredRun[]>>,
  size: string,
  target: number,
): Measurement[] {
  return Object.entries(runs).flatMap(([name, own]) => {
    const peers = name === "thresher" && SCIKIT_LEARN in runs ? [SCIKIT_LEARN] : [];
    const against = (what: (run: MeteredRun) => number, goal?: number) =>
      peers.map((peer) => comparison(own.map(what), peer, runs[peer].map(what), goal));
    const seconds = (run: MeteredRun) => run.seconds;
    return [
      measurement(name, "seconds", own.map(seconds), { size, comparisons: against(seconds, target) }),
      measurement("  peak memory", "bytes", own.map(peakBytes), { comparisons: against(peakBytes) }),
    ];
  });
}
