import { DataError } from "../../base/errors.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusData } from "../../features/corpus/dataset.js";
import { type HeaderSettings, readMessageFacts } from "../../mail/message-facts.js";
import { folds, holdouts, type Split, type Splits } from "../../model/fitting/splits.js";
import type { FollowedReading } from "../../model/reading.js";
import {
  chronologicalFolds,
  chronologicalHoldout,
  type DateSource,
  type DocumentDates,
  documentDates,
  mostChronologicalFolds,
  type Times,
  timeSpan,
} from "./chronological.js";
import { type DocumentGroups, type Grouping, groupedFolds, groupedHoldouts, groupsBy } from "./grouped.js";
import { type ClassGaps, classGaps, hasCommonClass } from "./split-classes.js";

/** How test documents are chosen. */
export type Protocol =
  | { readonly kind: "test"; readonly test: string }
  | ({ readonly kind: "holdout"; readonly share: number } & Repeated)
  | { readonly kind: "leave-one-out" }
  | ({ readonly kind: "folds"; readonly folds: number } & Repeated)
  | ByDate;

/** The training rows are tested. Only tables allow it. */
export interface OnTraining {
  readonly kind: "training";
}

export type AnyProtocol = Protocol | OnTraining;

/** Splits drawn at random; with groups, no group is in both training and test. */
export interface Repeated {
  readonly repeats: number;
  readonly seed: number;
  readonly groupBy?: Grouping;
  /** The number of groups; known once the corpus is read. */
  readonly groups?: number;
}

/** Trained on the past, tested on the future: by one cut (`share`) or by forward chaining (`folds`). */
export interface ByDate {
  readonly kind: "by-date";
  /** The source of the times. */
  readonly dates: DateSource;
  readonly share?: number;
  readonly folds?: number;
  /** One for each run; empty until the corpus is read. */
  readonly parts: readonly { readonly train: DatedPart; readonly test: DatedPart }[];
}

/** The first and the last date of a training or test set, in ISO 8601, UTC, and its number of documents. */
export interface DatedPart {
  readonly from: string;
  readonly until: string;
  readonly documents: number;
}

/** The splits of a corpus by a protocol. */
export interface ProtocolSplits {
  /** For `evaluateCorpora`. Empty if the test documents are in another folder. */
  readonly splits: Splits;
  /** The protocol with what the corpus adds: its groups, its dates, and the largest possible number of folds. */
  readonly protocol: Protocol;
  /** Only with `groupBy`. */
  readonly groups?: DocumentGroups;
  /** Only by date. Documents without a time are in no split. */
  readonly dates?: DocumentDates;
  /** The classes that the splits do not measure well. */
  readonly gaps: ClassGaps;
  /**
   * Why the splits measure nothing; undefined if they do. `"no common class"`: no split has a class in both its
   * training and its test part, so every answer would be wrong.
   */
  readonly refusal?: "no common class";
}

/** Callbacks for following how a corpus is read and split. */
export interface FollowedSplits extends FollowedReading {
  /** Called after the documents have been split. */
  readonly onSplits?: ((found: ProtocolSplits, data: CorpusData) => void) | undefined;
}

/**
 * Splits a corpus by a protocol. If the corpus is too small for the wanted number of folds, there are as many as it
 * allows.
 *
 * @param data the corpus after reading. Without its `facts`, splits by date or group read the headers of the corpus again
 * @param settings how headers are read
 * @throws UsageError if a number of the protocol is out of range, DataError if the corpus has no dates, no groups or no
 *   class with two documents where they are needed.
 */
export function splitsFor(
  corpus: Corpus,
  data: CorpusData,
  protocol: Exclude<Protocol, { readonly kind: "leave-one-out" }>,
  settings: HeaderSettings,
): ProtocolSplits & { readonly splits: readonly Split[] };
export function splitsFor(
  corpus: Corpus,
  data: CorpusData,
  protocol: Protocol,
  settings: HeaderSettings,
): ProtocolSplits;
export function splitsFor(
  corpus: Corpus,
  data: CorpusData,
  protocol: Protocol,
  settings: HeaderSettings,
): ProtocolSplits {
  const found = divide(corpus, data, protocol, settings);
  const isRefused = protocol.kind !== "test" && !hasCommonClass(data.y, found.splits);
  return {
    ...found,
    gaps: classGaps(data, found.splits, foldsOf(found.protocol), found.groups?.groups),
    ...(isRefused && { refusal: "no common class" }),
  };
}

