import { grouped } from "../../base/numbers.js";
import type { CommonOptions } from "../options/options.js";

/** Shows the progress of some work. */
export interface Progress {
  /** Shows how much is done, in the unit of the total. */
  update(done: number): void;
  stop(): void;
}

/** The bar on the terminal; there is one at a time. */
let shown: Progress | undefined;

/** The width of the bar, in columns. */
const MAX_WIDTH = 30;
/** With less room for the bar, only the figures are shown. */
const MIN_WIDTH = 8;

/** Milliseconds between two drawings. */
const INTERVAL = 100;

/** Erases the rest of a line: EL (ECMA-48, 8.3.41). */
const ERASE_REST = "\u001b[K";
/** Erases the whole line, and moves to its beginning. */
const ERASE_LINE = "\r\u001b[2K";

/**
 * Returns a progress bar on standard error, if that is a terminal. A narrow terminal gets a shorter bar, or only
 * figures.
 *
 * @param total undefined if unknown: then there is a count and no bar; "share" if updates are shares from 0 to 1
 */
export function progressBar(label: string, total: number | "share" | undefined, { quiet }: CommonOptions): Progress {
  const isShown = !quiet && process.stderr.isTTY && process.env.TERM !== "dumb";
  if (!isShown) return { update: () => undefined, stop: () => undefined };
  stopProgress();
  /** When the bar may be drawn again. */
  let nextDrawing = 0;
  const bar: Progress = {
    update(done) {
      const now = performance.now();
      // Another bar may have replaced this one.
      if (bar !== shown || (now < nextDrawing && done !== total)) return;
      nextDrawing = now + INTERVAL;
      process.stderr.write(`\r${barText(label, done, total)}${ERASE_REST}`);
    },
    stop: stopProgress,
  };
  shown = bar;
  bar.update(0);
  return bar;
}

/** Returns what is drawn, such as `reading ███░░░ 50 % · 6 of 12`. */
function barText(label: string, done: number, total: number | "share" | undefined): string {
  if (total === undefined) return `${label} · ${grouped(Math.floor(done))}`;
  const share = total === "share" ? done : Math.min(1, done / (total || 1));
  const figures = (count: number) =>
    total === "share" ? "" : ` · ${grouped(Math.floor(Math.min(count, total)))} of ${grouped(total)}`;
  // The last column stays empty: some terminals would wrap the line.
  const columns = (process.stderr.columns || Number.POSITIVE_INFINITY) - 1;
  const room = Math.min(MAX_WIDTH, columns - `${label}  100 %${figures(Number(total))}`.length);
  const filled = Math.round(share * room);
  const bar = room < MIN_WIDTH ? "" : ` ${"█".repeat(filled)}${"░".repeat(room - filled)}`;
  return `${label}${bar} ${Math.floor(100 * share)} %${figures(done)}`;
}

/** Removes the bar, if there is one. */
export function stopProgress(): void {
  if (shown !== undefined) process.stderr.write(ERASE_LINE);
  shown = undefined;
}
