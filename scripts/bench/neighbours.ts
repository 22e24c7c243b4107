import { setImmediate } from "node:timers/promises";
import { grouped, percent, plural } from "../../src/base/numbers.js";
import { predict } from "../../src/classifiers/classifier.js";
import { type ClassifierChoices, makeClassifier } from "../../src/classifiers/table.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { type CorpusData, readCorpora } from "../../src/features/corpus/read-corpus.js";
import { settingsFrom } from "../../src/model/settings.js";
import type { Bench } from "./bench.js";
import { SCIKIT_LEARN, scikitLearn } from "./commands.js";
import { comparison, inRounds, measurement, median, type Section } from "./measurement.js";
import { runProcess } from "./run-process.js";
import { TARGETS } from "./targets.js";

const MAX_NEIGHBOURS = 10;

/** scikit-learn's defaults, but with the cosine. */
const SAME: ClassifierChoices = {
  classifier: "nearest-neighbours",
  distanceWeighting: "uniform",
  tf: "count",
  idf: "smooth",
  norm: "l2",
};

/** Fitting and predicting, without reading. */
interface Search {
  readonly seconds: number;
  readonly correct: number;
}

/**
 * Finds the nearest neighbours of every test document with the library, in this process on one
 * thread, beside scikit-learn's brute-force search. Excludes reading, and scikit-learn's tf-idf.
 */
export async function neighbours(bench: Bench): Promise<{ section: Section; check: string }> {
  const { corpus, options, python, signal } = bench;
  const { train, test } = corpus;
  const settings = settingsFrom({ encoding: options.encoding, as: "text" });
  const data = readCorpora([readFolders(train.path), readFolders(test.path)], settings);
  const k = Math.min(MAX_NEIGHBOURS, data[0].y.length);
  const own = (choices: ClassifierChoices) => async () => {
    await setImmediate();
    signal.throwIfAborted();
    return search(data, choices);
  };
  const contestants: Record<string, () => Promise<Search>> = {
    thresher: own({ ...SAME, k }),
    "thresher, as by default": own({ classifier: "nearest-neighbours" }),
  };
  if (python !== undefined) {
    const peer = scikitLearn(python, train.path, test.path, "--neighbours", String(k), options.encoding);
    contestants[SCIKIT_LEARN] = async () => JSON.parse((await runProcess(peer, signal)).stdout) as Search;
  }
  const progress = bench.progress("neighbours", (options.repeats + 1) * Object.keys(contestants).length);
  let done = 0;
  const runs = await inRounds(contestants, options.repeats, { warmUp: true, onRun: () => progress.update(++done) });
  progress.stop();

  const seconds = (all: readonly Search[]) => all.map((run) => run.seconds);
  const measurements = Object.entries(runs).map(([name, all]) => {
    const peers = name !== SCIKIT_LEARN && SCIKIT_LEARN in runs ? [SCIKIT_LEARN] : [];
    return measurement(name, "seconds", seconds(all), {
      size: `${plural(test.documents, "query", "queries")} of ${plural(train.documents, "document")}`,
      rate: `${grouped(Math.round(test.documents / median(seconds(all))))} queries/s`,
      comparisons: peers.map((peer) =>
        comparison(seconds(all), peer, seconds(runs[peer]), TARGETS.neighboursOfScikitLearn),
      ),
    });
  });
  const accuracies = Object.entries(runs).map(
    ([name, [{ correct }]]) => `${name} ${percent(correct / data[1].y.length)}`,
  );
  return {
    section: { title: `Nearest neighbours by the cosine, ${k} with equal votes, one thread`, measurements },
    check: `accuracy of nearest neighbours on the test documents: ${accuracies.join("; ")}`,
  };
}

function search([learned, tested]: readonly CorpusData[], choices: ClassifierChoices): Search {
  const started = performance.now();
  const predicted = predict(makeClassifier(choices).fit(learned), tested.x);
  const seconds = (performance.now() - started) / 1000;
  return { seconds, correct: predicted.filter((label, row) => label === tested.y[row]).length };
}
