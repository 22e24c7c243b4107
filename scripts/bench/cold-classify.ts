import { statSync } from "node:fs";
import { join } from "node:path";
import { DataError } from "../../src/base/errors.js";
import { megabytes } from "../../src/base/numbers.js";
import { readFolders } from "../../src/documents/corpora/folders.js";
import { isBinary } from "../../src/features/analyzer.js";
import type { Bench } from "./bench.js";
import { NODE, nothing, readingOptions, thresher } from "./commands.js";
import { comparison, inRounds, measurement, type Section } from "./measurement.js";
import { runProcess } from "./run-process.js";
import { TARGETS } from "./targets.js";

/** A model to classify with, and its targets. */
interface ColdModel {
  /** Default: none, so `train` uses its default settings. */
  readonly preset?: string;
  /** The target for the time, as a multiple of an idle Node.js. */
  readonly ofNode: number;
  /** The target for the size of the model file, in bytes. */
  readonly modelFile: number;
}

/** Times the classification of one document in a new process, beside an idle Node.js, and measures the model file. */
export async function coldClassify(
  bench: Bench,
  { preset, ofNode, modelFile }: ColdModel = TARGETS,
): Promise<Section[]> {
  const { corpus, options, scratch, signal } = bench;
  // The times of short processes vary more, so twice as many rounds are needed.
  const rounds = options.repeats * 2 + 1;
  const withPreset = preset === undefined ? "" : `, preset ${preset}`;
  const progress = bench.progress(`cold classify${withPreset}`, (rounds + 1) * 2 + 1);
  let done = 0;
  const onRun = () => progress.update(++done);

  const model = join(scratch, "bench.model");
  const settings = [...readingOptions(options), ...(preset === undefined ? [] : ["--preset", preset])];
  await runProcess(thresher("train", corpus.train.path, "-m", model, ...settings, "--quiet"), signal);
  onRun();
  const document = firstText(corpus.test.path);
  const contestants = {
    thresher: () => runProcess(thresher("classify", "-m", model, document.path), signal),
    node: () => runProcess(nothing(), signal),
  };
  const runs = await inRounds(contestants, rounds, { warmUp: true, onRun });
  progress.stop();

  const cold = runs.thresher.map(({ seconds }) => seconds);
  const node = runs.node.map(({ seconds }) => seconds);
  return [
    {
      title: `Classify one document${withPreset}, new process, ${rounds} rounds`,
      measurements: [
        measurement("thresher classify", "seconds", cold, {
          size: `1 document, ${megabytes(document.bytes)}`,
          comparisons: [comparison(cold, NODE, node, ofNode)],
        }),
        measurement(NODE, "seconds", node),
      ],
    },
    {
      title: `Model file${withPreset}`,
      measurements: [measurement("size", "bytes", [statSync(model).size], { target: modelFile })],
    },
  ];
}

/** Finds the first document that is text. @throws DataError if all are binary */
function firstText(folder: string): { path: string; bytes: number } {
  for (const { id, bytes } of readFolders(folder)) {
    if (!isBinary(bytes)) return { path: join(folder, id), bytes: bytes.length };
  }
  throw new DataError(`${folder}: no document in it is text`);
}
