import { type Measured, type ReportOptions, writeReports } from "../../jobs/measuring/measuring-options.js";
import type { OptionRows } from "../options/option-rows.js";
import { collect } from "../options/parsers.js";
import type { Outcome } from "./output.js";

/** Returns `--report`. @param forms the endings of file names that the command can write, such as `.html` */
export function reportRows(forms: readonly string[]): OptionRows {
  return {
    "--report <file>": [`write a report in the form of the file name: ${forms.join(" ")} (repeatable)`, collect],
  };
}

/** Returns an outcome that writes its reports. @param write writes another file before */
export function reported(measured: Measured, options: ReportOptions, write?: () => void): Outcome {
  const writeAll = async () => {
    write?.();
    await writeReports(options, measured.report);
  };
  return { ...measured, write: writeAll };
}
