import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { USAGE_FD } from "./usage.js";

/**
 * Loaded into a measured process with `--import`, to say at its end how much memory it has
 * taken at most. Only the process itself can tell: Node.js does not report the usage of
 * child processes, `/usr/bin/time` is a package that many machines lack, and whoever reads
 * `/proc` from outside comes too early or too late. It costs less than can be measured.
 */
if (isMainThread) {
  process.once("exit", () => {
    writeSync(USAGE_FD, `${JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS })}\n`);
  });
}
