import type { CorpusData } from "../dataset.js";
import { type DateSource, readDates } from "../document-dates.js";
import { type Grouping, groupsBy } from "../document-groups.js";
import type { Corpus } from "../documents/corpus.js";
import { chronologicalFolds, chronologicalHoldout, type Times, timeSpan } from "../evaluation/chronological.js";
import { groupedFolds, groupedHoldouts } from "../evaluation/grouped.js";
import type { Split } from "../evaluation/splits.js";
import { type HeaderSettings, readMessageFacts } from "../message-facts.js";
import type { ByDate, DatedPart, Protocol } from "../reports/evaluation-json.js";
import { plural } from "../reports/numbers.js";
import { namesOf } from "./notices.js";
import { splitsOf } from "./protocol.js";
import { requireLearnable, splitNotices } from "./split-notices.js";

/** What a protocol comes to on a corpus. */
export interface ChosenSplits {
  readonly splits: readonly Split[];
  /** With what only the corpus could tell. */
  readonly protocol: Protocol;
  /** What somebody should know of them, a line each. */
  readonly notices: readonly string[];
}

/**
 * The splits of a corpus by a protocol. By date and by group it reads the headers of the
 * corpus, in a pass of its own.
 *
 * @throws UsageError if the protocol is not possible on the corpus, DataError if nothing could be measured by it.
 */
export function chooseSplits(
  corpus: Corpus,
  data: CorpusData,
  protocol: Protocol,
  settings: HeaderSettings,
): ChosenSplits {
  const chosen = splitsBy(corpus, data, protocol, settings);
  requireLearnable(data.y, chosen.splits, protocol.kind);
  const notices = splitNotices(data, chosen.splits, chosen.protocol, chosen.groups);
  return { splits: chosen.splits, protocol: chosen.protocol, notices: [...chosen.notices, ...notices] };
}

interface SplitsBy extends ChosenSplits {
  /** The group of each row. */
  readonly groups?: Uint32Array;
}

function splitsBy(corpus: Corpus, data: CorpusData, protocol: Protocol, settings: HeaderSettings): SplitsBy {
  const { y, ids } = data;
  if (protocol.kind === "by-date") return splitsByDate(corpus, ids, protocol, settings);
  if (protocol.kind === "test" || protocol.kind === "leave-one-out" || protocol.groupBy === undefined) {
    return { splits: splitsOf(y, protocol), protocol, notices: [] };
  }
  const facts = readMessageFacts(corpus, ids, settings);
  const { groups, count, alone } = groupsBy(facts, protocol.groupBy as Grouping);
  const notices =
    alone === 0
      ? []
      : [
          `thresher: ${plural(alone, "document")} without ${LACKED[protocol.groupBy as Grouping]}: each is a group of its own`,
        ];
  const splits =
    protocol.kind === "folds"
      ? groupedFolds(y, groups, protocol.folds, protocol.seed, protocol.repeats)
      : groupedHoldouts(y, groups, protocol.share, protocol.repeats, protocol.seed);
  return { splits, protocol: { ...protocol, groups: count }, notices, groups };
}

const LACKED: Readonly<Record<Grouping, string>> = {
  from: "sender",
  subject: "subject",
  thread: "Message-ID and subject",
};

function splitsByDate(corpus: Corpus, ids: readonly string[], protocol: ByDate, settings: HeaderSettings): SplitsBy {
  const { times, byFile, undated, unparsed } = readDates(corpus, ids, protocol.dates as DateSource, settings);
  const splits =
    protocol.folds === undefined
      ? [chronologicalHoldout(times, protocol.share ?? 0)]
      : chronologicalFolds(times, protocol.folds);
  const left = (documents: readonly string[], why: string) =>
    documents.length === 0
      ? []
      : [`thresher: left out ${plural(documents.length, "document")} ${why}: ${namesOf(documents)}`];
  const mixed = protocol.dates === "auto" && byFile.length > 0;
  const notices = [
    ...left(unparsed, "whose Date header cannot be understood"),
    ...left(undated, "without a date"),
    ...(mixed
      ? [
          `thresher: ${plural(byFile.length, "document is no message", "documents are no messages")} and dated by file time: ${namesOf(byFile)}`,
        ]
      : []),
  ];
  const parts = splits.map(({ train, test }) => ({ train: datedPart(train, times), test: datedPart(test, times) }));
  return { splits, protocol: { ...protocol, parts }, notices };
}

function datedPart(rows: Uint32Array, times: Times): DatedPart {
  const { from, until, documents } = timeSpan(rows, times);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), documents };
}
