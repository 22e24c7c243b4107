import type { Strippable } from "../email/news.js";
import type { Conflicts, CopyGroup, TestedByKind } from "./duplicates.js";
import type { Evaluation } from "./evaluate.js";
import type { Interval } from "./intervals.js";

/** Whether the test documents say more than documents that are still to come will. */
export interface Audit {
  /** How much of the accuracy is in which part of a message; with everything first, bodies alone last. */
  readonly parts: readonly PartAccuracy[];
  /** Documents that begin with a header. Without any, the parts are all alike and there are no fields. */
  readonly messages: number;
  /** Copies in the training part. */
  readonly duplicates: Duplicates;
  /** Header fields that at least 5 % of the documents have, the one that tells the most first. */
  readonly fields: readonly FieldAccuracy[];
  readonly findings: Findings;
}

/** The accuracy of the same classifier on the same splits, with parts of the messages left out. */
export interface PartAccuracy {
  readonly name: "everything" | "without headers" | "without footers and quotes" | "bodies alone";
  readonly strip: readonly Strippable[];
  /** Mean over the runs. */
  readonly accuracy: number;
  /** 95 %. */
  readonly accuracyInterval: Interval;
  /** On the test documents that have no copy in training, all runs added up; undefined if there are none. */
  readonly accuracyWithoutCopies: number | undefined;
}

/** Test documents whose text is in the training part too. */
export interface Duplicates {
  /** All runs added up. */
  readonly tested: TestedByKind;
  readonly runs: readonly TestedByKind[];
  /** The largest groups of copies in the whole corpus. */
  readonly groups: readonly CopyGroup[];
  readonly conflicts: Conflicts;
}

/** What a classifier that sees one header field and nothing else achieves. */
export interface FieldAccuracy {
  /** In lower case. */
  readonly name: string;
  /** Of the documents, those that have the field. */
  readonly share: number;
  /**
   * On all test documents of the first run, or by ten folds if that tests less than 2 % of the documents. A document
   * without the field has no term.
   */
  readonly accuracy: number;
  /** On those that have the field; undefined if there are none. */
  readonly accuracyWhereGiven: number | undefined;
  /** How many terms of the field give a class away. */
  readonly giveaways: number;
  /** The strongest of them, at most ten. */
  readonly strongest: readonly FieldGiveaway[];
}

/** A term of a field that nearly only one class has. */
export interface FieldGiveaway {
  readonly term: string;
  readonly label: string;
  /** Documents of the corpus that have the term in the field. */
  readonly documents: number;
  /** Those of them that are of the class. */
  readonly ofClass: number;
}

/** What the audit comes to. */
export interface Findings {
  /** The accuracy that was audited. */
  readonly measured: number;
  /** The most telling header field, if one that was not left out is nearly always right alone; otherwise undefined. */
  readonly tellingField: Pick<FieldAccuracy, "name" | "accuracy"> | undefined;
  /** What the headers are worth: accuracy with everything, less that without headers; 0 if they were left out. */
  readonly headerGain: number;
  /** Whether the header leaks: by a telling field, or by being worth a point while terms of it give classes away. */
  readonly header: boolean;
  /** Whether copies of test documents in training raise the accuracy or are more than 1 % of the test documents. */
  readonly copies: boolean;
  /** The accuracy of bodies alone on test documents that have no copy in training; undefined if each of them has. */
  readonly honest: number | undefined;
}

/** A field this accurate alone leaves little for the rest of the message to say … */
const TELLING_FIELD = 0.95;

/** … unless the largest class is that large: of the errors of naming that class always, it makes at most this share. */
const ERRORS_LEFT = 0.5;

/** What headers with giveaways have to be worth. */
const GAIN_BY_HEADERS = 0.01;

/** Fewer test documents with copies, and a smaller gain by them, are not worth a warning. */
const MANY_COPIES = 0.01;
const GAIN_BY_COPIES = 0.001;

/**
 * @param evaluation what is audited
 * @param strip what it left out of messages
 */
export function findingsOf(
  { accuracy: measured, baselines }: Pick<Evaluation, "accuracy" | "baselines">,
  strip: readonly Strippable[],
  parts: readonly PartAccuracy[],
  { tested }: Pick<Duplicates, "tested">,
  fields: readonly FieldAccuracy[],
): Findings {
  const seen = !strip.includes("headers");
  const telling = Math.max(TELLING_FIELD, 1 - ERRORS_LEFT * (1 - baselines.majority));
  const best = seen ? fields.at(0) : undefined;
  const tellingField =
    best !== undefined && best.accuracy >= telling ? { name: best.name, accuracy: best.accuracy } : undefined;
  const headerGain = seen ? parts[0].accuracy - parts[1].accuracy : 0;
  const giveaways = fields.some((field) => field.giveaways > 0);
  const copied = 1 - tested.none.share;
  const without = tested.none.accuracy;
  return {
    measured,
    tellingField,
    headerGain,
    header: tellingField !== undefined || (giveaways && headerGain >= GAIN_BY_HEADERS),
    copies: copied >= MANY_COPIES || (copied > 0 && without !== undefined && measured - without >= GAIN_BY_COPIES),
    honest: parts[parts.length - 1].accuracyWithoutCopies,
  };
}
