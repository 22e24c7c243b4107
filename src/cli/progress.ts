import { createRequire } from "node:module";
import type CliProgress from "cli-progress";
import { grouped } from "../reports/numbers.js";
import type { CommonOptions } from "./options.js";

/** Shows how far something is. */
export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** The bar that is shown: there is one at a time. */
let shown: CliProgress.SingleBar | undefined;

/** Of the bar itself. A shorter one than the least shows nothing that the percentage does not. */
const WIDEST = 30;
const NARROWEST = 8;

/**
 * A progress bar on standard error if that is a terminal that can draw one; otherwise nothing.
 * A narrow terminal has a shorter bar, or figures alone.
 *
 * @param total undefined where only the end will tell: then there is a count and no bar; "share" of what is told as a
 *   share from 0 to 1
 */
export function progressBar(
  label: string,
  total: number | "share" | undefined,
  { quiet }: Pick<CommonOptions, "quiet">,
): Progress {
  if (quiet || !process.stderr.isTTY || process.env.TERM === "dumb") {
    return { update: () => undefined, stop: () => undefined };
  }
  const { SingleBar } = createRequire(import.meta.url)("cli-progress") as typeof CliProgress;
  const whole = total === "share" ? 1 : total;
  const of = grouped(whole ?? 0);
  const [counts, longest] = total === "share" ? ["", ""] : [" · {done} of {of}", ` · ${of} of ${of}`];
  // The last column stays empty: what is written there takes the next line, in some terminals.
  const columns = (process.stderr.columns || Number.POSITIVE_INFINITY) - 1;
  const room = columns - `${label}  100 %${longest}`.length;
  const bars = room < NARROWEST ? "" : " {bar}";
  const bar = new SingleBar({
    format: whole === undefined ? `${label} · {done}` : `${label}${bars} {percentage} %${counts}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: Math.max(0, Math.min(WIDEST, room)),
    // Reading is one long call: a handler for Ctrl-C would only run after it, and a hidden cursor would stay hidden,
    // lines that do not wrap would never wrap again.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(whole ?? 0, 0, { done: "0", of });
  shown = bar;
  return {
    update: (done) => {
      bar.update(Math.min(done, whole ?? 0), { done: grouped(Math.floor(Math.min(done, whole ?? done))) });
    },
    stop: stopProgress,
  };
}

/** Wipes the bar that is shown, if any. Until then its timer draws it again and keeps the program from ending. */
export function stopProgress(): void {
  shown?.stop();
  shown = undefined;
}
