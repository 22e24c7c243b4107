import type { Strippable } from "../../mail/news.js";
import type { Evaluation } from "../evaluate.js";
import type { Conflicts, CopyGroup, TestedByKind } from "./duplicates.js";
import type { Predictor } from "./predictors.js";

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

/** Accuracy of the same classifier on the same splits without parts of the messages. */
export interface PartAccuracy extends Pick<Evaluation, "accuracy" | "accuracyInterval"> {
  readonly name: "everything" | "without headers" | "without footers and quotes" | "bodies alone";
  readonly strip: readonly Strippable[];
  /** Accuracy on test documents without a copy in training, over all runs; undefined if there are none. */
  readonly accuracyWithoutCopies: number | undefined;
  /** Number of documents without any term. For them only the prior counts. */
  readonly empty: number;
}

/** Test documents with a copy in training. */
export interface Duplicates {
  /** Over all runs. */
  readonly tested: TestedByKind;
  readonly runs: readonly TestedByKind[];
  /** The largest groups of copies in the corpus. */
  readonly groups: readonly CopyGroup[];
  readonly conflicts: Conflicts;
}

/** Accuracy of a classifier that sees only one header field. */
export interface FieldAccuracy {
  /** The name of the field, in lower case. */
  readonly name: string;
  /** Share of the documents that have the field. */
  readonly share: number;
  /**
   * Accuracy on all test documents of the first run; over ten folds if the run tests less than 2 % of the documents.
   * A document without the field has no terms.
   */
  readonly accuracy: number;
  /** Accuracy on documents with the field; undefined if there are none. */
  readonly accuracyWhereGiven: number | undefined;
  /** Whether the settings leave the field out, because it is written when a message arrives or later. */
  readonly isLeftOut: boolean;
  /** Number of terms of the field that give a class away. */
  readonly giveaways: number;
  /** The strongest giveaways, at most ten. */
  readonly strongest: readonly FieldGiveaway[];
}

/** A term of a field that gives its class away. */
export interface FieldGiveaway {
  readonly term: string;
  readonly label: string;
  /** Number of documents with the term in the field. */
  readonly documents: number;
  /** Number of these documents in the class. */
  readonly ofClass: number;
}

/** The conclusions of the audit. */
export interface Findings {
  readonly measured: number;
  /** A header field that is nearly always right on its own; undefined if there is none or headers were stripped. */
  readonly tellingField: Pick<FieldAccuracy, "name" | "accuracy"> | undefined;
  /** Accuracy with everything minus accuracy without headers; 0 if headers were stripped. */
  readonly headerGain: number;
  /** Whether the header leaks: through a telling field, or through giveaways that raise accuracy by at least .01. */
  readonly header: boolean;
  /** Whether copies matter: they raise accuracy, or they are at least 1 % of the test documents. */
  readonly copies: boolean;
  /** Accuracy of bodies alone on test documents without a copy in training; undefined if there are none. */
  readonly honest: number | undefined;
}

/** Minimum accuracy of a telling field. */
const TELLING_FIELD = 0.95;

/** Maximum errors of a telling field, as a share of the errors of the majority class. */
const ERRORS_LEFT = 0.5;

/** Minimum gain in accuracy by headers that contain giveaways. */
const GAIN_BY_HEADERS = 0.01;

/** Minimum share of copies, or minimum gain in accuracy by them, for a warning. */
const MANY_COPIES = 0.01;
const GAIN_BY_COPIES = 0.001;

/**
 * Draws the conclusions of an audit.
 *
 * @param evaluation the audited one
 * @param strip the parts that it left out
 * @param documents in all corpora
 */
export function findingsOf(
  { accuracy: measured, baselines }: Pick<Evaluation, "accuracy" | "baselines">,
  strip: readonly Strippable[],
  parts: readonly PartAccuracy[],
  { tested }: Pick<Duplicates, "tested">,
  fields: readonly FieldAccuracy[],
  documents: number,
): Findings {
  const seen = !strip.includes("headers");
  const telling = Math.max(TELLING_FIELD, 1 - ERRORS_LEFT * (1 - baselines.majority));
  const best = seen ? fields.find(({ isLeftOut }) => !isLeftOut) : undefined;
  const tellingField =
    best !== undefined && best.accuracy >= telling ? { name: best.name, accuracy: best.accuracy } : undefined;
  const headerGain = seen ? parts[0].accuracy - parts[1].accuracy : 0;
  const giveaways = fields.some((field) => field.giveaways > 0 && !field.isLeftOut);
  const copied = 1 - tested.none.share;
  const without = tested.none.accuracy;
  const bodies = parts[parts.length - 1];
  return {
    measured,
    tellingField,
    headerGain,
    header: tellingField !== undefined || (giveaways && headerGain >= GAIN_BY_HEADERS),
    copies: copied >= MANY_COPIES || (copied > 0 && without !== undefined && measured - without >= GAIN_BY_COPIES),
    honest: bodies.empty < documents ? bodies.accuracyWithoutCopies : undefined,
  };
}
