import { evaluateCorpora } from "../corpus-evaluation.js";
import { type CorpusData, readCorpora } from "../dataset.js";
import { type CopyKind, testedByKind } from "../evaluation/duplicates.js";
import type { PartAccuracy } from "../evaluation/leakage.js";
import type { Settings } from "../settings.js";
import { type Corpora, inOrder, type Measured } from "./rows.js";

/** What is left out, and what that leaves. */
const PARTS: readonly Pick<PartAccuracy, "name" | "strip">[] = [
  { name: "everything", strip: [] },
  { name: "without headers", strip: ["headers"] },
  { name: "without footers and quotes", strip: ["footers", "quotes"] },
  { name: "bodies alone", strip: ["headers", "footers", "quotes"] },
];

/**
 * The same classifier on the same splits, with parts of the messages left out. A document
 * that has nothing left stays in, without a term.
 *
 * @param messages how many documents are messages; without any, nothing can be left out and nothing is read again
 * @param kinds of copy, one for each prediction
 */
export function partAccuracies(
  corpora: Corpora,
  measured: Measured,
  settings: Settings,
  messages: number,
  kinds: readonly CopyKind[],
  { jobs, onProgress }: { readonly jobs: number; readonly onProgress: (share: number) => void },
): PartAccuracy[] {
  const size = measured.data.reduce((sum, { ids }) => sum + ids.length, 0);
  return PARTS.map(({ name, strip }, part) => {
    const progress = (share: number) => onProgress((part + share) / PARTS.length);
    let { evaluation } = measured;
    if (messages > 0 && !sameParts(strip, settings.strip)) {
      const data = readAgain(corpora, measured.data, { ...settings, strip }, jobs, (n) => progress(n / size / 2));
      const steps = measured.splits === "leave one out" ? size : evaluation.runs.length;
      evaluation = evaluateCorpora(data, measured.splits, settings, {
        resampled: evaluation.resampled,
        onStep: (done) => progress((1 + done / steps) / 2),
      });
    }
    const { accuracy, accuracyInterval } = evaluation;
    const tested = testedByKind(kinds, evaluation.predictions);
    return { name, strip, accuracy, accuracyInterval, accuracyWithoutCopies: tested.none.accuracy };
  });
}

function sameParts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === new Set(b).size && a.every((part) => b.includes(part));
}

/** The same documents in the same rows: whether one is text or binary may depend on what is left out. */
function readAgain(
  corpora: Corpora,
  before: readonly CorpusData[],
  settings: Settings,
  jobs: number,
  onProgress: (documents: number) => void,
): CorpusData[] {
  return readCorpora(corpora, settings, { jobs, onProgress }).map((data, c) => {
    const rowOf = new Map(before[c].ids.map((id, row) => [id, row]));
    const rows = data.ids.map((id) => rowOf.get(id) ?? -1);
    return { ...before[c], vocabulary: data.vocabulary, x: inOrder(data.x, rows, before[c].x.rows) };
  });
}
