import { safeJson } from "../base/safe-text.js";
import type { Section } from "./blocks.js";
import { type Cell, csvText } from "./csv.js";
import type { PlotSpec } from "./plots/plot-spec.js";

/** The content of a report. Each form calls the method that it needs. */
export interface Report {
  /** Returns the output of the command with `--json`. */
  json(): object;
  /** Returns a table for other programs. Its first row has the names of the columns. */
  rows(): readonly (readonly Cell[])[];
  /** Returns a plot of the result. Left out if there is none. */
  plot?(): PlotSpec;
  /** Returns the sections of a report for people. */
  content(): readonly Section[];
  /** Returns an HTML page for the file at `path`. Default: a page of the sections. */
  page?: ((path: string) => Promise<string>) | undefined;
}

/** Writes a report in one form. */
type Form = (report: Report, path: string) => string | undefined | Promise<string | undefined>;

/** All forms, by the ending of the file name, loaded when they are needed. Add a form by adding a line. */
const FORMS: Readonly<Record<string, Form>> = {
  ".html": async (report, path) => report.page?.(path) ?? (await import("./html/page.js")).htmlPage(report.content()),
  ".svg": async (report) => report.plot && (await import("./plots/svg.js")).svgOf(report.plot()),
  ".vl.json": (report) => report.plot && `${safeJson(report.plot(), 2)}\n`,
  ".csv": (report) => csvText(report.rows()),
  ".json": (report) => `${safeJson(report.json(), 2)}\n`,
  ".md": async (report) => (await import("./markdown.js")).markdownPage(report.content()),
};

/** The forms of a report with a plot. */
export const REPORT_FORMS: readonly string[] = Object.keys(FORMS);
const { ".svg": _, ".vl.json": __, ...PLOTLESS } = FORMS;
/** The forms of a report without a plot. */
export const PLOTLESS_FORMS: readonly string[] = Object.keys(PLOTLESS);

/**
 * Returns the form for a file name: the longest matching ending, because `.vl.json` also ends in `.json`; undefined if
 * there is none.
 */
export function reportForm(path: string): string | undefined {
  const name = path.toLowerCase();
  const forms = REPORT_FORMS.filter((form) => name.endsWith(form));
  return forms.sort((a, b) => b.length - a.length)[0];
}

/** Writes a report in the form for a file name. Returns undefined if the report has no such form. */
export async function reportText(report: Report, path: string): Promise<string | undefined> {
  const form = reportForm(path);
  return form === undefined ? undefined : FORMS[form](report, path);
}
