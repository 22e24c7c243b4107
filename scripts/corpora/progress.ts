import { Presets, SingleBar } from "cli-progress";

/** What a download tells about itself, in bytes. */
export interface Progress {
  start(received: number, total: number | undefined): void;
  update(received: number): void;
  stop(): void;
}

export const NO_PROGRESS: Progress = { start() {}, update() {}, stop() {} };

/** A bar on stderr, or nothing if stderr is no terminal. */
export function progressBar(file: string): Progress {
  if (!process.stderr.isTTY) return NO_PROGRESS;
  const bar = new SingleBar(
    {
      format: `${file} {bar} {percentage} % of {megabytes} MB, {duration_formatted}`,
      stream: process.stderr,
      // On Ctrl-C the command itself stops the bar, then says how to go on.
      gracefulExit: false,
    },
    Presets.shades_classic,
  );
  return {
    start(received, total) {
      const end = total ?? received;
      bar.start(end, received, { megabytes: (end / 1e6).toFixed(1) });
    },
    update(received) {
      // A server that does not say how much there is: the end moves along.
      if (received > bar.getTotal()) bar.setTotal(received);
      bar.update(received, { megabytes: (bar.getTotal() / 1e6).toFixed(1) });
    },
    stop: () => bar.stop(),
  };
}
