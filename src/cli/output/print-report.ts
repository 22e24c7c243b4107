import type { Measured } from "../../jobs/measuring/measured.js";
import type { CommonOptions } from "../options/options.js";
import { type ReportOptions, writeReports } from "../options/report-option.js";
import { terminalStyle, writeAndPrint } from "./output.js";

/** Writes files and reports, and prints the result, even if a file cannot be written. @param write is called first */
export function printReport(
  { report, text }: Measured,
  options: ReportOptions & CommonOptions,
  write: () => void = () => undefined,
): Promise<void> {
  const files = () => {
    write();
    return writeReports(options, report);
  };
  return writeAndPrint(options, files, { asJson: () => report.json(), asText: () => text(terminalStyle()) });
}
