import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { startThresher } from "../helpers/command.js";
import { until } from "../helpers/running.js";

/** The browser of all tests of a file: Chromium that CHROMIUM names, or that of the path. */
export let browser: Browser;
const contexts: BrowserContext[] = [];

beforeAll(async () => {
  const executablePath = process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  // Chromium cannot make a sandbox if it runs as root, as in a container.
  browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});
afterAll(() => browser.close());

/** Makes a browser of its own, which is closed at the end of the test. */
export async function newContext(options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  // The time limit of the test is the only one.
  context.setDefaultTimeout(0);
  contexts.push(context);
  return context;
}

/** Starts a command that serves a page. Returns the address that it prints. */
export async function serving(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const command = startThresher(args, { env });
  await until(() => /open http:\S+\s/.test(command.stderr));
  return { command, address: /http:\S+/.exec(command.stderr)?.[0] ?? "" };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Returns the faults of accessibility of a page. @param rules those of axe to look at. Default: all */
async function faultsOf(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = rules === undefined ? "" : JSON.stringify({ runOnly: rules });
  const { violations } = (await page.evaluate(`${AXE}; axe.run(${options})`)) as {
    violations: { id: string; nodes: unknown[] }[];
  };
  return violations.map(({ id, nodes }) => `${id}: ${JSON.stringify(nodes).slice(0, 400)}`);
}

/** Expects that a page is not wider than its window, and has no fault of accessibility. */
export async function expectNoFaults(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  expect(await faultsOf(page)).toEqual([]);
}

/** Expects a contrast of 4.5 between text and background, and of 3 where the text is large (WCAG 2.1, 1.4.3). */
export async function expectContrast(page: Page): Promise<void> {
  expect(await faultsOf(page, ["color-contrast"])).toEqual([]);
}

/** Opens a page in a context of its own. Returns it, what it should not do, and the addresses that it asks for. */
export async function watched(address: string, options: BrowserContextOptions = {}) {
  const page = await (await newContext(options)).newPage();
  const faults: string[] = [];
  const requests: string[] = [];
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("console", (message) => faults.push(message.text()));
  page.on("dialog", (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(address);
  return { page, faults, requests };
}
