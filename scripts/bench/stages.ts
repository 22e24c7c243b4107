import { setImmediate } from "node:timers/promises";
import { grouped, megabytes, plural } from "../../src/base/numbers.js";
import { predict } from "../../src/classifiers/classifier.js";
import { makeClassifier } from "../../src/classifiers/table.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { type CorpusData, readCorpora } from "../../src/features/corpus/read-corpus.js";
import { type Settings, settingsFrom } from "../../src/model/settings.js";
import type { Bench } from "./bench.js";
import { measurement, median, type Section } from "./measurement.js";
import type { Outcome } from "./outcome.js";
import { sizeOf } from "./train-and-test.js";

/** Seconds of one pass. */
interface Pass {
  readonly read: number;
  readonly tokenize: number;
  readonly fit: number;
  readonly predict: number;
}

/** Measures the stages of training and testing with the library, in this process on one thread, warmed up. */
export async function stages(bench: Bench): Promise<{ section: Section; outcome: Outcome }> {
  const { corpus, options, signal } = bench;
  const settings = settingsFrom({ encoding: options.encoding, as: "text" });
  const progress = bench.progress("stages", options.repeats + 1);
  const passes: Pass[] = [];
  let outcome: Outcome | undefined;
  for (let pass = 0; pass <= options.repeats; pass++) {
    const result = onePass(corpus.train.path, corpus.test.path, settings);
    // The first pass is slower, because code is still being compiled.
    if (pass > 0) passes.push(result.pass);
    outcome = result.outcome;
    progress.update(pass + 1);
    await setImmediate();
    signal.throwIfAborted();
  }
  progress.stop();
  const { train, test } = corpus;
  const bytes = train.bytes + test.bytes;
  const all = sizeOf(train.documents + test.documents, bytes);
  const stage = (what: keyof Pass, size: string, rateOf: (seconds: number) => string) => {
    const values = passes.map((pass) => pass[what]);
    return measurement(what, "seconds", values, { size, rate: rateOf(median(values)) });
  };
  const perSecond = (documents: number) => (seconds: number) =>
    `${grouped(Math.round(documents / seconds))} documents/s`;
  const bytesPerSecond = (seconds: number) => `${megabytes(bytes / seconds)}/s`;
  const section: Section = {
    title: "Stages, one thread, warm",
    measurements: [
      stage("read", all, bytesPerSecond),
      stage("tokenize", all, bytesPerSecond),
      stage("fit", plural(train.documents, "document"), perSecond(train.documents)),
      stage("predict", plural(test.documents, "document"), perSecond(test.documents)),
    ],
  };
  return { section, outcome: outcome as Outcome };
}

function onePass(train: string, test: string, settings: Settings): { pass: Pass; outcome: Outcome } {
  const times = [performance.now()];
  const lap = () => times.push(performance.now());
  const documents = [train, test].map((folder) => [...readFolders(folder)]);
  lap();
  const [learned, tested]: CorpusData[] = readCorpora(documents, settings);
  lap();
  const model = makeClassifier(settings).fit(learned);
  lap();
  const predicted = predict(model, tested.x);
  lap();
  const [read, tokenize, fit, predicting] = times.slice(1).map((time, stage) => (time - times[stage]) / 1000);
  return {
    pass: { read, tokenize, fit, predict: predicting },
    outcome: {
      correct: predicted.filter((label, row) => label === tested.y[row]).length,
      total: predicted.length,
      vocabulary: learned.vocabulary.size,
    },
  };
}
