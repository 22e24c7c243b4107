import { type Following, followed } from "../../base/following.js";
import { type CorpusData, readCorpora } from "../../features/corpus/read-corpus.js";
import type { Splits } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import { requireClasses } from "../../model/reading.js";
import { type Settings, settingsFrom } from "../../model/settings.js";
import { evaluateCorpora } from "../evaluate.js";
import { copyKinds } from "./duplicates.js";
import { fieldAccuracies, frequentFields } from "./fields.js";
import { type Audit, findingsOf } from "./leakage.js";
import { partAccuracies } from "./parts.js";
import { allPredictors, presencePredictors } from "./predictors.js";
import { type Corpora, type Measured, requireRereadable, rowsOf } from "./rows.js";
import { duplicatesOf, readTexts } from "./texts.js";

/** The options of an audit. */
export interface AuditOptions extends Following {
  /** Number of threads that read documents. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
  /** Whether the runs resample one corpus, as for `evaluate`. Default true. */
  readonly resampled?: boolean | undefined;
}

/**
 * Checks whether an evaluation leaks: how much accuracy comes from headers, footers and quotes, which test documents
 * have copies in training, and which header fields give the class away.
 *
 * @param corpora one corpus, or one to learn from and one to test on. They are read several times; ids must be distinct
 * @param settings of the classifier, as for `train`
 * @param splitsOf returns the splits of one corpus, such as `({ y }) => folds(y, 10, 1)`, or `"leave one out"`;
 *   not called for two corpora
 * @throws UsageError if a setting is not allowed, there is no split or a corpus can be read only once;
 *   DataError if there are fewer than two classes, no test documents, or duplicate ids.
 */
export function audit(
  corpora: Corpora,
  settings: TrainOptions,
  splitsOf: (data: CorpusData) => Splits,
  options: AuditOptions = {},
): Audit {
  requireRereadable(corpora);
  const choices = settingsFrom(settings);
  const read = readCorpora(corpora, choices, options);
  const [data, test] = read;
  requireClasses(data);
  const splits = test === undefined ? splitsOf(data) : [];
  const evaluation = evaluateCorpora(read, splits, choices, options);
  return auditOf({ data: read, splits, evaluation }, corpora, choices, options);
}

/**
 * Audits an evaluation that was made before.
 *
 * @param measured the corpora that were read, the splits and the evaluation
 */
export function auditOf(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  { jobs = 1, ...following }: AuditOptions = {},
): Audit {
  requireRereadable(corpora);
  const tellDone = followed(following, "auditing", 1);
  const rows = rowsOf(measured, corpora);
  const size = rows.ids.length;
  const counter = (from: number, share: number) => {
    let documents = 0;
    return () => tellDone(from + share * Math.min(1, ++documents / size));
  };
  const { copies, messages, fields: counts } = readTexts(rows, settings, counter(0, TEXTS));
  const kinds = copyKinds(copies, rows.splits);
  const duplicates = duplicatesOf(copies, rows, kinds, measured.evaluation);
  const parts = partAccuracies(corpora, measured, settings, messages, kinds, {
    jobs,
    onProgress: (share) => tellDone(TEXTS + PARTS * share),
  });
  const chosen = frequentFields(counts, size);
  const { fields, predictors } = fieldAccuracies(rows, settings, chosen, {
    onDocument: counter(TEXTS + PARTS, FIELDS / 2),
    onField: (done) => tellDone(TEXTS + PARTS + FIELDS * (0.5 + done / chosen.length / 2)),
  });
  return {
    parts,
    messages,
    duplicates,
    fields,
    predictors: allPredictors(presencePredictors(counts, rows, settings), predictors),
    findings: findingsOf(measured.evaluation, settings.strip, parts, duplicates, fields, size),
  };
}

/** About how much of the time each step takes, as a fraction. */
const TEXTS = 0.2;
const PARTS = 0.6;
const FIELDS = 0.2;
