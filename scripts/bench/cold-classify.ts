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

/** The model that classifies, and what is wanted of it. */
interface ColdModel {
  /** Default: the model that `train` makes by itself. */
  readonly preset?: string;
  /** The time, as a multiple of an idle Node.js. */
  readonly ofNode: number;
  /** In bytes. */
  readonly file: number;
}

/** Classifies one document in a new process each time, beside an idle Node.js; reports the size of the model too. */
export async function coldClassify(
  bench: Bench,
  { preset, ofNode, file }: ColdModel = { ofNode: TARGETS.ofNode, file: TARGETS.modelFile },
): Promise<Section[]> {
  const { corpus, options, scratch, signal } = bench;
  // Short processes vary more than long ones: 15 rounds instead of 7.
  const rounds = options.repeats * 2 + 1;
  const by = preset === undefined ? "" : `, preset ${preset}`;
  const progress = bench.progress(`cold classify${by}`, (rounds + 1) * 2 + 1);
  let done = 0;
  const onRun = () => progress.update(++done);

  const model = join(scratch, "bench.model");
  const settings = [...readingOptions(options), ...(preset === undefined ? [] : ["--preset", preset])];
  await runProcess(thresher("train", corpus.train.path, "-m", model, ...settings, "--quiet"), signal);
  onRun();
  const post = firstText(corpus.test.path);
  const contestants = {
    thresher: () => runProcess(thresher("classify", "-m", model, post.path), signal),
    node: () => runProcess(nothing(), signal),
  };
  const runs = await inRounds(contestants, rounds, { warmUp: true, onRun });
  progress.stop();

  const cold = runs.thresher.map(({ seconds }) => seconds);
  const node = runs.node.map(({ seconds }) => seconds);
  return [
    {
      title: `Classify one document${by}, new process, ${rounds} rounds`,
      measurements: [
        measurement("thresher classify", "seconds", cold, {
          size: `1 document, ${megabytes(post.bytes)}`,
          comparisons: [comparison(cold, NODE, node, ofNode)],
        }),
        measurement(NODE, "seconds", node),
      ],
    },
    {
      title: `Model file${by}`,
      measurements: [measurement("size", "bytes", [statSync(model).size], { target: file })],
    },
  ];
}

/** The first document that is text. */
function firstText(folder: string): { path: string; bytes: number } {
  for (const { id, bytes } of readFolders(folder)) {
    if (!isBinary(bytes)) return { path: join(folder, id), bytes: bytes.length };
  }
  throw new DataError(`${folder}: no document in it is text`);
}
