import { decoderFor } from "../../base/decode.js";
import type { Following } from "../../base/following.js";
import { isMessage, stripMessage } from "../../mail/news.js";
import type { Settings } from "../../model/settings.js";
import { type BodyAccuracy, bodyAccuracy } from "./bodies.js";
import { copyFinder, copyKinds, type TestedByKind, testedByKind } from "./copies.js";
import { type FieldAccuracy, fieldAccuracies, fieldCollector } from "./fields.js";
import { type Corpora, type Measured, rowsOf } from "./rows.js";

/** The result of an audit: whether test accuracy overstates the accuracy on future documents. */
export interface Audit {
  /** Number of documents that begin with a header. If it is 0, there are no fields. */
  readonly messages: number;
  /** Accuracy without headers, footers and quotes. */
  readonly bodies: BodyAccuracy;
  /** The test documents by the kind of copy that they have in training, over all runs. */
  readonly copies: TestedByKind;
  /** The header fields of at least 5 % of the documents, highest accuracy first. */
  readonly fields: readonly FieldAccuracy[];
  readonly findings: Findings;
}

/** The conclusions of the audit. */
export interface Findings {
  /** Accuracy of the audited evaluation. */
  readonly measured: number;
  /** A header field that is nearly always right on its own; undefined if there is none or headers were stripped. */
  readonly tellingField: Pick<FieldAccuracy, "name" | "accuracy"> | undefined;
  /** Whether copies matter: they raise accuracy, or they are at least 1 % of the test documents. */
  readonly copies: boolean;
  /** Accuracy of bodies alone on test documents without a copy in training; undefined without either. */
  readonly honest: number | undefined;
}

/** The options of an audit. */
export interface AuditOptions extends Following {
  /** Number of threads that read documents. It does not change the result. Default 1. */
  readonly jobs?: number | undefined;
}

/**
 * Checks whether an evaluation leaks: which test documents have copies in training, which header fields give the class
 * away, and how accurate the classifier is on the bodies of messages alone.
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
  const rows = rowsOf(measured, corpora);
  const size = rows.ids.length;
  const textOf = decoderFor(settings.encoding);
  const finder = copyFinder(size);
  const collected = fieldCollector(settings);
  let messages = 0;
  for (const [row, bytes] of rows.readAgain(following)) {
    const text = textOf(bytes);
    const message = isMessage(text, settings);
    if (message) {
      messages++;
      collected.add(row, text);
    }
    finder.add(row, message ? stripMessage(text, ["headers"]) : text);
  }
  const kinds = copyKinds(finder.copies(), rows.splits);
  const copies = testedByKind(kinds, measured.evaluation.predictions);
  const fields = fieldAccuracies(collected.fields, rows, settings, following);
  const bodies = bodyAccuracy(corpora, measured, settings, messages, kinds, { jobs, ...following });
  const hasBody = bodies.empty < size;
  const honest = hasBody ? bodies.accuracyWithoutCopies : undefined;
  return { messages, bodies, copies, fields, findings: { ...leaksOf(measured, settings, copies, fields), honest } };
}

/** Minimum accuracy of a telling field: a field that nearly gives the class away. */
const TELLING_FIELD = 0.95;

/** Maximum errors of a telling field, as a share of the errors of the majority class. */
const ERRORS_LEFT = 0.5;

/** Minimum share of test documents with a copy in training, for a warning. */
const MANY_COPIES = 0.01;

/** Minimum gain in accuracy by copies, for a warning if they are fewer. */
const GAIN_BY_COPIES = 0.001;

/** Finds a field and copies that raise the accuracy. */
export function leaksOf(
  { evaluation }: { readonly evaluation: Pick<Measured["evaluation"], "accuracy" | "baselines"> },
  { strip }: Pick<Settings, "strip">,
  { none }: TestedByKind,
  fields: readonly FieldAccuracy[],
): Omit<Findings, "honest"> {
  const { accuracy: measured, baselines } = evaluation;
  // If nearly all documents are of one class, any field reaches .95. So it must also halve the errors of that guess.
  const minAccuracy = Math.max(TELLING_FIELD, 1 - ERRORS_LEFT * (1 - baselines.majority));
  // The fields are sorted, highest accuracy first.
  const [best] = strip.includes("headers") ? [] : fields;
  const tellingField = best?.accuracy >= minAccuracy ? { name: best.name, accuracy: best.accuracy } : undefined;
  const copied = 1 - none.share;
  const gain = none.accuracy === undefined ? 0 : measured - none.accuracy;
  const copies = copied >= MANY_COPIES || (copied > 0 && gain >= GAIN_BY_COPIES);
  return { measured, tellingField, copies };
}
