import { writeSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { USAGE_FD } from "./usage.js";

/**
 * Loaded with `--import` into a measured process to report its peak memory when it exits. Node.js does
 * not report it for child processes, and many machines lack `/usr/bin/time`.
 */
if (isMainThread) {
  process.once("exit", () => {
    writeSync(USAGE_FD, `${JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS })}\n`);
  });
}
