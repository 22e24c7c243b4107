import { fileURLToPath } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { Running, until } from "../helpers/running.js";
import { expectContrast, watched } from "./start-browser.js";

const SCRIPT = fileURLToPath(new URL("../../dist/scripts/browser-page.js", import.meta.url));

describe("the page of npm run browser-page", () => {
  let address: string;
  beforeAll(async () => {
    const server = new Running(process.execPath, [SCRIPT]);
    await until(() => /http:\S+\s/.test(server.stdout));
    [address] = /http:\S+/.exec(server.stdout) ?? [""];
    return () => void server.end();
  });

  async function opened(options?: BrowserContextOptions) {
    const { page, faults } = await watched(address, options);
    await page.locator("#details").waitFor();
    return { page, faults };
  }

  it("shows the class of a text that is pasted, the next classes, and the words that decide", async () => {
    const { page, faults } = await opened();
    await page.getByLabel("Paste a text").fill("Our goalie stopped 38 shots, and we won in overtime.");
    expect(await page.locator("#answer").textContent()).toBe("rec.sport.hockey");
    expect(await page.locator("#classes tr").count()).toBe(4);
    expect(await page.locator("#classes tr").first().innerText()).toMatch(/^rec\.sport\.hockey\s+\d+\.\d %$/);
    expect(await page.locator("#question").textContent()).toMatch(/^Why not [a-z.]+\?$/);
    expect(await page.locator("#reasons tr").first().innerText()).toMatch(/^(?:goalie|overtime)\s+× \d/);
    expect(faults).toEqual([]);
  });

  it("takes an example at a click, and says so where there is no text or no known word", async () => {
    const { page, faults } = await opened();
    await page.getByRole("button", { name: "Keys" }).click();
    expect(await page.locator("#answer").textContent()).toBe("sci.crypt");
    await page.getByLabel("Paste a text").fill("qqqq zzzz");
    expect(await page.locator("#answer").textContent()).toBe("No known word");
    await page.getByLabel("Paste a text").fill(" ");
    expect(await page.locator("#answer").textContent()).toBe("Waiting for a text");
    expect(await page.locator("#details").isVisible()).toBe(false);
    expect(faults).toEqual([]);
  });

  it.each([320, 375, 1280])("fits into a window of %d pixels", async (width) => {
    const { page } = await opened({ viewport: { width, height: 800 } });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it.each(["light", "dark"] as const)("has text of a contrast of at least 4.5 in %s", async (colorScheme) => {
    const { page } = await opened({ colorScheme });
    await expectContrast(page);
  });
});
