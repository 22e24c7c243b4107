import { once } from "node:events";
import { readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { BrowserContextOptions } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { thresher } from "../helpers/command.js";
import { folderWith, type Tree } from "../helpers/folder.js";
import { expectContrast, watched } from "./start-browser.js";

const HOSTILE_CLASS = `<img src=x onerror="window.ran='class'">`;
const HOSTILE_NAME = `<script>window.ran='name'<\u2215script> #1?%20 "ü".txt`;
const SUBJECTS = [
  "<script>window.ran='subject';alert(1)</script>",
  `<img src=x onerror="window.ran='subject';alert(2)">`,
  "</title></style></script><script>alert(3)</script>",
  "{{alert(4)}}",
];

/** The addresses of the report. */
let [atPath, overHttp] = ["", ""];

beforeAll(async () => {
  const folder = folderWith({ mail: corpus() });
  const outcome = await thresher("evaluate mail --folds 2 --report page.html --quiet", { cwd: folder });
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  const report = join(folder, "page.html");
  atPath = pathToFileURL(report).href;
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8").end(readFileSync(report));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  overHttp = `http://127.0.0.1:${(server.address() as AddressInfo).port}/page.html`;
  return () => void server.close();
});

/** Mail of four classes that a classifier gets wrong, with subjects, file names and a class name that would run. */
function corpus(): Tree {
  const classes = ["work.reports.weekly", "home", "spam", HOSTILE_CLASS].map((label, c) => {
    const messages = Array.from({ length: 12 }, (_, i) => {
      const subject = SUBJECTS[i % SUBJECTS.length];
      const words = `word${(c + i) % 4} word${(c * i) % 5} topic${i % 3} ${subject}`;
      const text = `From: a@example.org\nSubject: ${subject} ${i}\n\n${words}\n`;
      return [i === 0 ? HOSTILE_NAME : `${i}.txt`, text] as const;
    });
    return [label, Object.fromEntries(messages)] as const;
  });
  return Object.fromEntries(classes);
}

const open = (url: string, options: BrowserContextOptions = {}) =>
  watched(url, { viewport: { width: 1280, height: 900 }, ...options });

describe("the report in a browser", () => {
  it("runs nothing that a document brought and asks nothing of the network, as a file and over HTTP", async () => {
    for (const url of [atPath, overHttp]) {
      const { page, faults, requests } = await open(url);
      await page.evaluate(() => {
        for (const list of document.querySelectorAll("details")) list.open = true;
      });
      await page.waitForTimeout(50);
      expect(await page.evaluate(() => (globalThis as { ran?: string }).ran)).toBeUndefined();
      expect(await page.evaluate(() => document.querySelectorAll("script, img, iframe, object, base").length)).toBe(0);
      expect(faults).toEqual([]);
      expect(requests.filter((request) => !request.startsWith("data:"))).toEqual([url]);
    }
  });

  it("refuses a script and a style that somebody puts into it", async () => {
    const { page, faults } = await open(atPath);
    await page.evaluate(() => {
      addEventListener("securitypolicyviolation", (event) => console.error(`policy: ${event.violatedDirective}`));
      const script = document.createElement("script");
      script.textContent = "window.ran = true";
      document.body.append(script);
      document.body.setAttribute("style", "color: red");
    });
    await page.waitForTimeout(50);
    expect(await page.evaluate(() => (globalThis as { ran?: string }).ran)).toBeUndefined();
    expect(faults.filter((fault) => fault.startsWith("policy: "))).toEqual([
      "policy: script-src-elem",
      "policy: style-src-attr",
    ]);
  });

  it("shows what was hostile as text, and links to its file", async () => {
    const { page } = await open(atPath);
    const remarks = await page.locator("li > span").allTextContents();
    expect(remarks.filter((text) => SUBJECTS.some((subject) => text.startsWith(subject))).length).toBeGreaterThan(3);
    expect(await page.locator("td, th", { hasText: HOSTILE_CLASS }).count()).toBeGreaterThan(0);
    const links = await page.locator("a.file").evaluateAll((all) => all.map((a) => (a as HTMLAnchorElement).href));
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(statSync(new URL(link)).isFile()).toBe(true);
    expect(links.some((link) => decodeURIComponent(link).endsWith(HOSTILE_NAME))).toBe(true);
  });

  it("has a target for every link within it, and headings in order", async () => {
    const { page } = await open(atPath);
    const broken = await page.evaluate(() => {
      const targets = [...document.querySelectorAll('a[href^="#"]')].map((a) => a.getAttribute("href")?.slice(1) ?? "");
      return targets.filter((id) => document.getElementById(id) === null);
    });
    expect(broken).toEqual([]);
    const levels = await page.locator("h1, h2, h3, h4").evaluateAll((all) => all.map((h) => Number(h.tagName[1])));
    expect(levels.filter((level, i) => i > 0 && level > levels[i - 1] + 1)).toEqual([]);
  });

  it("can be walked through by keyboard: every link, button, list and region that scrolls", async () => {
    const { page } = await open(atPath);
    const wanted = await page.evaluate(() => {
      const all = [...document.querySelectorAll("a[href], button, summary, [tabindex='0']")];
      const visible = all.filter((element) => element.checkVisibility({ contentVisibilityAuto: true }));
      visible.forEach((element, i) => {
        element.setAttribute("data-stop", String(i));
      });
      return visible.length;
    });
    const reached = new Set<string>();
    for (let i = 0; i < wanted + 5; i++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => document.activeElement?.getAttribute("data-stop") ?? "");
      if (stop !== "") reached.add(stop);
    }
    expect(reached.size).toBe(wanted);
  });

  it.each([360, 390, 768, 1280])("fits a window of %i pixels", async (width) => {
    const { page } = await open(atPath, { viewport: { width, height: 800 } });
    for (const list of (await page.locator("details > summary").all()).slice(0, 5)) await list.click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  });

  it.each(["light", "dark"] as const)("has text of a contrast of at least 4.5 in %s", async (colorScheme) => {
    const { page } = await open(atPath, { colorScheme });
    await expectContrast(page);
  });

  it("prints every list opened, dark on light, without what is of no use on paper", async () => {
    const { page } = await open(atPath, { colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const hidden = await page.evaluate(
      () => [...document.querySelectorAll("details li")].filter((item) => !item.checkVisibility()).length,
    );
    expect(hidden).toBe(0);
    expect(await page.locator("nav").isVisible()).toBe(false);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
    await expectContrast(page);
    expect((await page.pdf()).subarray(0, 5).toString()).toBe("%PDF-");
  });
});
