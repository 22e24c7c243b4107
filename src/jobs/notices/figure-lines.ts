import { grouped, percent, plural } from "../../base/numbers.js";
import { argmax } from "../../classifiers/scores.js";
import type { UnlabelledChoice } from "../../classifiers/unlabelled/pooled-labels.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { DocumentDates } from "../../evaluation/protocols/document-dates.js";
import type { Grouping } from "../../evaluation/protocols/grouped.js";
import type { Protocol, ProtocolSplits } from "../../evaluation/protocols/protocol-splits.js";
import { namedLines, unlearnedText } from "./corpus-lines.js";

/**
 * Returns the notices on the splits of a corpus.
 *
 * @param planned the protocol as the options name it
 */
export function splitLines(planned: Protocol, found: ProtocolSplits): string[] {
  return [...protocolLines(planned, found), ...classLines(found)];
}

/**
 * Returns the notices on documents that are left out or are groups of their own, and on the number of folds. They do
 * not depend on the classes.
 */
export function protocolLines(planned: Protocol, { protocol, groups, dates }: ProtocolSplits): string[] {
  const ofDates = protocol.kind === "by-date" ? dates : undefined;
  const groupBy = groups !== undefined && "groupBy" in protocol ? protocol.groupBy : undefined;
  const unit = groupBy === undefined ? "document" : "group";
  const what = (folds: number) =>
    ofDates === undefined ? plural(folds, unit) : `${plural(folds + 1, "different time")} of documents`;
  return [
    ...(ofDates === undefined ? [] : dateLines(ofDates, "dates" in protocol && protocol.dates === "auto")),
    ...(groupBy === undefined ? [] : aloneLines(groups?.alone ?? 0, groupBy)),
    ...fewerFoldsLines(planned, protocol, what),
  ];
}

/** Returns the notices on documents without a date, and on those dated by their file if nobody asked for that. */
function dateLines({ unparsed, undated, byFile }: DocumentDates, tellsByFile: boolean): string[] {
  const datedByFile = (n: number) =>
    `${plural(n, "document is no message", "documents are no messages")} and dated by file time`;
  return [
    ...namedLines(unparsed, (n) => `left out ${plural(n, "document")} whose date cannot be read`),
    ...namedLines(undated, (n) => `left out ${plural(n, "document")} without a date`),
    ...namedLines(tellsByFile ? byFile : [], datedByFile),
  ];
}

/** Returns the notice on documents that cannot be grouped. @param alone their number */
function aloneLines(alone: number, groupBy: Grouping): string[] {
  if (alone === 0) return [];
  return [`${plural(alone, "document")} without ${LACKED[groupBy]}: each is a group of its own`];
}

/** The missing part of a document that is a group of its own. */
const LACKED: Readonly<Record<Grouping, string>> = {
  from: "sender",
  subject: "subject",
  thread: "Message-ID and subject",
  group: "group",
};

/**
 * Returns the notice that there are fewer folds than planned; empty if there are not.
 *
 * @param what the reason why more folds are not possible, such as "6 documents"
 */
export function fewerFoldsLines(planned: object, found: object, what: (folds: number) => string): string[] {
  const [wanted, folds] = [planned, found].map((protocol) => ("folds" in protocol ? Number(protocol.folds) : 0));
  if (wanted === folds) return [];
  return [`${what(folds)} are too few for ${grouped(wanted)} folds: using ${plural(folds, "fold")}`];
}

/** "2 classes are in no test set, and not measured" */
export function untestedText(n: number, one: string, many: string): string {
  return `${plural(n, one, many)} in no test set, and not measured`;
}

/**
 * Returns the lines on classes that are never tested, or tested without having been learned: both change what
 * the figures mean.
 */
function classLines({ splits, protocol, groups, gaps }: ProtocolSplits): string[] {
  const { untested, few, unlearned, unlearnedSplits } = gaps;
  const having = (classes: readonly string[], what: string) =>
    namedLines(classes, (n) => `${plural(n, "class has", "classes have")} ${what}`);
  // A hold-out of single documents tests every class with two of them.
  const untestedLines =
    protocol.kind === "holdout" && groups === undefined
      ? having(untested, "one document, learned from and never tested")
      : namedLines(untested, (n) => untestedText(n, "class is", "classes are"));
  const folds = protocol.kind === "folds" ? protocol.folds : 0;
  const skipped = `some folds do not test ${few.length === 1 ? "it" : "them"}`;
  const isOnce = splits === "leave one out" || splits.length === 1;
  const where = isOnce ? "" : ` in ${unlearnedSplits} of ${splits.length} splits`;
  return [
    ...untestedLines,
    ...having(few, `fewer documents than the ${folds} folds: ${skipped}`),
    ...namedLines(unlearned, (n) => unlearnedText(n, where)),
  ];
}

/** Precision and recall of a class or label with fewer tested documents are mostly chance. */
export const FEW_TESTED = 5;

/** A calibration that is fitted to fewer documents says little about others. */
const FEW_TO_CALIBRATE = 50;

/**
 * An accuracy is hardly better than always answering the largest class if it saves less than this share of the errors.
 */
const MIN_SAVED_SHARE = 0.1;

/**
 * Returns the lines on figures of an evaluation that mean little.
 *
 * @param labels the classes of the documents to learn from
 * @param sizes how many of them each class has
 */
export function figureLines(evaluation: Evaluation, labels: readonly string[], sizes: ArrayLike<number>): string[] {
  const { documents, uncalibrated } = evaluation;
  const largestClass = labels[argmax(sizes)];
  return [
    ...fewTestedLines(evaluation),
    ...majorityLines(evaluation, largestClass),
    ...(uncalibrated === undefined ? [] : fewToCalibrateLines(documents.train)),
  ];
}

/** Returns the line on a calibration that is fitted to few documents. @param documents their number */
export function fewToCalibrateLines(documents: number): string[] {
  if (documents >= FEW_TO_CALIBRATE) return [];
  return [`the calibration is fitted to ${plural(documents, "document")} at most, too few to trust its probabilities`];
}

function fewTestedLines({ predictions, labels }: Evaluation): string[] {
  const tested = labels.map(() => new Set<number>());
  for (const { row, actual } of predictions) if (tested[actual].size < FEW_TESTED) tested[actual].add(row);
  const few = labels.filter((_, c) => tested[c].size > 0 && tested[c].size < FEW_TESTED);
  return namedLines(few, (n) => fewTestedText(n, "class", "classes"));
}

/** "2 classes have fewer than 5 tested documents, so their precision and recall mean little" */
export function fewTestedText(n: number, one: string, many: string): string {
  const [have, their] = n === 1 ? ["has", "its"] : ["have", "their"];
  return `${plural(n, one, many)} ${have} fewer than ${FEW_TESTED} tested documents, so ${their} precision and recall mean little`;
}

function majorityLines({ accuracy, baselines }: Evaluation, largestClass: string): string[] {
  const { majority } = baselines;
  if (accuracy - majority >= MIN_SAVED_SHARE * (1 - majority)) return [];
  const guess = `always answering ${largestClass}`;
  const reached = percent(accuracy);
  if (reached === percent(majority)) return [`accuracy ${reached} is that of ${guess}`];
  const relation = accuracy < majority ? "below" : "hardly above";
  return [`accuracy ${reached} is ${relation} the ${percent(majority)} of ${guess}`];
}

/** Returns the notice on shares of classes that had to be estimated; empty if they are known. */
export function unknownSharesLines({ sharesFrom }: UnlabelledChoice): string[] {
  if (sharesFrom !== "estimate") return [];
  return ["equally many labels do not show how common each class is: give --shares if you know it"];
}
