import { type Following, followed } from "../../base/following.js";
import type { Settings } from "../../model/settings.js";
import { copyKinds, type Duplicates, duplicatesOf } from "./duplicates.js";
import { frequentFields } from "./field-values.js";
import { type FieldAccuracy, fieldAccuracies } from "./fields.js";
import { type Findings, findingsOf } from "./findings.js";
import { type PartAccuracy, partAccuracies } from "./parts.js";
import { allPredictors, type Predictor, presencePredictors } from "./predictors.js";
import { type Corpora, type Measured, rowsOf } from "./rows.js";
import { readTexts } from "./texts.js";

/** The result of an audit: whether test accuracy overstates the accuracy on future documents. */
export interface Audit {
  /** Accuracy without parts of the messages. Everything is first, bodies alone are last. */
  readonly parts: readonly PartAccuracy[];
  /** Number of documents that begin with a header. If it is 0, all parts are equal and there are no fields. */
  readonly messages: number;
  readonly duplicates: Duplicates;
  /** The header fields of at least 5 % of the documents, highest accuracy first. */
  readonly fields: readonly FieldAccuracy[];
  /** Header fields that predict a class by themselves: see `predictors.ts`. Fields that are not left out come first. */
  readonly predictors: readonly Predictor[];
  readonly findings: Findings;
}

/** The options of an audit. */
export interface AuditOptions extends Following {
  /** Number of threads that read documents. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/**
 * Checks whether an evaluation leaks: how much accuracy comes from headers, footers and quotes, which test documents
 * have copies in training, and which header fields give the class away.
 *
 * @param measured the corpora that were read, the splits and the evaluation
 * @param corpora one corpus, or one to learn from and one to test on. They are read several times
 * @throws DataError if two documents have the same id.
 */
export function audit(
  measured: Measured,
  corpora: Corpora,
  settings: Settings,
  { jobs = 1, ...following }: AuditOptions = {},
): Audit {
  const tellDone = followed(following, "auditing", 1);
  const { evaluation } = measured;
  const rows = rowsOf(measured, corpora);
  const size = rows.ids.length;
  /** Returns a callback for each document of a step that begins at `from` and takes `share` of the audit. */
  const counter = (from: number, share: number) => {
    let documents = 0;
    // More documents may be read than were evaluated.
    return () => tellDone(from + share * Math.min(1, ++documents / size));
  };
  const { copies, messages, fields: counts } = readTexts(rows, settings, counter(0, TEXTS));
  const kinds = copyKinds(copies, rows.splits);
  const duplicates = duplicatesOf(copies, rows, kinds, evaluation);
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
    findings: findingsOf({ evaluation, strip: settings.strip, parts, duplicates, fields, documents: size }),
  };
}

/** About how much of the time each step takes, as a fraction. */
const TEXTS = 0.2;
const PARTS = 0.6;
const FIELDS = 0.2;
