import { type Browser, chromium } from "playwright-core";
import { readHtml } from "../../src/mail/html/reader.js";
import { randomPage } from "./random-pages.js";
import { SEEN_WORDS } from "./seen-words.js";

export interface Compared {
  readonly words: number;
  /** The pages that are read otherwise, with the words. */
  readonly different: readonly Difference[];
}

export interface Difference {
  readonly number: number;
  readonly html: string;
  /** Words that only the browser shows, and words that only Thresher takes as seen. */
  readonly onlyBrowser: readonly string[];
  readonly onlyThresher: readonly string[];
}

/** The size of a usual window in pixels. */
const WINDOW = { width: 1280, height: 720 };

/** Pages that the browser shows side by side. */
const AT_ONCE = 25;

/** Compares the words of random pages that Chromium shows with those that Thresher takes as seen. */
export async function comparePages(
  executablePath: string,
  { pages, seed }: { readonly pages: number; readonly seed: number },
): Promise<Compared> {
  // Chromium cannot make a sandbox if it runs as root, as in a container.
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    return await compared(browser, pages, seed);
  } finally {
    await browser.close();
  }
}

async function compared(browser: Browser, pages: number, seed: number): Promise<Compared> {
  const context = await browser.newContext({ viewport: WINDOW });
  const page = await context.newPage();
  // No page comes from the network.
  await context.route("**/*", (route) => {
    const number = /\/page\/(\d+)$/.exec(route.request().url())?.[1];
    const body = number === undefined ? "<!doctype html><title>pages</title>" : randomPage(seed, Number(number));
    return route.request().isNavigationRequest()
      ? route.fulfill({ body, contentType: "text/html; charset=utf-8" })
      : route.abort();
  });
  await page.goto("http://pages.example/");
  let words = 0;
  const different: Difference[] = [];
  for (let first = 0; first < pages; first += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, pages - first) }, (_, at) => first + at);
    // The program of the page runs in the browser, so it is a text.
    const all = (await page.evaluate(
      `(${SHOW})(${JSON.stringify(numbers)}, ${JSON.stringify(WINDOW)}, ${SEEN_WORDS})`,
    )) as string[][];
    for (const [at, number] of numbers.entries()) {
      const html = randomPage(seed, number);
      const ours = new Set(wordsOf(readHtml(Buffer.from(html)).visible));
      const theirs = new Set(all[at]);
      words += new Set(wordsOf(Buffer.from(html))).size;
      const onlyBrowser = [...theirs].filter((word) => !ours.has(word));
      const onlyThresher = [...ours].filter((word) => !theirs.has(word));
      if (onlyBrowser.length + onlyThresher.length > 0) different.push({ number, html, onlyBrowser, onlyThresher });
    }
  }
  return { words, different };
}

function wordsOf(text: Uint8Array): string[] {
  return Buffer.from(text).toString().match(/w\d+q/g) ?? [];
}

/** Shows pages in frames without scripts, and asks for the words that are seen. */
const SHOW = `async (numbers, size, seenWords) => {
  document.body.replaceChildren();
  const frames = numbers.map((number) => {
    const frame = document.createElement("iframe");
    frame.sandbox = "allow-same-origin";
    frame.style = "border: 0; width: " + size.width + "px; height: " + size.height + "px";
    const loaded = new Promise((resolve) => { frame.onload = resolve; });
    frame.src = "/page/" + number;
    document.body.append(frame);
    return { frame, loaded };
  });
  await Promise.all(frames.map(({ loaded }) => loaded));
  return frames.map(({ frame }) => seenWords(frame));
}`;
