import { SCIKIT_LEARN } from "./commands.js";
import { comparison, type Measurement, measurement } from "./measurement.js";
import type { MeteredRun } from "./run-process.js";
import { peakBytes } from "./train-and-test.js";

/**
 * Time and memory of each contestant, those of thresher beside scikit-learn's where it ran.
 *
 * @param target of the time, as a share of scikit-learn's
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
