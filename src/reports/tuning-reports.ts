import { csvText } from "./csv.js";
import { markdownTable, markdownText } from "./markdown.js";
import { plotReports } from "./plots/plot-reports.js";
import { type TuningPicture, type TuningSpecOptions, tuningSpec } from "./plots/tuning-spec.js";
import type { Reports } from "./report-forms.js";
import { safeJson } from "./safe-text.js";

/** A search for settings, for its report files. */
export interface ReportedTuning extends TuningPicture {
  /** What `thresher tune --json` prints. */
  readonly json: object;
  /** What was chosen and why, in a sentence. */
  readonly answer: string;
  /** Every candidate, the best first: a row each below a head. Numbers stay numbers in CSV. */
  readonly candidates: readonly (readonly (string | number)[])[];
}

/** What a search for settings found, in every form but `.html`. */
export function tuningReports(tuning: ReportedTuning, options: TuningSpecOptions = {}): Reports {
  return {
    ...plotReports(() => tuningSpec(tuning, options)),
    ".csv": () => csvText(tuning.candidates),
    ".json": () => `${safeJson(tuning.json, 2)}\n`,
    ".md": () => tuningMarkdown(tuning, options),
  };
}

function tuningMarkdown({ answer, candidates }: ReportedTuning, { title = "Tuning" }: TuningSpecOptions): string {
  const columns = candidates[0]?.length ?? 0;
  const align = Array.from({ length: columns }, (_, c) =>
    candidates.slice(1).every((row) => typeof row[c] === "number") ? "r" : "l",
  ).join("");
  const rows = candidates.map((row) =>
    row.map((cell) => (typeof cell === "number" ? String(Number(cell.toPrecision(4))) : markdownText(cell))),
  );
  return `${[`# ${markdownText(title)}`, "", markdownText(answer), "", ...markdownTable(rows, align)].join("\n")}\n`;
}
