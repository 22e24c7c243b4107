import { isRecord, requireOneOf, shown } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusData } from "../../features/corpus/read-corpus.js";
import { type HeaderSettings, readMessageFacts } from "../../mail/message-facts.js";
import { classSizes, folds, holdouts, type Split, type Splits } from "../../model/fitting/splits.js";
import type { FollowedReading } from "../../model/reading.js";
import {
  chronologicalFolds,
  chronologicalHoldout,
  type DatedPart,
  datedPart,
  mostChronologicalFolds,
} from "./chronological.js";
import { type DateSource, type DocumentDates, documentDates, requireReadableDates } from "./document-dates.js";
import { type DocumentGroups, type Grouping, groupedFolds, groupedHoldouts, groupsBy } from "./grouped.js";

/** How to choose the test documents. A `share` is that of the documents to test on, above 0, below 1. */
export type Protocol =
  /** All documents of another corpus, at the path `test`. */
  | { readonly kind: "test"; readonly test: string }
  | ({ readonly kind: "holdout"; readonly share: number } & Repeated)
  | { readonly kind: "leave-one-out" }
  | ({ readonly kind: "folds"; readonly folds: number } & Repeated)
  | ByDate;

/** Tests on the training rows. Only for tables. */
export interface OnTraining {
  readonly kind: "training";
}

/** A protocol for a corpus or a table. */
export type AnyProtocol = Protocol | OnTraining;

/** Random splits. With groups, no group is in both the training and the test set. */
export interface Repeated {
  readonly repeats: number;
  readonly seed: number;
  readonly groupBy?: Grouping;
  /** Number of groups, known after the corpus is read. */
  readonly groups?: number;
}

/** Splits by time: with one cut (`share`) or with forward chaining (`folds`). */
export interface ByDate {
  readonly kind: "by-date";
  /** The source of the times. */
  readonly dates: DateSource;
  /** With one cut: the share of the documents after it. Not used if there are `folds`. */
  readonly share?: number;
  /** With forward chaining: the number of splits. */
  readonly folds?: number;
  /** The dates of each run; empty until the corpus is read. */
  readonly parts: readonly { readonly train: DatedPart; readonly test: DatedPart }[];
}

/** The values of `Protocol.kind`. */
const KINDS: readonly Protocol["kind"][] = ["test", "holdout", "leave-one-out", "folds", "by-date"];

/** @throws UsageError unless the value is a protocol of a known kind. */
export function requireProtocol(protocol: unknown): asserts protocol is Protocol {
  if (!isRecord(protocol)) {
    throw new UsageError(
      `the protocol must be an object, such as { kind: "folds", folds: 10 }, not ${shown(protocol)}`,
    );
  }
  requireOneOf("the kind of the protocol", protocol.kind, KINDS);
}

/** Whether a protocol needs facts of each document: its date, sender, subject, thread or group. */
export function needsFacts(protocol: Protocol): boolean {
  if (protocol.kind === "by-date") return protocol.dates !== "file";
  return "groupBy" in protocol && protocol.groupBy !== undefined;
}

/**
 * Returns the wanted number of folds, or the largest possible one if that is smaller. If no folds are possible, it
 * returns the wanted number; making the folds then fails with the reason.
 *
 * @param most the largest possible number
 * @param least the smallest number of folds
 */
export function fittingFolds(wanted: number, most: number, least = 2): number {
  return most < least ? wanted : Math.min(wanted, most);
}

/** Returns the protocol with a number of folds that `most` rows or groups allow. */
export function withFittingFolds<P extends AnyProtocol>(protocol: P, most: number): P {
  return protocol.kind === "folds" ? { ...protocol, folds: fittingFolds(protocol.folds, most) } : protocol;
}

/** The splits of a corpus by a protocol. */
export interface ProtocolSplits<S extends Splits = Splits> {
  /** One per run. Empty if the test documents are in another folder. */
  readonly splits: S;
  /** The protocol with facts of the corpus: its groups, its dates, and the largest possible number of folds. */
  readonly protocol: Protocol;
  /** Only with `groupBy`. */
  readonly groups?: DocumentGroups;
  /** Only by date. Documents without a time are in no split. */
  readonly dates?: DocumentDates;
  /** The classes that the splits do not measure well. */
  readonly gaps: ClassGaps;
}

/** Callbacks that report how a corpus is read and split. */
export interface FollowedSplits extends FollowedReading {
  /** Called after the documents have been split. */
  readonly onSplits?: ((found: ProtocolSplits, data: CorpusData) => void) | undefined;
}

/**
 * Splits a corpus by a protocol, and calls `onSplits`. If the corpus is too small for the number of folds, it uses as many
 * folds as possible.
 *
 * @param data the corpus after reading. If it has no `facts`, splits by date or group read the headers again
 * @param settings the settings for reading headers
 * @param shownData the corpus that `onSplits` gets. Default: `data`
 * @throws UsageError if a number of the protocol is out of range; DataError if the corpus lacks the dates, groups or
 *   class with two documents that the protocol needs, or no split has a class in both its training and its test set, so
 *   that every answer would be wrong.
 */
