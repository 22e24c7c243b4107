import { grouped, plural } from "../../base/numbers.js";
import type { DocumentDates } from "../../evaluation/protocols/document-dates.js";
import type { Grouping } from "../../evaluation/protocols/grouped.js";
import type { Protocol, ProtocolSplits } from "../../evaluation/protocols/protocol-splits.js";
import { unlearnedText } from "./class-lines.js";
import { namedLines } from "./names.js";

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
