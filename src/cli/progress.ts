import { createRequire } from "node:module";
import type CliProgress from "cli-progress";
import type { CommonOptions } from "./options.js";

/** Shows how far something is. */
export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** The bar that is shown: there is one at a time. */
let shown: CliProgress.SingleBar | undefined;

/**
 * A progress bar on standard error if that is a terminal; otherwise nothing.
 *
 * @param total undefined where only the end will tell: then there is a count and no bar
 */
export function progressBar(
  label: string,
  total: number | undefined,
  { quiet }: Pick<CommonOptions, "quiet">,
): Progress {
  if (quiet || !process.stderr.isTTY) return { update: () => undefined, stop: () => undefined };
  const { SingleBar } = createRequire(import.meta.url)("cli-progress") as typeof CliProgress;
  const bar = new SingleBar({
    format: total === undefined ? `${label} · {done}` : `${label} {bar} {percentage} % · {done} of {total}`,
    barCompleteChar: "█",
    barIncompleteChar: "░",
    barsize: 30,
    // Reading is one long call: a handler for Ctrl-C would only run after it, and a hidden cursor would stay hidden,
    // lines that do not wrap would never wrap again.
    hideCursor: false,
    linewrap: true,
    gracefulExit: false,
    clearOnComplete: true,
    stream: process.stderr,
  });
  bar.start(total ?? 0, 0, { done: 0 });
  shown = bar;
  return {
    update: (done) => bar.update(Math.min(done, total ?? 0), { done: Math.floor(Math.min(done, total ?? done)) }),
    stop: stopProgress,
  };
}

/** Wipes the bar that is shown, if any. Until then its timer draws it again and keeps the program from ending. */
export function stopProgress(): void {
  shown?.stop();
  shown = undefined;
}
