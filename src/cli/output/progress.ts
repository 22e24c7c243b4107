import { createRequire } from "node:module";
import type CliProgress from "cli-progress";
import { grouped } from "../../base/numbers.js";
import type { CommonOptions } from "../options/options.js";

/** Shows the progress of some work. */
export interface Progress {
  /** Shows how much is done, in the unit of the total. */
  update(done: number): void;
  stop(): void;
}

/** The bar on the terminal; there is one at a time. */
let shown: CliProgress.SingleBar | undefined;

/** The width of the bar. A narrower one shows no more than the percentage. */
const MAX_WIDTH = 30;
const MIN_WIDTH = 8;

/**
 * Returns a progress bar on standard error, if that is a terminal. A narrow terminal gets a shorter bar, or only
 * figures.
 *
 * @param total undefined if unknown: then there is a count and no bar; "share" if updates are shares from 0 to 1
 */
export function progressBar(label: string, total: number | "share" | undefined, { quiet }: CommonOptions): Progress {
  if (quiet || !process.stderr.isTTY || process.env.TERM === "dumb") {
    return { update: () => undefined, stop: () => undefined };
  }
  stopProgress();
  const whole = total === "share" ? 1 : total;
  const bar = startedBar(label, whole, total !== "share");
  shown = bar;
  return {
    update(done) {
      // Another bar has replaced this one.
      if (bar !== shown) return;
      bar.update(Math.min(done, whole ?? 0), { done: grouped(Math.floor(Math.min(done, whole ?? done))) });
    },
    stop: stopProgress,
  };
}

/** Starts a bar that fits the terminal. @param whole undefined if unknown @param hasCounts whether figures follow it */
function startedBar(label: string, whole: number | undefined, hasCounts: boolean) {
  const { SingleBar } = createRequire(import.meta.url)("cli-progress") as typeof CliProgress;
  const of = grouped(whole ?? 0);
  const [counts, longest] = hasCounts ? [" · {done} of {of}", ` · ${of} of ${of}`] : ["", ""];
  // The last column stays empty: some terminals would wrap the line.
  const columns = (process.stderr.columns || Number.POSITIVE_INFINITY) - 1;
  const room = columns - `${label}  100 %${longest}`.length;
  const bars = room < MIN_WIDTH ? "" : " {bar}";
  const bar = new SingleBar({
    format: whole === undefined ? `${label} · {done}` : `${label}${bars} {percentage} %${counts}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: Math.max(0, Math.min(MAX_WIDTH, room)),
    // Reading is one long call, so a handler for Ctrl-C would run too late to restore the cursor and the wrapping.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(whole ?? 0, 0, { done: "0", of });
  return bar;
}

/** Removes the bar, if any. Its timer would redraw it and keep the program running. */
export function stopProgress(): void {
  shown?.stop();
  shown = undefined;
}
