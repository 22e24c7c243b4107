import { resolve } from "node:path";
import { UsageError } from "../../base/errors.js";
import { either } from "../../base/lists.js";
import { requirePlace, writeAtomically } from "../../documents/files/write-file.js";
import { type Report, reportForm, reportText } from "../../reports/report-forms.js";

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