export function splitsFor<P extends Protocol>(
  corpus: Corpus,
  data: CorpusData,
  protocol: P,
  settings: HeaderSettings,
  { onSplits }: FollowedSplits = {},
  shownData = data,
): ProtocolSplits<SplitsOf<P>> {
  const divided = divide(corpus, data, protocol, settings);
  const splits = divided.splits as SplitsOf<P>;
  const foldCount = divided.protocol.kind === "folds" ? divided.protocol.folds : 0;
  const { isHopeless, ...gaps } = classGaps(data, splits, foldCount);
  if (isHopeless) {
    throw new DataError(
      "no split has a class in both its training and its test set: add documents to the classes, or choose another protocol",
    );
  }
  const found = { ...divided, splits, gaps };
  onSplits?.(found, shownData);
  return found;
}

/** Only leave-one-out has splits without lists of rows. */
type SplitsOf<P extends Protocol> = P extends { readonly kind: "leave-one-out" } ? Splits : readonly Split[];

/** How a corpus is divided, before its classes are checked. */
type Division = Pick<ProtocolSplits, "splits" | "protocol" | "groups" | "dates">;

/** Divides a corpus. Lowers the number of folds if the corpus is too small for it. */
function divide(corpus: Corpus, data: CorpusData, protocol: Protocol, settings: HeaderSettings): Division {
  const { y, ids } = data;
  const facts = needsFacts(protocol) ? (data.facts ?? readMessageFacts(corpus, ids, settings)) : [];
  if (protocol.kind === "by-date") return divideByDate(documentDates(corpus, ids, protocol.dates, facts), protocol);
  if (!("groupBy" in protocol) || protocol.groupBy === undefined) {
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

/** Divides by time, and adds the dates of each run to the protocol. */
function divideByDate(dates: DocumentDates, protocol: ByDate): Division {
  requireReadableDates(dates);
  const { times } = dates;
  // By date, a single fold is possible: each fold has its own training set.
  const k = protocol.folds && fittingFolds(protocol.folds, mostChronologicalFolds(times), 1);
  // Without folds and without a share, 0 makes `chronologicalHoldout` throw.
  const splits = k === undefined ? [chronologicalHoldout(times, protocol.share ?? 0)] : chronologicalFolds(times, k);
  const parts = splits.map(({ train, test }) => ({ train: datedPart(train, times), test: datedPart(test, times) }));
  return { splits, protocol: { ...protocol, ...(k !== undefined && { folds: k }), parts }, dates };
}

/**
 * Splits rows by a protocol that needs only their classes.
 *
 * @param y class index by row
 * @returns none for a test corpus or a split by date
 */
export function splitRows(y: ArrayLike<number>, protocol: Protocol): Splits {
  if (protocol.kind === "leave-one-out") return "leave one out";
  if (protocol.kind === "folds") return folds(y, protocol.folds, protocol.seed, protocol.repeats);
  if (protocol.kind === "holdout") return holdouts(y, protocol.share, protocol.repeats, protocol.seed);
  return [];
}

/** Classes that splits do not measure well: they are never tested, or tested but not learned. */
type ClassGaps = Omit<ReturnType<typeof classGaps>, "isHopeless">;

/** Finds the classes that splits do not measure well. @param foldCount number of folds; 0 for other splits */
function classGaps({ y, labels }: CorpusData, splits: Splits, foldCount: number) {
  const documents = classSizes(y, labels.length);
  /** Returns the names of the classes that have documents and pass a test. */
  const namesOf = (isMeant: (c: number) => boolean) => labels.filter((_, c) => documents[c] > 0 && isMeant(c));
  const single = namesOf((c) => documents[c] === 1);
  if (splits === "leave one out") {
    const isHopeless = single.length === y.length;
    return { untested: [], few: [], unlearned: single, unlearnedSplits: single.length, isHopeless };
  }
  const tested = splits.map(({ test }) => classesOf(y, test));
  const unlearned = splits.map(({ train }, s) => {
    const learned = classesOf(y, train);
    return [...tested[s]].filter((c) => !learned.has(c));
  });
  return {
    /** Classes in no test set. */
    untested: namesOf((c) => splits.length > 0 && !tested.some((part) => part.has(c))),
    /** Classes with fewer documents than folds, so that some folds do not test them. */
    few: namesOf((c) => documents[c] < foldCount),
    /** Classes that a split tests but does not learn. */
    unlearned: namesOf((c) => unlearned.some((classes) => classes.includes(c))),
    /** Number of splits that test a class that they do not learn. */
    unlearnedSplits: unlearned.filter((classes) => classes.length > 0).length,
    /** Whether no split tests a class that it learns, so that every answer would be wrong. */
    isHopeless: splits.length > 0 && unlearned.every((classes, s) => classes.length === tested[s].size),
  };
}

/** Returns the classes of rows. */
function classesOf(y: ArrayLike<number>, rows: Uint32Array): ReadonlySet<number> {
  return new Set(Array.from(rows, (row) => y[row]));
}
