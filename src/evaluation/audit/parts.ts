import { sumOf } from "../../base/lists.js";
import { type CorpusData, readCorpora } from "../../features/corpus/read-corpus.js";
import type { Strippable } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { type Evaluation, evaluateCorpora } from "../evaluate.js";
import { type CopyKind, testedByKind } from "./copies.js";
import { type Corpora, inOrder, type Measured } from "./rows.js";

/** Accuracy of the same classifier on the same splits without parts of the messages. */
export interface PartAccuracy extends Pick<Evaluation, "accuracy" | "accuracyInterval"> {
  readonly name: "everything" | "without headers" | "without footers and quotes" | "bodies alone";
  readonly strip: readonly Strippable[];
  /** Accuracy on test documents without a copy in training, over all runs; undefined if there are none. */
  readonly accuracyWithoutCopies: number | undefined;
  /** Number of documents without any term. For them only the prior counts. */
  readonly empty: number;
}

/** The parts of messages to leave out, with a name for the rest. */
const PARTS: readonly Pick<PartAccuracy, "name" | "strip">[] = [
  { name: "everything", strip: [] },
  { name: "without headers", strip: ["headers"] },
  { name: "without footers and quotes", strip: ["footers", "quotes"] },
  { name: "bodies alone", strip: ["headers", "footers", "quotes"] },
];

/** How to carry out an evaluation. */
interface Work {
  /** Number of threads that read and evaluate. */
  readonly jobs: number;
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Evaluates the same classifier on the same splits without parts of the messages. A document that becomes empty stays
 * in the data, without terms.
 *
 * @param messages number of messages; if it is 0, nothing is read again
 * @param kinds of copy, one per prediction
 */
export function partAccuracies(
  corpora: Corpora,
  measured: Measured,
  settings: Settings,
  messages: number,
  kinds: readonly CopyKind[],
  { jobs, onProgress }: Work,
): PartAccuracy[] {
  return PARTS.map(({ name, strip }, part) => {
    const work: Work = { jobs, onProgress: (share) => onProgress((part + share) / PARTS.length) };
    const isMeasured = messages === 0 || sameParts(strip, settings.strip);
    const { evaluation, data } = isMeasured ? measured : evaluateWithout(strip, corpora, measured, settings, work);
    const { accuracy, accuracyInterval } = evaluation;
    const accuracyWithoutCopies = testedByKind(kinds, evaluation.predictions).none.accuracy;
    return { name, strip, accuracy, accuracyInterval, accuracyWithoutCopies, empty: emptyRows(data) };
  });
}

/** Reads the documents again without some parts, and repeats the evaluation. Each step takes half of the time. */
function evaluateWithout(
  strip: readonly Strippable[],
  corpora: Corpora,
  { data: before, splits, evaluation: { resampled, runs } }: Measured,
  settings: Settings,
  { jobs, onProgress }: Work,
): Pick<Measured, "data" | "evaluation"> {
  const documents = sumOf(before.map(({ ids }) => ids.length));
  const steps = splits === "leave one out" ? documents : runs.length;
  const data = readAgain(corpora, before, { ...settings, strip }, jobs, (n) => onProgress(n / documents / 2));
  const evaluation = evaluateCorpora(data, splits, settings, {
    resampled,
    jobs,
    onProgress: ({ done }) => onProgress((1 + done / steps) / 2),
  });
  return { data, evaluation };
}

/** Counts the documents without terms. */
function emptyRows(data: readonly CorpusData[]): number {
  return sumOf(
    data.map(({ x }) => x.starts.subarray(0, x.rows).filter((start, row) => start === x.starts[row + 1]).length),
  );
}

/** Whether two lists name the same parts. The second may repeat some. */
function sameParts(a: readonly Strippable[], b: readonly Strippable[]): boolean {
  return a.length === new Set(b).size && a.every((part) => b.includes(part));
}

/** Reads the documents again into the same rows. What is stripped can change which documents count as text. */
function readAgain(
  corpora: Corpora,
  before: readonly CorpusData[],
  settings: Settings,
  jobs: number,
  onProgress: (documents: number) => void,
): CorpusData[] {
  return readCorpora(corpora, settings, { jobs, onProgress: ({ done }) => onProgress(done) }).map((data, c) => {
    const rowOf = new Map(before[c].ids.map((id, row) => [id, row]));
    const rows = data.ids.map((id) => rowOf.get(id) ?? -1);
    return { ...before[c], vocabulary: data.vocabulary, x: inOrder(data.x, rows, before[c].x.rows) };
  });
}
