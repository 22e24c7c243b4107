import { type CorpusData, readCorpora } from "../../features/corpus/read-corpus.js";
import type { Settings } from "../../model/settings.js";
import { evaluateCorpora } from "../evaluate.js";
import { type CopyKind, testedByKind } from "./duplicates.js";
import type { PartAccuracy } from "./leakage.js";
import { type Corpora, inOrder, type Measured } from "./rows.js";

/** The parts of messages to leave out, with a name for the rest. */
const PARTS: readonly Pick<PartAccuracy, "name" | "strip">[] = [
  { name: "everything", strip: [] },
  { name: "without headers", strip: ["headers"] },
  { name: "without footers and quotes", strip: ["footers", "quotes"] },
  { name: "bodies alone", strip: ["headers", "footers", "quotes"] },
];

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
  { jobs, onProgress }: { readonly jobs: number; readonly onProgress: (share: number) => void },
): PartAccuracy[] {
  const size = measured.data.reduce((sum, { ids }) => sum + ids.length, 0);
  return PARTS.map(({ name, strip }, part) => {
    const progress = (share: number) => onProgress((part + share) / PARTS.length);
    let { evaluation, data } = measured;
    if (messages > 0 && !sameParts(strip, settings.strip)) {
      data = readAgain(corpora, measured.data, { ...settings, strip }, jobs, (n) => progress(n / size / 2));
      const steps = measured.splits === "leave one out" ? size : evaluation.runs.length;
      evaluation = evaluateCorpora(data, measured.splits, settings, {
        resampled: evaluation.resampled,
        jobs,
        onProgress: ({ done }) => progress((1 + done / steps) / 2),
      });
    }
    const { accuracy, accuracyInterval } = evaluation;
    const tested = testedByKind(kinds, evaluation.predictions);
    return {
      name,
      strip,
      accuracy,
      accuracyInterval,
      accuracyWithoutCopies: tested.none.accuracy,
      empty: emptyRows(data),
    };
  });
}

function emptyRows(data: readonly CorpusData[]): number {
  let empty = 0;
  for (const { x } of data) for (let row = 0; row < x.rows; row++) if (x.starts[row] === x.starts[row + 1]) empty++;
  return empty;
}

function sameParts(a: readonly string[], b: readonly string[]): boolean {
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
