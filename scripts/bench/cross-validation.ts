import { percent } from "../../src/base/numbers.js";
import type { Bench } from "./bench.js";
import { readingOptions, SCIKIT_LEARN, scikitLearn, thresherMetered } from "./commands.js";
import { inRounds, type Section } from "./measurement.js";
import { type MeteredRun, runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { besideScikitLearn, sizeOf } from "./train-and-test.js";

/** A long experiment on the training documents, by thresher and by scikit-learn. */
interface Experiment {
  readonly title: string;
  /** For the progress bar. */
  readonly name: string;
  /** Subcommand of thresher. */
  readonly command: string;
  readonly options: readonly string[];
  /** Arguments of the scikit-learn program after the folder. */
  readonly peer: readonly string[];
  /** Share of scikit-learn's time. */
  readonly target: number;
  /** Finds the accuracy in thresher's output. */
  readonly accuracy: (result: string) => number;
  readonly check: string;
}

const FOLDS = 10;
const REPEATS = 5;

const CROSS_VALIDATION: Experiment = {
  title: `${FOLDS}-fold cross-validation on the training documents, one round`,
  name: `${FOLDS} folds`,
  command: "evaluate",
  options: ["--folds", String(FOLDS)],
  peer: ["--folds", String(FOLDS)],
  target: TARGETS.crossValidationOfScikitLearn,
  accuracy: (result) => (JSON.parse(result) as { accuracy: number }).accuracy,
  check: `${FOLDS}-fold accuracy, each over folds of its own`,
};

const LEARNING_CURVE: Experiment = {
  title: `learning curve on the training documents, 5 sizes, ${REPEATS} repeats, a third withheld, one round`,
  name: "learning curve",
  command: "curve",
  options: ["--sizes", "10%,32.5%,55%,77.5%,all", "--repeats", String(REPEATS)],
  peer: ["--curve", String(REPEATS)],
  target: TARGETS.learningCurveOfScikitLearn,
  accuracy: (result) =>
    (JSON.parse(result) as { curves: { points: { accuracy: number }[] }[] }).curves[0].points.at(-1)?.accuracy ?? 0,
  check: "accuracy at the end of the learning curve, each over hold-outs of its own",
};

/** Cross-validation and learning curve on the training documents; one round, because scikit-learn is slow. */
export async function crossValidation(bench: Bench): Promise<{ sections: Section[]; checks: string[] }> {
  const sections: Section[] = [];
  const checks: string[] = [];
  for (const experiment of [CROSS_VALIDATION, LEARNING_CURVE]) {
    const { section, check } = await sideBySide(bench, experiment);
    sections.push(section);
    checks.push(check);
  }
  return { sections, checks };
}

async function sideBySide(bench: Bench, experiment: Experiment): Promise<{ section: Section; check: string }> {
  const { corpus, options, python, signal } = bench;
  const { path, documents, bytes } = corpus.train;
  const command = [experiment.command, path, ...experiment.options, ...readingOptions(options), "--json", "--quiet"];
  const contestants: Record<string, () => Promise<MeteredRun>> = {
    thresher: () => runMetered(thresherMetered(...command), signal),
  };
  if (python !== undefined) {
    const peer = scikitLearn(python, path, ...experiment.peer, options.encoding);
    contestants[SCIKIT_LEARN] = () => runMetered(peer, signal);
  }
  const progress = bench.progress(experiment.name, Object.keys(contestants).length);
  let done = 0;
  const runs = await inRounds(contestants, 1, { warmUp: false, onRun: () => progress.update(++done) });
  progress.stop();

  const measurements = besideScikitLearn(runs, sizeOf(documents, bytes), experiment.target);
  const accuracies = Object.entries(runs).map(([name, [first]]) => {
    const accuracy = name === "thresher" ? experiment.accuracy : CROSS_VALIDATION.accuracy;
    return `${name} ${percent(accuracy(first.stdout))}`;
  });
  return {
    section: { title: experiment.title, measurements },
    check: `${experiment.check}: ${accuracies.join(", ")}`,
  };
}
