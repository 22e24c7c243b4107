import { fieldAccuracies } from "./audit/fields.js";
import { partAccuracies } from "./audit/parts.js";
import { type Corpora, type Measured, requireRereadable, rowsOf, type Splits } from "./audit/rows.js";
import { duplicatesOf, readTexts } from "./audit/texts.js";
import { evaluateCorpora } from "./corpus-evaluation.js";
import { type CorpusData, readCorpora } from "./dataset.js";
import { copyKinds } from "./evaluation/duplicates.js";
import { type Audit, findingsOf } from "./evaluation/leakage.js";
import { type Settings, settingsFrom, type TrainOptions } from "./settings.js";
import { requireClasses } from "./training.js";

export type { Corpora, Measured, Splits } from "./audit/rows.js";

/** How an audit is made. */
export interface AuditOptions {
  /** How many threads read documents; the result does not depend on it. Default 1. */
  readonly jobs?: number;
  /** Whether the runs are resamplings of one corpus, as for `evaluate`. Default true. */
  readonly resampled?: boolean;
  /** Called with the share that is done, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Whether a split leaks: how much of the accuracy is in the headers, footers and quotes,
 * which test documents have copies in training, and which header fields say the class.
 *
 * @param corpora one, or one to learn from and one to test on; each is read several times, and ids differ within it
 * @param settings of the classifier, as for `train`
 * @param splitsOf the splits of one corpus, such as `({ y }) => folds(y, 10, 1)`, or `"leave one out"`; not called
 *   for two
 * @throws UsageError if a setting is not allowed, there is no split or a corpus can be read only once; DataError if
 *   there are no two classes or no test document, or if two documents have one id.
 */
export function audit(
  corpora: Corpora,
  settings: TrainOptions,
  splitsOf: (data: CorpusData) => Splits,
  options: AuditOptions = {},
): Audit {
  requireRereadable(corpora);
  const choices = settingsFrom(settings);
  const read = readCorpora(corpora, choices, { jobs: options.jobs ?? 1 });
  const [data, test] = read;
  requireClasses(data);
  const splits = test === undefined ? splitsOf(data) : [];
  const evaluation = evaluateCorpora(read, splits, choices, { resampled: options.resampled });
  return auditOf({ data: read, splits, evaluation }, corpora, choices, options);
}

/**
 * The same of an evaluation that has been made.
 *
 * @param measured the corpora as they were read, the splits and what came of them
 */
export function auditOf(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  { jobs = 1, onProgress = () => undefined }: AuditOptions = {},
): Audit {
  requireRereadable(corpora);
  const rows = rowsOf(measured);
  const size = rows.ids.length;
  const counter = (from: number, share: number) => {
    let documents = 0;
    return () => onProgress(from + share * Math.min(1, ++documents / size));
  };
  const { copies, messages, fields: counts } = readTexts(corpora, rows, settings, counter(0, TEXTS));
  const kinds = copyKinds(copies, rows.splits);
  const duplicates = duplicatesOf(copies, rows, kinds, measured.evaluation);
  const parts = partAccuracies(corpora, measured, settings, messages, kinds, {
    jobs,
    onProgress: (share) => onProgress(TEXTS + PARTS * share),
  });
  const chosen = counts.frequent(size);
  const fields = fieldAccuracies(corpora, rows, settings, chosen, {
    onDocument: counter(TEXTS + PARTS, FIELDS / 2),
    onField: (done) => onProgress(TEXTS + PARTS + FIELDS * (0.5 + done / chosen.length / 2)),
  });
  return {
    parts,
    messages,
    duplicates,
    fields,
    findings: findingsOf(measured.evaluation, settings.strip, parts, duplicates, fields),
  };
}

/** About how much of the time each part of the work takes. */
const TEXTS = 0.2;
const PARTS = 0.6;
const FIELDS = 0.2;
