import { resolve } from "node:path";
import { UsageError } from "../../base/errors.js";
import { either } from "../../base/lists.js";
import type { Corpus } from "../../documents/corpora/corpus.js";
import type { CorpusOptions } from "../../documents/corpora/corpus-options.js";
import { openCorpus } from "../../documents/corpora/readers.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import type { DateSource } from "../../evaluation/protocols/document-dates.js";
import type { Grouping } from "../../evaluation/protocols/grouped.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import { requireHoldout } from "../../model/fitting/splits.js";
import type { TrainOptions } from "../../model/options.js";
import { type Report, reportForm, reportText } from "../../reports/report-forms.js";
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

/** The share that is withheld if no protocol is named. */
const DEFAULT_SHARE = 1 / 3;
/** How often it is then drawn. */
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

/** The paths of reports to write. */
export interface ReportOptions {
  readonly report?: readonly string[];
}

/**
 * Checks before the work that every report can be written.
 *
 * @param forms the endings of file names that can be written, such as `.html`
 * @param others the other files that the command writes
 * @returns the paths of all files that the command writes
 * @throws UsageError if a name has none of the forms, two paths are the same or one is a document; DataError if
 * a folder is missing or cannot be written to, or something other than a file is there.
 */
export function requireReports(
  { report = [] }: ReportOptions,
  forms: readonly string[],
  others: readonly (string | undefined)[] = [],
): readonly string[] {
  const written = others.filter((path) => path !== undefined);
  const taken = new Set(written.map((path) => resolve(path)));
  for (const path of report) {
    const form = reportForm(path);
    if (form === undefined || !forms.includes(form)) {
      const isPicture = /\.(?:png|pdf|jpe?g|webp)$/i.test(path) && forms.includes(".svg");
      const hint = isPicture ? "; for a picture, write .svg and convert it: rsvg-convert plot.svg -o plot.png" : "";
      throw new UsageError(`--report ${path}: the file name must end in ${either(forms)}${hint}`);
    }
    if (taken.has(resolve(path))) {
      throw new UsageError(`--report ${path}: this file is written already; choose another name`);
    }
    taken.add(resolve(path));
    requirePlace(path);
  }
  return [...written, ...report];
}

/**
 * Writes each report file, whole or not at all.
 *
 * @throws the error of the first file that could not be written, after the others were written
 */
export async function writeReports({ report: paths = [] }: ReportOptions, report: Report): Promise<void> {
  const faults: unknown[] = [];
  for (const path of paths) {
    try {
      const text = await reportText(report, path);
      if (text === undefined) throw new UsageError(`--report ${path}: this command cannot write a report of that form`);
      writeAtomically(path, Buffer.from(text));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
