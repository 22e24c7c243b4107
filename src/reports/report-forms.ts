/** The forms that a report can take, each the end of a file name. */
export const REPORT_FORMS = [".html", ".svg", ".vl.json", ".csv", ".json", ".md"] as const;
/** One of the forms. */
export type ReportForm = (typeof REPORT_FORMS)[number];

/** The text of a report in each form that there is of it, made when it is asked for. */
export type Reports = Readonly<Partial<Record<ReportForm, (path: string) => string | Promise<string>>>>;

/** The form that a file name asks for, in small letters or capitals; the longest, as `.vl.json` also ends in `.json`. */
export function reportForm(path: string): ReportForm | undefined {
  const name = path.toLowerCase();
  const forms = REPORT_FORMS.filter((form) => name.endsWith(form));
  return forms.sort((a, b) => b.length - a.length)[0];
}
