import { safeJson } from "../base/safe-text.js";
import type { Section } from "./blocks.js";
import { type Cell, csvText } from "./csv.js";
import { markdownPage } from "./markdown.js";
import type { PlotSpec } from "./plots/plot-spec.js";
import { svgOf } from "./plots/svg.js";

/** The content of a report. A form asks for the part that it is written from. */
export interface Report {
  /** The same as the command prints with `--json`. */
  json(): object;
  /** A table for other programs; the first row names the columns. */
  rows(): readonly (readonly Cell[])[];
  plot(): PlotSpec;
  /** The sections of a report for people. */
  content(): readonly Section[];
  /** A page of HTML that will stand at `path`. Left out where a result has no page. */
  page?(path: string): string | Promise<string>;
}

/** Writes a report in one form. */
type Form = (report: Report, path: string) => string | Promise<string> | undefined;

/** Every form, by the end of the file name. A new form needs one line here. */
const FORMS: Readonly<Record<string, Form>> = {
  ".html": (report, path) => report.page?.(path),
  ".svg": (report) => svgOf(report.plot()),
  ".vl.json": (report) => `${safeJson(report.plot(), 2)}\n`,
  ".csv": (report) => csvText(report.rows()),
  ".json": (report) => `${safeJson(report.json(), 2)}\n`,
  ".md": (report) => markdownPage(report.content()),
};

/** The forms of a report with a page. */
export const REPORT_FORMS: readonly string[] = Object.keys(FORMS);
/** The forms of a report without a page. */
export const PAGELESS_FORMS: readonly string[] = REPORT_FORMS.filter((form) => form !== ".html");

/** The form that a file name asks for: the longest ending that fits, as `.vl.json` also ends in `.json`. */
export function reportForm(path: string): string | undefined {
  const name = path.toLowerCase();
  const forms = REPORT_FORMS.filter((form) => name.endsWith(form));
  return forms.sort((a, b) => b.length - a.length)[0];
}

/** A report in the form that its file name asks for; undefined if there is no such form of it. */
export async function reportText(report: Report, path: string): Promise<string | undefined> {
  const form = reportForm(path);
  return form === undefined ? undefined : FORMS[form](report, path);
}
