import { append } from "../../src/base/lists.js";
import { percent } from "../../src/base/numbers.js";
import type { Bench } from "./bench.js";
import { coldClassify } from "./cold-classify.js";
import { readingOptions, SCIKIT_LEARN, scikitLearn, thresherMetered } from "./commands.js";
import { inRounds, type Section } from "./measurement.js";
import { type MeteredRun, runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { besideScikitLearn, sizeOf } from "./train-and-test.js";

/** A preset and the scikit-learn pipeline to compare it with. */
interface Pairing {
  readonly preset: string;
  /** The pipeline in Python, and its name for `scikit-learn.py`. */
  readonly peer: string;
  readonly method: string;
  /** Share of scikit-learn's time. */
  readonly target: number;
  /** Number of rounds; default: as the user chose. */
  readonly rounds?: number;
}

const PAIRINGS: readonly Pairing[] = [
  {
    preset: "fast",
    peer: "TfidfVectorizer() and ComplementNB()",
    method: "complement",
    target: TARGETS.fastOfScikitLearn,
  },
  {
    preset: "best",
    peer: "TfidfVectorizer(ngram_range=(1, 2)) and LogisticRegression()",
    method: "logistic",
    target: TARGETS.bestOfScikitLearn,
    // The peer takes minutes.
    rounds: 1,
  },
];

/** Trains and tests with each preset in a new process, beside scikit-learn. */
export async function presets(bench: Bench): Promise<{ sections: Section[]; checks: string[] }> {
  const sections: Section[] = [];
  const checks: string[] = [];
  for (const pairing of PAIRINGS) {
    const { section, check } = await sideBySide(bench, pairing);
    sections.push(section);
    checks.push(check);
  }
  append(
    sections,
    await coldClassify(bench, { preset: "best", ofNode: TARGETS.bestOfNode, modelFile: TARGETS.bestFile }),
  );
  return { sections, checks };
}

async function sideBySide(bench: Bench, { preset, peer, method, target, rounds: own }: Pairing) {
  const { corpus, options, python, signal } = bench;
  const { train, test } = corpus;
  const rounds = own ?? options.repeats;
  const command = ["evaluate", train.path, "--test", test.path, "--preset", preset];
  const reading = [...readingOptions(options), "--json", "--quiet"];
  const contestants: Record<string, () => Promise<MeteredRun>> = {
    thresher: () => runMetered(thresherMetered(...command, ...reading), signal),
  };
  if (python !== undefined) {
    const program = scikitLearn(python, train.path, test.path, options.encoding, method);
    contestants[SCIKIT_LEARN] = () => runMetered(program, signal);
  }
  const progress = bench.progress(
    `preset ${preset}`,
    (rounds + (rounds > 1 ? 1 : 0)) * Object.keys(contestants).length,
  );
  let done = 0;
  const onRun = () => progress.update(++done);
  const runs = await inRounds(contestants, rounds, { warmUp: rounds > 1, onRun });
  progress.stop();

  const size = sizeOf(train.documents + test.documents, train.bytes + test.bytes);
  const measurements = besideScikitLearn(runs, size, target);
  const accuracies = Object.entries(runs).map(([name, [first]]) => `${name} ${percent(accuracyOf(first.stdout))}`);
  return {
    section: { title: `--preset ${preset} beside ${peer}, train and test, rounds: ${rounds}`, measurements },
    check: `accuracy on the test documents, preset ${preset}: ${accuracies.join(", ")}`,
  };
}

function accuracyOf(stdout: string): number {
  const result = JSON.parse(stdout) as { accuracy?: number; correct: number; total: number };
  return result.accuracy ?? result.correct / result.total;
}
