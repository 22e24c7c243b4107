import { safeText } from "../../base/safe-text.js";
import { withoutTemporaryName } from "../../jobs/inputs/standard-streams.js";
import type { CommonOptions } from "../options/options.js";
import { stopProgress } from "./progress.js";

/** Writes a line to standard error, after the name of the program. */
export function say(line: string): void {
  console.error(`thresher: ${safeText(withoutTemporaryName(line))}`);
}

/** Writes lines to standard error, each after the name of the program, unless --quiet is given. */
export function tell({ quiet }: Pick<CommonOptions, "quiet">, ...lines: readonly (string | readonly string[])[]): void {
  stopProgress();
  if (!quiet) lines.flat().forEach(say);
}
