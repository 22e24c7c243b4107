import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { decision, folderFiles } from "../delivery/review/entries.js";
import { thresher } from "../helpers/command.js";
import { folderWith, temporaryFolder } from "../helpers/folder.js";
import { threeSubjects } from "../helpers/labelling-here.js";
import { expectNoFaults, serving, watched } from "./start-browser.js";

const HOSTILE = `<img src=x onerror="document.title='owned'"> \u202e</script><script>document.title='owned'</script>`;

/** Sorted messages with a history, of which a sea letter lies under bread. */
interface Desk {
  readonly model: string;
  readonly into: string;
  readonly history: string;
}

async function desk(): Promise<Desk> {
  const place = temporaryFolder();
  const [model, into, history] = ["m.model", "sorted", "history"].map((name) => join(place, name));
  const corpus: Record<string, Record<string, string>> = { bread: {}, chess: {}, sea: {} };
  for (const [name, text] of Object.entries(threeSubjects(8))) {
    corpus[name.split("-")[0]][name] = `Subject: ${name}\n\n${text}`;
  }
  const train = ["train", folderWith(corpus), "-m", model, "--preset", "mail", "--remember"];
  expect(await thresher(train)).toMatchObject({ code: 0 });
  const inbox = folderWith({
    "hidden.eml": `From: ${HOSTILE} <a@example.org>\nSubject: ${HOSTILE}\n\nflour dough oven ${HOSTILE}\n`,
    "bread.eml": "Subject: rye\n\nflour dough oven bakery\n",
    "sea.eml": "Subject: waves\n\nsail boat captain\n",
  });
  const args = ["sort", inbox, "-m", model, "--into", into, "--history", history, "--move", "--unsure-below", "0"];
  expect(await thresher(args)).toMatchObject({ code: 0 });
  return { model, into, history };
}

const review = (...args: string[]) => serving(["review", ...args, "--no-open"]);

const titles = (page: Page) => page.locator(".line .title").allTextContents();

