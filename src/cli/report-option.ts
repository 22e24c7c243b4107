import { resolve } from "node:path";
import type { Command } from "commander";
import type { Corpus } from "../documents/corpus.js";
import { requirePlace, writeAtomically } from "../documents/write-file.js";
import { UsageError } from "../errors.js";
import { type ReportForm, type Reports, reportForm } from "../reports/report-forms.js";
import { collect } from "./options.js";

/** Where reports go. */
export interface ReportOptions {
  readonly report?: readonly string[];
}

/** Adds `--report`. */
export function withReportOption(command: Command, forms: readonly ReportForm[]): Command {
  return command.option(
    "--report <file>",
    `write a report, in the form that the name ends in: ${forms.join(" ")} (repeatable)`,
    collect,
  );
}

/**
 * Whether every report can be written: to be known before the work.
 *
 * @param forms what the command can write
 * @param corpora whose documents no report may take the place of
 * @param others the other files that the command writes
 * @throws UsageError if a name ends in none of the forms, two paths are the same or one is a document; DataError if
 * there is no such folder, it cannot be written to, or something other than a file is there.
 */
export function requireReports(
  { report = [] }: ReportOptions,
  forms: readonly ReportForm[],
  corpora: readonly Corpus[],
  others: readonly (string | undefined)[] = [],
): void {
  const taken = new Set(others.flatMap((path) => (path === undefined ? [] : [resolve(path)])));
  for (const path of report) {
    const form = reportForm(path);
    if (form === undefined || !forms.includes(form)) {
      throw new UsageError(`--report: required a file name that ends in one of ${forms.join(" ")}, got ${path}`);
    }
    if (taken.has(resolve(path))) {
      throw new UsageError(`--report: required a file for each report, got ${path} twice`);
    }
    taken.add(resolve(path));
    for (const corpus of corpora) corpus.requireFree(path);
    requirePlace(path);
  }
}

/**
 * Writes each report, whole or not at all.
 *
 * @throws what stood in the way of the first that could not be written; the others are written all the same.
 */
export async function writeReports({ report = [] }: ReportOptions, reports: Reports): Promise<void> {
  const faults: unknown[] = [];
  for (const path of report) {
    try {
      const form = reportForm(path);
      const make = form === undefined ? undefined : reports[form];
      if (make === undefined) throw new UsageError(`--report: required a form that there is a report in, got ${path}`);
      writeAtomically(path, Buffer.from(await make(path)));
    } catch (error) {
      faults.push(error);
    }
  }
  if (faults.length > 0) throw faults[0];
}
