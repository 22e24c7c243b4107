#!/usr/bin/env node
/**
 * The start of the command. The filter starts once for every message, so it is loaded from its own file, without the
 * code that reads the command lines of all others.
 */
import { readFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { safeText } from "../base/safe-text.js";
import { type CachedModule, loadCached, preloadCached } from "./code-cache.js";

/** The exit code of sysexits.h with which programs that deliver mail keep the message: `FAULT` in `filter-run.ts`. */
const EX_TEMPFAIL = 75;

/** The file that all commands share but the filter, and the commands that share another one. */
const SHARED = "sorting.cjs";
const LEARNING = ["train", "learn", "evaluate"];

const [, , command, ...rest] = process.argv;

tellWarnings();

/** Resolves when the command is done. `process.exitCode` has its exit code. */
export const done = run();

async function run(): Promise<void> {
  if (command === "filter" && !["--help", "--help-all", "-h"].some((option) => rest.includes(option))) {
    process.exitCode = await filtered();
  } else {
    const files = LEARNING.includes(command) ? [SHARED, "learning.cjs"] : [SHARED];
    const keeps = files.map((file) => preloadCached(join(import.meta.dirname, file)));
    const { main } = await import("./main.js");
    await main();
    for (const keep of keeps) keep();
  }
}

/** Runs `thresher filter`. Returns only if its file is missing; otherwise ends the process with the exit code. */
async function filtered(): Promise<number> {
  // Asking a server takes less code than classifying.
  const asks = rest.some((arg) => arg === "--server" || arg.startsWith("--server="));
  let loaded: CachedModule<typeof import("./commands/mail/filter-client.js")>;
  try {
    loaded = loadCached(join(import.meta.dirname, asks ? "filter-client.cjs" : "filter.cjs"));
  } catch (error) {
    // The installation is broken, but no mail must be lost.
    console.error(`thresher: a file of the command is missing: ${(error as Error).message}: install it again`);
    const message = rest.includes("--terse") ? Buffer.alloc(0) : readFileSync(0);
    for (let written = 0; written < message.length; ) written += writeSync(1, message, written);
    return EX_TEMPFAIL;
  }
  const code = await loaded.exports.filter(rest);
  loaded.keep();
  // All output is written. A normal end would take a millisecond longer.
  process.exit(code);
}

/** Prints warnings of this program as it prints other messages. Node.js prints its own. */
function tellWarnings(): void {
  const others = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => {
    if (warning.name === "ThresherWarning") console.error(`thresher: ${safeText(warning.message)}`);
    else for (const tell of others) tell(warning);
  });
}
