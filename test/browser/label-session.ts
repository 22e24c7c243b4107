import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import type { LabellingState } from "../../src/labelling/state.js";
import { COMMAND } from "../helpers/command.js";
import { startBrowser } from "./start-browser.js";

export const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A running command, and the address that it has printed. */
export interface Running {
  readonly command: ChildProcess;
  readonly address: string;
  /** Its standard error so far. */
  readonly said: () => string;
}

export const running: ChildProcess[] = [];

export const SAMPLED: LabellingState = {
  version: 9,
  phase: "done",
  sampledFrom: 500_000,
  classes: [],
  groups: [],
  isGrouping: false,
  progress: { labelled: 300, documents: 100_000 },
  ending: "copy",
  canUndo: false,
  notices: [],
  result: { filed: 300, there: 0, left: [] },
};
export const READING: LabellingState = {
  ...SAMPLED,
  phase: "reading",
  reading: { documents: 5000, of: 1 },
  result: undefined,
};

export async function label(pile: string, into: string, ...options: string[]): Promise<Running> {
  const command = spawn(process.execPath, [COMMAND, "label", pile, "--into", into, "--no-open", ...options], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  running.push(command);
  let said = "";
  command.stderr.setEncoding("utf8").on("data", (text) => {
    said += text;
  });
  await expect.poll(() => said).toMatch(/open http:\S+/);
  return { command, address: /http:\S+/.exec(said)?.[0] ?? "", said: () => said };
}

/** The documents below a folder, by the folder that they are in. */
export function filed(into: string): Record<string, string[]> {
  const folders = readdirSync(into, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return Object.fromEntries(folders.map(({ name }) => [name, readdirSync(join(into, name)).sort()]));
}

/** The subject of the document on the screen: its name begins with it. */
export async function subject(page: Page): Promise<string> {
  return (await shown(page)).replace(/^.*\//, "").replace(/-\d+$/, "");
}

export async function shown(page: Page): Promise<string> {
  return (await page.locator("dd.file").textContent({ timeout: 60_000 })) ?? "";
}

/** Answers the question on the screen by keyboard, and waits for the next one, or for none. */
export async function answer(page: Page): Promise<void> {
  const before = await shown(page);
  const folder = await subject(page);
  const proposal = page.locator("button.main");
  const isProposed = (await proposal.count()) > 0 && (await proposal.textContent())?.includes(` ${folder}, `);
  if (isProposed) await page.keyboard.press("Space");
  else {
    await page.keyboard.press("n");
    await page.keyboard.type(folder);
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction((name) => document.querySelector("dd.file")?.textContent !== name, before);
}

export const noneLeft = (page: Page) => page.getByText("No document is left").count();

export let browser: Browser;
export let context: BrowserContext | undefined;
beforeAll(async () => {
  browser = await startBrowser();
});
afterEach(async () => {
  await context?.close();
  for (const command of running.splice(0)) command.kill("SIGKILL");
});
afterAll(() => browser.close());

export async function opened(address: string, options: Parameters<Browser["newContext"]>[0] = {}): Promise<Page> {
  context = await browser.newContext(options);
  return newPage(address);
}
export async function newPage(address: string): Promise<Page> {
  const page = await (context ?? (await browser.newContext())).newPage();
  await page.goto(address);
  await page.locator("h1", { hasText: /What is|Where/ }).waitFor({ timeout: 60_000 });
  return page;
}
/** Goes from the groups to the questions. */
export async function questions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Begin without|Go on/ }).press("Enter");
  await page.locator("dd.file").waitFor({ timeout: 60_000 });
}
