import { execFileSync } from "node:child_process";
import { type Browser, chromium } from "playwright-core";

/** Starts Chromium: the one that CHROMIUM names, or that of the path. */
export function startBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  // Chromium cannot make a sandbox if it runs as root, as in a container.
  return chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
}
