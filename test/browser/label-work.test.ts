import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import type { Labelling } from "../../src/labelling/labelling.js";
import { labelPage } from "../../src/pages/label-page.js";
import { temporaryFolder } from "../helpers/folder.js";
import { answerTruly, labellingHere, PileInMemory, threeSubjects } from "../helpers/labelling-here.js";
import { expectNoFaults, newContext } from "./start-browser.js";

/** Names of classes, such as `sci.space.unmanned-probes.7`. */
const nameOf = (c: number) => `${["sci.space", "rec.motorcycles", "talk.politics"][c % 3]}.unmanned-probes.${c}`;

describe("the page of label, with work that is half done", () => {
  let labelling: Labelling;
  let page: Page;
  const closing: (() => Promise<unknown>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  /** Opens the page of a session with questions. */
  async function opened(texts: Readonly<Record<string, string | Uint8Array>>, options = {}): Promise<void> {
    labelling = labellingHere(new PileInMemory(texts), temporaryFolder());
    await labelling.ready;
    await labelling.change({ do: "start-questions" }, labelling.state().version);
    const server = labelPage(labelling);
    await server.listen();
    const context = await newContext(options);
    closing.push(
      () => labelling.close(),
      () => server.close(),
    );
    page = await context.newPage();
    await page.goto(server.newAddress());
    await page.locator("dd.file").waitFor();
  }
  /** Answers some questions with the classes of `nameOf`, and waits for a question with proposals. */
  async function withClasses(count: number): Promise<void> {
    for (let c = 0; c < count; c++) {
      const { question, version } = labelling.state();
      await labelling.change({ do: "answer", item: question?.item ?? -1, label: nameOf(c) }, version);
    }
    await withProposals();
  }
  /** Skips the questions that were asked before a forecast came. The engine works in this thread, between two of them. */
  async function withProposals(): Promise<void> {
    while (labelling.state().question?.proposals.length === 0) {
      await sleep(50);
      const { question, version } = labelling.state();
      await labelling.change({ do: "skip", item: question?.item ?? -1 }, version);
    }
    await expect.poll(shown).toContain(labelling.state().question?.name ?? "none");
  }
  const shown = async () => (await page.locator("dd.file").textContent()) ?? "";
  const labelled = (name: string) => labelling.state().classes.find((each) => each.name === name)?.labelled;
  /** The names on the buttons, without the comma that is only read aloud. */
  const folders = async () => {
    const names = await page.locator(".folders li button > span:nth-child(2)").allTextContents();
    return names.map((name) => name.replace(/,$/, ""));
  };
  const status = () => page.getByRole("status").textContent();

  it("answers three questions in turn when the space bar is pressed three times at once", async () => {
    await opened(threeSubjects(16));
    await answerTruly(labelling, 9);
    await withProposals();
    await page.evaluate(() => {
      for (let n = 0; n < 3; n++) dispatchKey(" ");
      function dispatchKey(key: string) {
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      }
    });
    await expect.poll(() => labelling.state().progress.labelled).toBe(12);
    const before = labelling.state().question?.item;
    await page.keyboard.press("Space");
    await page.keyboard.press("n");
    await page.keyboard.type("a class of its own");
    await page.keyboard.press("Enter");
    await expect.poll(() => labelled("a class of its own")).toBe(1);
    expect(labelling.state().progress.labelled).toBe(14);
    expect(labelling.state().question?.item).not.toBe(before);
  });

  it("reaches each of 40 classes by a part of its name, and asks back for one that is nearly the same", async () => {
    await opened(threeSubjects(30));
    await withClasses(40);
    await page.keyboard.press("n");
    await page.keyboard.type("PROBES.3");
    const thirties = Array.from({ length: 10 }, (_, i) => nameOf(30 + i));
    expect(new Set(await folders())).toEqual(new Set([nameOf(3), ...thirties]));
    await page.keyboard.type("7");
    await page.keyboard.press("Enter");
    await expect.poll(() => labelled(nameOf(37))).toBe(2);
    const { labelled: count } = labelling.state().progress;
    await page.keyboard.press("n");
    await page.keyboard.type("rec.motorcycles.unmaned-probes.37");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").getByText("give the same name again").waitFor();
    expect(labelling.state()).toMatchObject({ progress: { labelled: count }, classes: { length: 40 } });
    await page.keyboard.press("Enter");
    await expect.poll(() => labelling.state().classes.length).toBe(41);
  });

  it("finds documents by their words, and labels them all with one key, which another takes back", async () => {
    await opened(threeSubjects(16));
    await withClasses(2);
    await page.keyboard.press("/");
    await page.keyboard.type("flour");
    await expect.poll(status).toMatch(/^\d+ documents, \d+ without an answer, such as$/);
    const { found, open } = labelling.find("flour") ?? {};
    expect(await status()).toBe(`${found} documents, ${open} without an answer, such as`);
    expect(await page.locator(".examples li").count()).toBe(8);
    const before = labelling.state().progress.labelled;
    await page.keyboard.press("Enter");
    await page.keyboard.press("2");
    await expect.poll(status).toBe(`${found} documents, 0 without an answer`);
    expect(labelling.state().progress.labelled).toBe(before + (open ?? 0));
    await page.keyboard.press("u");
    await expect.poll(() => labelling.state().progress.labelled).toBe(before);
    await page.keyboard.press("Escape");
    await page.locator("dd.file").waitFor();
  });

  it("lists the answers, and changes one of them: also to none of these", async () => {
    await opened(threeSubjects(16));
    await withClasses(3);
    await page.keyboard.press("/");
    const lines = page.getByRole("list", { name: "answers" }).getByRole("button");
    await expect.poll(() => lines.count()).toBe(3);
    await lines.nth(2).press("Enter");
    await page.getByText(`Your answer: ${nameOf(0)}.`).waitFor();
    await page.keyboard.press("0");
    await expect.poll(() => labelled(nameOf(0))).toBe(0);
    await page.getByText("Your answer").waitFor({ state: "detached" });
    await page.keyboard.press("/");
    await expect.poll(() => lines.first().textContent()).toContain("none of these");
  });

  it("gives a class another name, and merges it with another one", async () => {
    await opened(threeSubjects(16));
    await withClasses(3);
    await page.keyboard.press("/");
    await page.getByText("Rename or merge folders").click();
    const rename = async (from: string, to: string) => {
      await page.locator("select[name=name]").selectOption(from);
      await page.getByLabel("new name").fill(to);
      await page.getByRole("button", { name: "Rename" }).click();
    };
    await rename(nameOf(1), "Bikes");
    await expect.poll(() => labelled("Bikes")).toBe(1);
    await rename("Bikes", nameOf(2));
    await expect.poll(() => labelled(nameOf(2))).toBe(2);
    expect(labelling.state().classes.map(({ name }) => name)).toEqual([nameOf(0), nameOf(2)]);
  });

  it("says the name and the probability of a folder to a screen reader, and its keys apart from them", async () => {
    await opened(threeSubjects(16));
    await withClasses(3);
    const { label = "", probability = 0 } = labelling.state().question?.proposals.at(0) ?? {};
    const first = page.getByRole("button", { name: `${label}, ${(100 * probability).toFixed(1)} %`, exact: true });
    expect(await first.getAttribute("aria-keyshortcuts")).toMatch(/^Space 1 /);
    await page.getByRole("button", { name: "skip", exact: true }).waitFor();
  });

  it.each([
    ["a wide screen", { viewport: { width: 1280, height: 860 } }],
    ["a screen at 200 %", { viewport: { width: 640, height: 430 } }],
    ["a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ])("has room for long names and their keys, and no fault of accessibility, on %s", async (device, options) => {
    await opened({ ...threeSubjects(30), picture: "\0\0" }, options);
    await withClasses(40);
    await expectNoFaults(page);
    await page.getByText("1 document left out: not text").waitFor();
    const heights = await page.locator("kbd:visible").evaluateAll((keys) => keys.map((key) => key.clientHeight));
    expect(heights.filter((height) => height > 24)).toEqual([]);
    const names = page.locator(".folders li button > span:nth-child(2)");
    // A line ends after a dot or a dash.
    const breaks = await names.evaluateAll(
      (all) =>
        all.flatMap((name) => {
          const range = document.createRange();
          const letters = [...name.childNodes].filter((node) => node instanceof Text);
          return letters.filter((node) => {
            range.selectNodeContents(node);
            return range.getClientRects().length > 1;
          });
        }).length,
    );
    expect(breaks).toBe(0);
    const finish = (await page.getByRole("button", { name: "finish" }).boundingBox()) ?? { y: 0, height: 0 };
    if (device === "a wide screen") expect(finish.y + finish.height).toBeLessThan(860);
    else {
      // The proposal stays at the bottom, and what has the focus is above it.
      const bar = (await page.locator("button.main").boundingBox()) ?? { y: 0 };
      for (const button of await page.locator(".answers button:not(.main)").all()) {
        await button.focus();
        const { y, height } = (await button.boundingBox()) ?? { y: 0, height: 0 };
        expect(y + height).toBeLessThanOrEqual(bar.y);
      }
    }
    await page.keyboard.press("/");
    await page.keyboard.type("letter");
    await expect.poll(status).toMatch(/without an answer/);
    await expectNoFaults(page);
  });
});
