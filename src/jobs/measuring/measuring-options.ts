import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import type { DateSource } from "../../evaluation/protocols/document-dates.js";
import type { Grouping } from "../../evaluation/protocols/grouped.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import { requireHoldout } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import type { Report } from "../../reports/report-forms.js";
import type { Answer } from "../answer.js";
import type { Follower } from "../follower.js";

/** The options that choose the test documents. Without any, a third is withheld, ten times. */
export interface ProtocolOptions {
  /** The path of the test corpus. */
  readonly test?: string;
  /** The share of each class to withhold. */
  readonly holdout?: number;
  readonly folds?: number;
  readonly leaveOneOut?: boolean;
  /** How often the hold-out or the folds are drawn. Default: 10 when no protocol is named, otherwise 1. */
  readonly repeats?: number;
  readonly byDate?: DateSource;
  readonly groupBy?: Grouping;
  /** The column of the groups in a table. If it is given, documents are grouped by it. */
  readonly groupColumn?: string;
}

/** The share that is withheld, and how often it is drawn, if no protocol is named. */
const DEFAULT_SHARE = 1 / 3;
const DEFAULT_REPEATS = 10;

/** Returns the protocol that the options name. @throws UsageError if a number is not allowed. */
export function protocolFrom(options: ProtocolOptions & { readonly seed?: number | undefined }): Protocol {
  const { test, holdout, folds, leaveOneOut, repeats, seed = 1, byDate, groupColumn } = options;
  if (leaveOneOut) return { kind: "leave-one-out" };
  if (test !== undefined) return { kind: "test", test };
  const groupBy = options.groupBy ?? (groupColumn === undefined || byDate !== undefined ? undefined : "group");
  const grouped = groupBy === undefined ? {} : { groupBy };
  // The dates of `parts` are known only when the corpus is read.
  if (byDate !== undefined && folds !== undefined) return { kind: "by-date", dates: byDate, folds, parts: [] };
  if (folds !== undefined) return { kind: "folds", folds, repeats: repeats ?? 1, seed, ...grouped };
  const share = holdout ?? DEFAULT_SHARE;
  const times = repeats ?? (holdout === undefined && byDate === undefined ? DEFAULT_REPEATS : 1);
  requireHoldout(share, times);
  if (byDate !== undefined) return { kind: "by-date", dates: byDate, share, parts: [] };
  return { kind: "holdout", share, repeats: times, seed, ...grouped };
}

/** Figures, also as a report for files. */
export interface Measured extends Answer {
  readonly report: Report;
}

/** Returns figures with their report. @param text for a terminal */
export function measured<T extends object>(figures: T, report: Report, text: Answer["text"]): T & Measured {
  return { ...figures, report, json: report.json, text };
}

/** The options of all jobs that measure on a corpus. */
export interface MeasuringOptions extends Follower, CorpusOptions, Omit<TrainOptions, "classifier" | "multiLabel"> {
  readonly multiLabel?: boolean;
  /** The seed of all random choices. Default 1. */
  readonly seed?: number | undefined;
  /** The number of threads that read. The result does not depend on it. Default 1. */
  readonly jobs?: number | undefined;
  /** Paths that are written afterwards: none of them may be a document of the corpora. */
  readonly outputs?: readonly string[] | undefined;
}

/** Opens the corpus to learn from and, if it is named, the one to test on. @throws DataError if an output is in one */
export function openToMeasure(root: string, test: string | undefined, options: MeasuringOptions): Corpus[] {
  const corpora = (test === undefined ? [root] : [root, test]).map((path) => openCorpus(path, options));
  for (const corpus of corpora) for (const path of options.outputs ?? []) corpus.requireFree(path);
  return corpora;
}
