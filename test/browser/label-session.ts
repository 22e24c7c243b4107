import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import type { LabellingState } from "../../src/labelling/state.js";
import { serving, watched } from "./start-browser.js";

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

export async function shown(page: Page): Promise<string> {
  return (await page.locator("dd.file").textContent()) ?? "";
}

/** Answers the question on the screen by keyboard, and waits for the next one, or for none. */
export async function answer(page: Page): Promise<void> {
  const before = await shown(page);
  // The name of a document begins with its subject.
  const folder = before.replace(/^.*\//, "").replace(/-\d+$/, "");
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

export const isOpen = (page: Page) => page.locator("h1", { hasText: /What is|Where/ }).waitFor();

/** Opens the page in a browser of its own. */
export async function opened(address: string, options?: BrowserContextOptions): Promise<Page> {
  const { page } = await watched(address, options);
  await isOpen(page);
  return page;
}

/** Goes from the groups to the questions. */
export async function questions(page: Page): Promise<void> {
  await page.getByRole("button", { name: /Begin without|Go on/ }).press("Enter");
  await page.locator("dd.file").waitFor();
}
