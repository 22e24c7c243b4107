/** `USAGE_FD` of `usage.ts`. */
const USAGE_FD = 3;

/**
 * Loaded with `--require` into a measured process to report its peak memory when it exits. Node.js does
 * not report it for child processes, and many machines lack `/usr/bin/time`. It is CommonJS because `--import` of a
 * module delays the start of what is measured by 15 ms. Where threads load it too,
 * `usageFrom` takes the largest figure.
 */
process.once("exit", () => {
  const { writeSync } = process.getBuiltinModule("node:fs");
  writeSync(USAGE_FD, `${JSON.stringify({ peakKilobytes: process.resourceUsage().maxRSS })}\n`);
});
