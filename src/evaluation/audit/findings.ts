import type { Strippable } from "../../mail/news.js";
import type { Evaluation } from "../evaluate.js";
import type { Duplicates } from "./copies.js";
import type { FieldAccuracy } from "./fields.js";
import type { PartAccuracy } from "./parts.js";

/** The conclusions of the audit. */
export interface Findings {
  /** Accuracy of the audited evaluation. */
  readonly measured: number;
  /** A header field that is nearly always right on its own; undefined if there is none or headers were stripped. */
  readonly tellingField: Pick<FieldAccuracy, "name" | "accuracy"> | undefined;
  /** Accuracy with everything minus accuracy without headers; 0 if headers were stripped. */
  readonly headerGain: number;
  /** Whether the header leaks: through a telling field, or because it raises accuracy by at least .01. */
  readonly header: boolean;
  /** Whether copies matter: they raise accuracy, or they are at least 1 % of the test documents. */
  readonly copies: boolean;
  /** Accuracy of bodies alone on test documents without a copy in training; undefined without either. */
  readonly honest: number | undefined;
}

/** Minimum accuracy of a telling field: a field that nearly gives the class away. */
const TELLING_FIELD = 0.95;

/** Maximum errors of a telling field, as a share of the errors of the majority class. */
const ERRORS_LEFT = 0.5;

/** Minimum gain in accuracy by headers, for a warning. */
const GAIN_BY_HEADERS = 0.01;

/** Minimum share of test documents with a copy in training, for a warning. */
const MANY_COPIES = 0.01;

/** Minimum gain in accuracy by copies, for a warning if they are fewer. */
const GAIN_BY_COPIES = 0.001;

/** The facts from which the conclusions are drawn. */
interface Audited {
  readonly evaluation: Pick<Evaluation, "accuracy" | "baselines">;
  /** The parts of messages that the evaluation left out. */
  readonly strip: readonly Strippable[];
  readonly parts: readonly PartAccuracy[];
  readonly duplicates: Pick<Duplicates, "tested">;
  readonly fields: readonly FieldAccuracy[];
  /** Number of documents in all corpora. */
  readonly documents: number;
}

/** Draws the conclusions of an audit. */
export function findingsOf({ evaluation, strip, parts, duplicates, fields, documents }: Audited): Findings {
  const { accuracy: measured, baselines } = evaluation;
  const { none } = duplicates.tested;
  const hasHeaders = !strip.includes("headers");
  // If nearly all documents are of one class, any field reaches .95. So it must also halve the errors of that guess.
  const minAccuracy = Math.max(TELLING_FIELD, 1 - ERRORS_LEFT * (1 - baselines.majority));
  // The fields are sorted, highest accuracy first.
  const best = hasHeaders ? fields.find(({ isLeftOut }) => !isLeftOut) : undefined;
  const tellingField =
    best !== undefined && best.accuracy >= minAccuracy ? { name: best.name, accuracy: best.accuracy } : undefined;
  // The first parts are everything, and everything without headers.
  const headerGain = hasHeaders ? parts[0].accuracy - parts[1].accuracy : 0;
  const copied = 1 - none.share;
  const gainByCopies = none.accuracy === undefined ? 0 : measured - none.accuracy;
  const bodies = parts[parts.length - 1];
  return {
    measured,
    tellingField,
    headerGain,
    header: tellingField !== undefined || headerGain >= GAIN_BY_HEADERS,
    copies: copied >= MANY_COPIES || (copied > 0 && gainByCopies >= GAIN_BY_COPIES),
    honest: bodies.empty < documents ? bodies.accuracyWithoutCopies : undefined,
  };
}
