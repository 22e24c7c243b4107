import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os";

/** What the figures were measured on. */
export interface Machine {
  readonly processor: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly system: string;
  readonly node: string;
  /** How many processes wanted to run, over the minute before: with others about, times are longer and vary more. */
  readonly load: number;
}

export function machine(): Machine {
  return {
    processor: cpus().at(0)?.model.trim() ?? "unknown processor",
    cores: availableParallelism(),
    memoryBytes: totalmem(),
    system: `${type()} ${release()}`,
    node: process.version,
    load: loadavg()[0],
  };
}
