import { grouped, plural } from "../../base/numbers.js";
import type { Grouping } from "../../evaluation/protocols/grouped.js";
import type { Protocol, ProtocolSplits } from "../../evaluation/protocols/protocol.js";
import { namedLines, unlearnedText } from "./notices.js";

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
  if (protocol.kind === "by-date" && dates !== undefined) {
    return [
      ...namedLines(dates.unparsed, (n) => `left out ${plural(n, "document")} whose date cannot be read`),
      ...namedLines(dates.undated, (n) => `left out ${plural(n, "document")} without a date`),
      ...namedLines(protocol.dates === "auto" ? dates.byFile : [], datedByFile),
      ...fewerFoldsLines(planned, protocol, (folds) => `${plural(folds + 1, "different time")} of documents`),
    ];
  }
  if (groups === undefined || !("groupBy" in protocol) || protocol.groupBy === undefined) {
    return fewerFoldsLines(planned, protocol, (folds) => plural(folds, "document"));
  }
  const without = `${plural(groups.alone, "document")} without ${LACKED[protocol.groupBy]}`;
  return [
    ...(groups.alone === 0 ? [] : [`${without}: each is a group of its own`]),
    ...fewerFoldsLines(planned, protocol, (folds) => plural(folds, "group")),
  ];
}

function datedByFile(n: number): string {
  return `${plural(n, "document is no message", "documents are no messages")} and dated by file time`;
}

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

/**
 * Returns the lines on classes that are never tested, or tested without having been learned: both change what
 * the figures mean.
 */
function classLines({ splits, protocol, groups, gaps }: ProtocolSplits): string[] {
  const often = splits.length === 1 ? "" : ` in ${gaps.unlearnedSplits} of ${splits.length} splits`;
  const folds = protocol.kind === "folds" ? protocol.folds : 0;
  const skipped = `some folds do not test ${gaps.few.length === 1 ? "it" : "them"}`;
  const having = (classes: readonly string[], what: string) =>
    namedLines(classes, (n) => `${plural(n, "class has", "classes have")} ${what}`);
  return [
    ...having(gaps.single, "one document, which is always wrong when it is left out"),
    ...(protocol.kind === "holdout" && groups === undefined
      ? having(gaps.untested, "one document, learned from and never tested")
      : namedLines(gaps.untested, (n) => `${plural(n, "class is", "classes are")} in no test set, and not measured`)),
    ...having(gaps.few, `fewer documents than the ${folds} folds: ${skipped}`),
    ...namedLines(
      gaps.inOneGroup,
      (n) => `${plural(n, "class lies", "classes lie")} in one group only, never both learned and tested`,
    ),
    ...namedLines(gaps.unlearned, (n) => unlearnedText(n, often)),
  ];
}
