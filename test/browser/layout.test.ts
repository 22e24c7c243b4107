import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { temporaryFolder } from "../helpers/folder.js";
import { startBrowser } from "./start-browser.js";

const folder = temporaryFolder();

/** Reports of twenty classes and of two. */
const REPORTS = ["newsgroups", "mail"] as const;

let browser: Browser;

beforeAll(async () => {
  browser = await startBrowser();
  for (const name of REPORTS) {
    const corpus = resolve("corpora", name);
    const args = ["evaluate", corpus, "--folds", "2", "--report", `${name}.html`, "--quiet"];
    expect(await thresher(args, { cwd: folder })).toMatchObject({ code: 0, stderr: "" });
  }
});

afterAll(() => browser?.close());

async function open(name: string, width: number): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)).href);
  return page;
}

describe("the layout of the report", () => {
  it("names the corpus in its headline, and its path only where the page can be made again", async () => {
    const page = await open("newsgroups", 1280);
    expect(await page.locator("h1").innerText()).toMatch(/^How well multinomial naive Bayes\s+sorts newsgroups$/);
    expect(await page.title()).toBe("newsgroups: multinomial naive Bayes, evaluated");
    expect(await page.locator("header").innerText()).not.toContain("/");
    expect(await page.locator("#reproduce").innerText()).toContain(resolve("corpora/newsgroups"));
    await page.close();
  });

  it.each([360, 400, 639, 641, 1400])("shows the whole learning curve in a window of %i pixels", async (width) => {
    for (const name of REPORTS) {
      const page = await open(name, width);
      const curves = await page.locator("#curve svg:visible").all();
      expect(curves).toHaveLength(1);
      const { left, right, scale, cut } = await curves[0].evaluate((svg) => {
        const box = svg.getBoundingClientRect();
        let cut = 0;
        for (let around = svg.parentElement; around !== null; around = around.parentElement) {
          const { left, right } = around.getBoundingClientRect();
          cut = Math.max(cut, left - box.left, box.right - right);
        }
        return {
          left: box.left,
          right: box.right,
          scale: box.width / (svg as SVGSVGElement).viewBox.baseVal.width,
          cut,
        };
      });
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(width);
      expect(cut).toBeLessThanOrEqual(0);
      // Below that the figures at its axes, of 11 pixels, are hard to read.
      expect(scale).toBeGreaterThan(0.74);
      await page.close();
    }
  });
});
