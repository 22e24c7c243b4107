import { isRecord, requireOneOf, shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import type { DateSource } from "./document-dates.js";
import type { Grouping } from "./grouped.js";

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

/** The first and last date of a training or test set in ISO 8601, UTC, and its number of documents. */
export interface DatedPart {
  readonly from: string;
  readonly until: string;
  readonly documents: number;
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
