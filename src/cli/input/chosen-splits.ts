import { plural } from "../../base/numbers.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import {
  chronologicalFolds,
  chronologicalHoldout,
  type DateSource,
  mostChronologicalFolds,
  readDates,
  type Times,
  timeSpan,
} from "../../evaluation/protocols/chronological.js";
import { type Grouping, groupedFolds, groupedHoldouts, groupsBy } from "../../evaluation/protocols/grouped.js";
import type { CorpusData } from "../../features/corpus/dataset.js";
import { type HeaderSettings, readMessageFacts } from "../../mail/message-facts.js";
import type { Split } from "../../model/fitting/splits.js";
import type { ByDate, DatedPart, Protocol } from "../../reports/evaluation/evaluation-json.js";
import { splitsOf } from "../options/evaluation-options.js";
import { namedLines } from "../output/notices.js";
import { foldCount, foldsThatFit, requireCommonClass, splitNotices } from "../output/split-notices.js";

/** The splits of a corpus. */
export interface ChosenSplits {
  readonly splits: readonly Split[];
  /** The protocol, with the facts that the corpus adds. */
  readonly protocol: Protocol;
  /** Lines for the user. */
  readonly notices: readonly string[];
}

/**
 * Splits a corpus by a protocol. By date and by group, a separate pass reads the headers of the corpus.
 *
 * @throws UsageError if the protocol is not possible on the corpus, DataError if it would measure nothing.
 */
export function chooseSplits(
  corpus: Corpus,
  data: CorpusData,
  protocol: Protocol,
  settings: HeaderSettings,
): ChosenSplits {
  const chosen = splitsBy(corpus, data, protocol, settings);
  requireCommonClass(data.y, chosen.splits, protocol.kind);
  const notices = splitNotices(data, chosen.splits, chosen.protocol, chosen.groups);
  return { splits: chosen.splits, protocol: chosen.protocol, notices: [...chosen.notices, ...notices] };
}

/** As `chooseSplits`, without the lines on classes: for strata that are not classes. */
export function plannedSplits(
  corpus: Corpus,
  data: CorpusData,
  protocol: Protocol,
  settings: HeaderSettings,
): ChosenSplits {
  return splitsBy(corpus, data, protocol, settings);
}

interface SplitsBy extends ChosenSplits {
  /** The group of each row. */
  readonly groups?: Uint32Array;
}

function splitsBy(corpus: Corpus, data: CorpusData, protocol: Protocol, settings: HeaderSettings): SplitsBy {
  const { y, ids } = data;
  if (protocol.kind === "by-date") return splitsByDate(corpus, ids, protocol, settings);
  if (protocol.kind === "test" || protocol.kind === "leave-one-out" || protocol.groupBy === undefined) {
    const fitting = foldsThatFit(protocol, y.length, plural(y.length, "document"));
    return { splits: splitsOf(y, fitting.protocol), ...fitting };
  }
  const facts = readMessageFacts(corpus, ids, settings);
  const { groups, count, alone } = groupsBy(facts, protocol.groupBy as Grouping);
  const { protocol: fitting, notices: fewer } = foldsThatFit(protocol, count, plural(count, "group"));
  const without = `${plural(alone, "document")} without ${LACKED[protocol.groupBy as Grouping]}`;
  const notices = [...(alone === 0 ? [] : [`${without}: each is a group of its own`]), ...fewer];
  const splits =
    fitting.kind === "folds"
      ? groupedFolds(y, groups, fitting.folds, fitting.seed, fitting.repeats)
      : groupedHoldouts(y, groups, fitting.share, fitting.repeats, fitting.seed);
  return { splits, protocol: { ...fitting, groups: count }, notices, groups };
}

const LACKED: Readonly<Record<Grouping, string>> = {
  from: "sender",
  subject: "subject",
  thread: "Message-ID and subject",
};

function splitsByDate(corpus: Corpus, ids: readonly string[], protocol: ByDate, settings: HeaderSettings): SplitsBy {
  const { times, byFile, undated, unparsed } = readDates(corpus, ids, protocol.dates as DateSource, settings);
  const most = mostChronologicalFolds(times);
  const { folds, notices: fewer } =
    protocol.folds === undefined
      ? { folds: undefined, notices: [] }
      : foldCount(protocol.folds, most, `${plural(most + 1, "different time")} of documents`, 1);
  const splits =
    folds === undefined ? [chronologicalHoldout(times, protocol.share ?? 0)] : chronologicalFolds(times, folds);
  const notices = [
    ...namedLines(unparsed, (n) => `left out ${plural(n, "document")} whose Date header cannot be parsed`),
    ...namedLines(undated, (n) => `left out ${plural(n, "document")} without a date`),
    ...namedLines(protocol.dates === "auto" ? byFile : [], datedByFile),
    ...fewer,
  ];
  const parts = splits.map(({ train, test }) => ({ train: datedPart(train, times), test: datedPart(test, times) }));
  return { splits, protocol: { ...protocol, ...(folds !== undefined && { folds }), parts }, notices };
}

function datedByFile(n: number): string {
  return `${plural(n, "document is no message", "documents are no messages")} and dated by file time`;
}

function datedPart(rows: Uint32Array, times: Times): DatedPart {
  const { from, until, documents } = timeSpan(rows, times);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), documents };
}
