import type { TerminalStyle } from "../reports/terminal.js";

/** What is asked of standard output. */
export interface OutputStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/**
 * What standard output is: as wide as its terminal, with colours if it is one and
 * `NO_COLOR` is not set. `FORCE_COLOR` decides before both, as in Node itself: any value
 * but `0` and `false` is yes.
 */
export function terminalStyle(
  { isTTY = false, columns }: OutputStream = process.stdout,
  { NO_COLOR, FORCE_COLOR, TERM }: NodeJS.ProcessEnv = process.env,
): TerminalStyle {
  const forced = FORCE_COLOR === undefined ? undefined : FORCE_COLOR !== "0" && FORCE_COLOR !== "false";
  const colour = forced ?? (isTTY && (NO_COLOR ?? "") === "" && TERM !== "dumb");
  // A terminal of no known width says 0.
  return { columns: isTTY && columns ? columns : undefined, colour };
}
