import { closeSync, openSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { decoderFor } from "../../src/base/decode.js";
import { DataError } from "../../src/base/errors.js";
import { safeText } from "../../src/base/safe-text.js";
import type { Corpus } from "../../src/documents/corpora/corpus.js";
import { evaluateCorpora } from "../../src/evaluation/evaluate.js";
import type { CorpusData } from "../../src/features/corpus/collections.js";
import { readCorpora } from "../../src/features/corpus/read-corpus.js";
import { testClassLines } from "../../src/jobs/notices/corpus-lines.js";
import { isMessage, stripMessage } from "../../src/mail/news.js";
import { classSizes, folds } from "../../src/model/fitting/splits.js";
import { readingFor, requireClasses } from "../../src/model/reading.js";
import type { Settings } from "../../src/model/settings.js";
import { runProcess } from "../bench/run-process.js";

const PROGRAM = join(
  dirname(createRequire(import.meta.url).resolve("text-thresher/package.json")),
  "scripts/pipelines/scikit-learn.py",
);

/** The corpora, folds and settings of one comparison. */
export interface Task {
  readonly corpus: Corpus;
  /** Undefined: the corpus itself is tested, by folds. */
  readonly test: Corpus | undefined;
  readonly folds: number;
  /** Thresher's settings. The pipelines get the texts decoded and stripped by them. */
  readonly settings: Settings;
}

/** How a classifier did on the tested documents. */
export interface Contestant {
  readonly name: string;
  readonly correct: number;
  readonly total: number;
  /** Area under the ROC curve; null unless there are two classes. */
  readonly auc: number | null;
  /** For training and testing. Thresher's time includes reading the corpus. */
  readonly seconds: number;
}

/** Maps the id of a document to the fold that tests it, or to null if it is only for training. Skipped documents are absent. */
export type FoldsOfDocuments = ReadonlyMap<string, number | null>;

/** How a classifier of thresher did. */
export interface Played {
  readonly contestant: Contestant;
  readonly labels: readonly string[];
  /** The folds of the corpus, then of the test corpus if there is one. */
  readonly tested: readonly FoldsOfDocuments[];
  /** Sentences on classes that are only learned or only tested. */
  readonly notices: readonly string[];
}

/** @throws DataError if there are fewer than two classes, UsageError if there are too many folds */
export function playThresher(
  name: string,
  { corpus, test, folds: k, settings }: Task,
  jobs: number,
  onProgress: (share: number) => void,
): Played {
  const started = performance.now();
  const corpora = test === undefined ? [corpus] : [corpus, test];
  const data = readCorpora(corpora, settings, { ...readingFor([settings]), jobs });
  requireClasses(data[0].labels, data[0].ids.length);
  const notices = test === undefined ? [] : testClassLines(data[0], data[1], test.root);
  if (test === undefined) requirePairs(data[0]);
  const splits = test === undefined ? folds(data[0].y, k, 1) : [];
  const { labels, binary, predictions } = evaluateCorpora(data, splits, settings, {
    calibrate: settings.calibrate ?? undefined,
    onProgress: ({ done, total = 1 }) => onProgress(done / total),
  });
  const correct = predictions.reduce((sum, { actual, predicted }) => sum + Number(actual === predicted), 0);
  const tested = data.map(
    ({ ids }, side) => new Map(ids.map((id): [string, number | null] => [id, side === 0 ? null : 0])),
  );
  for (const [fold, { test: rows }] of splits.entries()) {
    for (const row of rows) tested[0].set(data[0].ids[row], fold);
  }
  const seconds = (performance.now() - started) / 1000;
  const auc = binary?.rocAuc ?? null;
  return { contestant: { name, correct, total: predictions.length, auc, seconds }, labels, tested, notices };
}

/** @throws DataError if one of two classes has a single document: without it one class is left to learn, which scikit-learn refuses */
function requirePairs({ y, labels }: CorpusData): void {
  const single = classSizes(y, labels.length).indexOf(1);
  if (labels.length > 2 || single < 0) return;
  throw new DataError(
    `class "${safeText(labels[single])}" has one document: add another, so that there is one to learn from when it is tested`,
  );
}

/** Writes the documents as the pipelines read them. */
export function writeDocuments(
  path: string,
  { corpus, test, settings }: Omit<Task, "folds">,
  tested: Played["tested"],
): void {
  const { encoding, strip } = settings;
  const decode = decoderFor(encoding);
  const file = openSync(path, "w", 0o600);
  for (const [side, documents] of (test === undefined ? [corpus] : [corpus, test]).entries()) {
    for (const { id, bytes, label } of documents) {
      const fold = tested[side].get(id);
      if (fold === undefined) continue;
      const whole = decode(bytes);
      const kept = strip.length > 0 && isMessage(whole, settings) ? stripMessage(whole, strip) : whole;
      const text = Buffer.from(kept).toString();
      writeSync(file, `${JSON.stringify({ text, label, fold })}\n`);
    }
  }
  closeSync(file);
}

/** The names of the pipelines. */
export async function pipelinesOf(python: string, signal: AbortSignal): Promise<string[]> {
  return JSON.parse((await runProcess({ name: "scikit-learn", argv: [python, PROGRAM] }, signal)).stdout);
}

/** Trains and tests a pipeline. @throws DataError if it fails */
export async function playPipeline(
  python: string,
  documents: string,
  [number, name]: readonly [number, string],
  signal: AbortSignal,
): Promise<Contestant> {
  const argv = [python, PROGRAM, documents, String(number)];
  const { stdout } = await runProcess({ name: `scikit-learn, ${name}`, argv }, signal);
  return { name, ...(JSON.parse(stdout) as Omit<Contestant, "name">) };
}

/** The cells of a table: the first contestant beside all others. */
export function contestRows(contestants: readonly Contestant[]): string[][] {
  const isRanking = contestants.some(({ auc }) => auc !== null);
  return [
    ["", "right", ...(isRanking ? ["1-AUC"] : []), "seconds"],
    ...contestants.map(({ name, correct, total, auc, seconds }) => [
      name,
      `${((100 * correct) / total).toFixed(2)} %`,
      ...(isRanking ? [auc === null ? "" : `${(100 * (1 - auc)).toFixed(3)} %`] : []),
      seconds.toFixed(1),
    ]),
  ];
}

/** How far the first contestant is from the best of the others. */
export function contestLines([own, ...others]: readonly Contestant[]): string[] {
  const share = ({ correct, total }: Contestant) => correct / total;
  const best = others.reduce((one, other) => (share(other) > share(one) ? other : one));
  const lines = [`${difference(share(own) - share(best), 2)} the most accurate of the pipelines, ${best.name}`];
  if (own.auc === null) return lines;
  const ranked = others.reduce((one, other) => ((other.auc ?? 0) > (one.auc ?? 0) ? other : one));
  return [...lines, `by AUC ${difference(own.auc - (ranked.auc ?? 0), 3)} the best of them, ${ranked.name}`];
}

function difference(by: number, digits: number): string {
  const points = Math.abs(100 * by).toFixed(digits);
  return Number(points) === 0 ? "level with" : `${points} points ${by > 0 ? "above" : "below"}`;
}
