import { readFileSync } from "node:fs";
import { orElse } from "../../src/base/errors.js";

/** Returns the peak memory of a process in bytes, on Linux; 0 elsewhere, or if there is no such process. */
export function peakMemory(pid = 0): number {
  const status = orElse(() => readFileSync(`/proc/${pid}/status`, "utf8"), "");
  return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? 0);
}