describe("the page of review", () => {
  let sorted: Desk;
  beforeEach(async () => {
    sorted = await desk();
  });

  async function opened(address: string, options?: BrowserContextOptions): Promise<Page> {
    const { page } = await watched(address, options);
    await page.locator(".line").first().waitFor();
    await page.locator(".charts").waitFor();
    return page;
  }

  it("corrects a decision by one key, so that it is learned and filed again", async () => {
    const { model, into, history } = sorted;
    const { address, command } = await review(history, "-m", model);
    const page = await opened(address);
    await page.getByLabel("Search in").fill("waves");
    await expect.poll(() => titles(page)).toEqual(["waves"]);
    await page.locator(".line").focus();
    await page.keyboard.press("Enter");
    await page.locator(".opened").getByText("sail boat captain").waitFor();
    expect(await page.locator(".opened .weights th").allTextContents()).toContain("boat");
    expect(await page.locator(".opened .weights caption").textContent()).toMatch(/^Why sea and not (?:bread|chess)$/);
    const before = readFileSync(model);
    await page.keyboard.press("b");
    await page.getByText("“waves” → bread: learned; filed as").waitFor();
    expect(folderFiles(into)).toContain("bread/sea.eml");
    await page.locator(".chip", { hasText: "bread" }).waitFor();
    expect(readFileSync(model).equals(before)).toBe(false);
    // The letter of a class works before the decision is open, too.
    await page.keyboard.press("Escape");
    await page.keyboard.press("c");
    await page.getByText("chess: learned").waitFor();
    expect(folderFiles(into)).toContain("chess/sea.eml");
    await page.locator(".chip", { hasText: "chess" }).waitFor();
    expect(await command.end()).toMatchObject({ code: 0 });
    const inspected = await thresher(["inspect", "-m", model, "--json"]);
    expect(JSON.stringify(JSON.parse(inspected.stdout).classes)).toMatch(/"chess"[^}]*9/);
  });

  it("searches, filters, has the unsure ones first, and shows what is added while it is open", async () => {
    const { model, history } = sorted;
    const other = { label: "sea", command: "filter" };
    const doubtful = decision(7, { ...other, unsure: true, subject: "doubtful" });
    appendFileSync(history, `${JSON.stringify(doubtful)}\n{damaged\n`);
    const page = await opened((await review(history, "-m", model)).address);
    await expect.poll(async () => (await titles(page))[0]).toBe("doubtful");
    await page.getByText("Left out: 1 damaged line of the history.").waitFor();
    await page.getByText("1 decision came from another model").waitFor();
    await page.getByLabel("Show").selectOption("latest first");
    await expect.poll(async () => (await titles(page)).length).toBe(4);
    appendFileSync(history, `${JSON.stringify(decision(8, { ...other, subject: "later" }))}\n`);
    await page.getByLabel("Show").selectOption("unsure");
    await expect.poll(() => titles(page)).toEqual(["doubtful"]);
    await page.getByLabel("Show").selectOption("latest first");
    await expect.poll(() => titles(page)).toContain("later");
    await page.getByLabel("Class").selectOption("bread");
    await expect.poll(async () => (await titles(page)).length).toBe(2);
    await page.getByLabel("Search in").fill("rye");
    await expect.poll(() => titles(page)).toEqual(["rye"]);
    await page.keyboard.press("Escape");
  });

  it("searches in the text, and corrects all that was found in one step", async () => {
    const { model, history, into } = sorted;
    const page = await opened((await review(history, "-m", model)).address);
    expect(await page.locator(".alike").count()).toBe(0);
    await page.getByLabel("Search in").fill("DOUGH OVEN");
    await expect.poll(async () => (await titles(page)).length).toBe(2);
    await page.getByText("Correct all 2 decisions that were found").click();
    await page.locator(".alike").getByRole("button", { name: "chess" }).click();
    await page.getByText("2 decisions → chess: 2 × learned; filed.").waitFor();
    await expect.poll(() => page.locator(".chip", { hasText: "chess" }).count()).toBe(2);
    expect(folderFiles(into)).toEqual(["chess/bread.eml", "chess/hidden.eml", "sea/sea.eml"]);
  });

  it("keeps only the correction of a message that is gone, and says so", async () => {
    const { model, history } = sorted;
    appendFileSync(history, `${JSON.stringify(decision(7, { label: "sea", subject: "lost" }))}\n`);
    const page = await opened((await review(history, "-m", model)).address);
    await page.getByLabel("Search in").fill("lost");
    await expect.poll(() => titles(page)).toEqual(["lost"]);
    await page.locator(".line").focus();
    await page.keyboard.press("Enter");
    await page.getByText("The message is not where it was.").waitFor();
    await page.keyboard.press("b");
    await page.getByText("bread: kept. The message is gone").waitFor();
  });

  it("goes through the list by keyboard", async () => {
    const page = await opened((await review(sorted.into, "-m", sorted.model)).address);
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("Enter");
    expect(await page.locator("li.current .title").textContent()).toBe((await titles(page))[1]);
    await page.locator("li.current .opened dl").waitFor();
    await page.getByText(/^Why \w+ and not \w+, by the model as it is now$/).waitFor();
    await page.keyboard.press("Escape");
    expect(await page.locator(".opened").count()).toBe(0);
  });

  it("shows a hostile sender, subject and text as text, and does nothing that they say", async () => {
    const fields = { label: HOSTILE, from: HOSTILE, subject: HOSTILE, id: HOSTILE };
    const hostile = decision(7, { ...fields, terms: [[HOSTILE, 1]] });
    appendFileSync(sorted.history, `${JSON.stringify(hostile)}\n`.repeat(3));
    const page = await opened((await review(sorted.history, "-m", sorted.model)).address);
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).host));
    const count = (await titles(page)).length;
    for (let n = 0; n < count; n++) {
      await page.locator(".line").nth(n).click();
      await page.locator(".opened dl").waitFor();
      await page.keyboard.press("Escape");
    }
    expect(await page.title()).toBe("Thresher: review");
    expect(await page.locator("#app script, #app img, #app iframe").count()).toBe(0);
    expect((await titles(page)).join()).toContain("<img src=x");
    expect((await titles(page)).join()).not.toContain("\u202e");
    expect([...new Set(requests)]).toEqual([new URL(page.url()).host]);
  });

  it.each([
    ["a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
    ["a wide screen", { viewport: { width: 1600, height: 900 } }],
    ["a dark screen", { viewport: { width: 1280, height: 800 }, colorScheme: "dark" as const }],
  ])("has no fault of accessibility and fits on %s", async (_, options) => {
    const page = await opened((await review(sorted.history, "-m", sorted.model)).address, options);
    await expectNoFaults(page);
    await page.locator(".line").first().click();
    await page.locator(".opened dl").waitFor();
    await page.locator(".opened .folders button").first().click();
    await page.locator("p[role=status].notice").waitFor();
    await expectNoFaults(page);
  });
});
