import { percent } from "../../src/reports/numbers.js";
import type { Bench } from "./bench.js";
import { readingOptions, SCIKIT_LEARN, scikitLearn, thresherMetered } from "./commands.js";
import { comparison, type Measurement, measurement, type Section } from "./measurement.js";
import { inRounds } from "./rounds.js";
import { type MeteredRun, runMetered } from "./run-process.js";
import { peakBytes, sizeOf } from "./train-and-test.js";

const FOLDS = 10;

/** Cross-validates on the training documents. Once: it takes scikit-learn as long as a handful of the other rounds. */
export async function crossValidation(bench: Bench): Promise<{ section: Section; checks: string[] }> {
  const { corpus, options, python, signal } = bench;
  const { path, documents, bytes } = corpus.train;
  const command = ["evaluate", path, "--folds", String(FOLDS), ...readingOptions(options), "--json", "--quiet"];
  const contestants: Record<string, () => Promise<MeteredRun>> = {
    thresher: () => runMetered(thresherMetered(...command), signal),
  };
  if (python !== undefined) {
    const peer = scikitLearn(python, path, "--folds", String(FOLDS), options.encoding);
    contestants[SCIKIT_LEARN] = () => runMetered(peer, signal);
  }
  const progress = bench.progress(`${FOLDS} folds`, Object.keys(contestants).length);
  let done = 0;
  const runs = await inRounds(contestants, 1, { warmUp: false, onRun: () => progress.update(++done) });
  progress.stop();

  const measurements: Measurement[] = [];
  const accuracies: string[] = [];
  for (const [name, own] of Object.entries(runs)) {
    const peers = name === "thresher" && SCIKIT_LEARN in runs ? [SCIKIT_LEARN] : [];
    const against = (what: (run: MeteredRun) => number) =>
      peers.map((peer) => comparison(own.map(what), peer, runs[peer].map(what)));
    const seconds = (run: MeteredRun) => run.seconds;
    measurements.push(
      measurement(name, "seconds", own.map(seconds), {
        size: sizeOf(documents, bytes),
        comparisons: against(seconds),
      }),
      measurement("  peak memory", "bytes", own.map(peakBytes), { comparisons: against(peakBytes) }),
    );
    accuracies.push(`${name} ${percent((JSON.parse(own[0].stdout) as { accuracy: number }).accuracy)}`);
  }
  return {
    section: { title: `${FOLDS}-fold cross-validation on the training documents, one round`, measurements },
    checks: [`${FOLDS}-fold accuracy, each over folds of its own: ${accuracies.join(", ")}`],
  };
}
