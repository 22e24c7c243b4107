import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { LabellingState } from "../../src/labelling/state.js";
import { newContext, serving } from "./start-browser.js";

/** The texts of the page at the end of a session about a sample, and while a pile is read. */
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

export const label = (pile: string, into: string) => serving(["label", pile, "--into", into, "--no-open"]);

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

/** Opens the page in a browser of its own, or in that of another page. */
export async function opened(address: string, options?: BrowserContextOptions, beside?: Page): Promise<Page> {
  const page = await (beside?.context() ?? (await newContext(options))).newPage();
  await page.goto(address);
  await page.locator("h1", { hasText: /What is|Where/ }).waitFor({ timeout: 60_000 });
  return page;
}
/** Goes from the groups to the questions. */
export async function questions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Begin without|Go on/ }).press("Enter");
  await page.locator("dd.file").waitFor({ timeout: 60_000 });
}