/** @throws DataError if the splits measure nothing. */
export function requireCommonClass({ refusal }: Pick<ProtocolSplits, "refusal">): void {
  if (refusal === undefined) return;
  throw new DataError(
    "no split has a class in both its training and its test part: add documents to the classes, or choose another protocol",
  );
}

/** The number of random folds. */
function foldsOf(protocol: Protocol): number {
  return protocol.kind === "folds" ? protocol.folds : 0;
}

type Division = Pick<ProtocolSplits, "splits" | "protocol" | "groups" | "dates">;

/** Whether splits by a protocol need the dates, senders or threads of messages: see `CorpusData.facts`. */
export function needsFacts(protocol: Protocol): boolean {
  return protocol.kind === "by-date"
    ? protocol.dates !== "file"
    : "groupBy" in protocol && protocol.groupBy !== undefined;
}

function divide(corpus: Corpus, data: CorpusData, protocol: Protocol, settings: HeaderSettings): Division {
  const { y, ids } = data;
  const facts = needsFacts(protocol) ? (data.facts ?? readMessageFacts(corpus, ids, settings)) : [];
  if (protocol.kind === "by-date") return divideByDate(documentDates(corpus, ids, protocol.dates, facts), protocol);
  if (protocol.kind === "test" || protocol.kind === "leave-one-out" || protocol.groupBy === undefined) {
    const fitting = withFittingFolds(protocol, y.length);
    return { splits: splitRows(y, fitting), protocol: fitting };
  }
  const groups = groupsBy(facts, protocol.groupBy);
  const fitting = withFittingFolds(protocol, groups.count);
  const splits =
    fitting.kind === "folds"
      ? groupedFolds(y, groups.groups, fitting.folds, fitting.seed, fitting.repeats)
      : groupedHoldouts(y, groups.groups, fitting.share, fitting.repeats, fitting.seed);
  return { splits, protocol: { ...fitting, groups: groups.count }, groups };
}

function divideByDate(dates: DocumentDates, protocol: ByDate): Division {
  const { times } = dates;
  const folds = protocol.folds && fittingFolds(protocol.folds, mostChronologicalFolds(times), 1);
  const splits =
    folds === undefined ? [chronologicalHoldout(times, protocol.share ?? 0)] : chronologicalFolds(times, folds);
  const parts = splits.map(({ train, test }) => ({ train: datedPart(train, times), test: datedPart(test, times) }));
  return { splits, protocol: { ...protocol, ...(folds !== undefined && { folds }), parts }, dates };
}

function datedPart(rows: Uint32Array, times: Times): DatedPart {
  const { from, until, documents } = timeSpan(rows, times);
  return { from: new Date(from).toISOString(), until: new Date(until).toISOString(), documents };
}

/**
 * The splits of rows by a protocol that needs only their classes.
 *
 * @param y one class index a row
 */
export function splitRows(y: ArrayLike<number>, protocol: Protocol): Splits {
  if (protocol.kind === "leave-one-out") return "leave one out";
  if (protocol.kind === "folds") return folds(y, protocol.folds, protocol.seed, protocol.repeats);
  if (protocol.kind === "holdout") return holdouts(y, protocol.share, protocol.repeats, protocol.seed);
  return [];
}

/**
 * The wanted number of folds, or the largest possible one. If no folds are possible, the number stays, and making
 * the folds fails with the reason.
 *
 * @param most the largest possible number
 * @param least the least number of folds
 */
export function fittingFolds(wanted: number, most: number, least = 2): number {
  return most < least ? wanted : Math.min(wanted, most);
}

/** A protocol with a number of folds that is possible with `most` rows or groups. */
export function withFittingFolds<P extends AnyProtocol>(protocol: P, most: number): P {
  return protocol.kind === "folds" ? { ...protocol, folds: fittingFolds(protocol.folds, most) } : protocol;
}
