import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { DataError } from "../../src/base/errors.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { type Bench, linkOrCopy } from "./bench.js";
import { evaluateOnTest } from "./commands.js";
import { comparison, inRounds, measurement, type Section } from "./measurement.js";
import { documentsOf } from "./outcome.js";
import { runMetered } from "./run-process.js";
import { TARGETS } from "./targets.js";
import { peakBytes, sizeOf } from "./train-and-test.js";

const TIMES = 10;

/** A round takes as long as ten others. */
const MAX_ROUNDS = 3;

/** Trains and tests on ten times the documents, beside the original ones. */
export async function tenfold(bench: Bench): Promise<Section> {
  const { corpus, options, scratch, signal } = bench;
  const train = join(scratch, "train");
  const test = join(scratch, "test");
  const documents = corpus.train.documents + corpus.test.documents;
  const bytes = corpus.train.bytes + corpus.test.bytes;
  const rounds = Math.min(options.repeats, MAX_ROUNDS);

  const making = bench.progress("repeating", documents);
  const trained = await repeatCorpus(corpus.train.path, train, TIMES, making.update, signal);
  await repeatCorpus(corpus.test.path, test, TIMES, (done) => making.update(trained + done), signal);
  making.stop();

  const progress = bench.progress("ten times", (rounds + 1) * 2);
  let done = 0;
  const contestants = {
    once: () => runMetered(evaluateOnTest(options, corpus.train.path, corpus.test.path), signal),
    tenfold: () => runMetered(evaluateOnTest(options, train, test), signal),
  };
  const runs = await inRounds(contestants, rounds, { warmUp: true, onRun: () => progress.update(++done) });
  progress.stop();
  const [once, ten] = [runs.once[0], runs.tenfold[0]].map(({ stdout }) => documentsOf(stdout));
  if (ten !== once * TIMES) {
    throw new DataError(`ten times the documents: ${ten} were read instead of ${once * TIMES}`);
  }

  const wall = { once: runs.once.map(({ seconds }) => seconds), ten: runs.tenfold.map(({ seconds }) => seconds) };
  const peak = { once: runs.once.map(peakBytes), ten: runs.tenfold.map(peakBytes) };
  const title = "once the documents";
  return {
    title: `Ten times the documents, whole process, rounds: ${rounds}`,
    measurements: [
      measurement("thresher", "seconds", wall.ten, {
        size: sizeOf(documents * TIMES, bytes * TIMES),
        comparisons: [comparison(wall.ten, title, wall.once, TARGETS.ofTenth)],
      }),
      measurement("  peak memory", "bytes", peak.ten, { comparisons: [comparison(peak.ten, title, peak.once)] }),
      measurement(title, "seconds", wall.once, { size: sizeOf(documents, bytes) }),
      measurement("  peak memory", "bytes", peak.once),
    ],
  };
}

/**
 * Repeats each document of a corpus, in one folder per repetition inside each class. Files are hard
 * links where possible; symbolic links would not be read.
 *
 * @returns the number of original documents
 */
export async function repeatCorpus(
  from: string,
  to: string,
  times: number,
  onDocument: (done: number) => void,
  signal?: AbortSignal,
): Promise<number> {
  const { ids } = readFolders(from);
  const made = new Set<string>();
  for (const [done, id] of ids.entries()) {
    const slash = id.indexOf("/");
    for (let time = 0; time < times; time++) {
      const target = join(to, id.slice(0, slash), `copy ${time}`, id.slice(slash));
      const folder = dirname(target);
      if (!made.has(folder)) mkdirSync(folder, { recursive: true });
      made.add(folder);
      linkOrCopy(join(from, id), target);
    }
    onDocument(done + 1);
    if (done % 100 === 0) await setImmediate();
    signal?.throwIfAborted();
  }
  return ids.length;
}
