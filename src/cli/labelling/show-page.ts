import { once } from "node:events";
import { openBrowser } from "../../pages/server/open-browser.js";
import type { PageServer } from "../../pages/server/page-server.js";
import type { OptionRows } from "../options/option-rows.js";
import { whole } from "../options/parsers.js";
import { say } from "../output/output.js";

/** How a page is shown. */
export interface BrowserOptions {
  /** The port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Whether to open a browser. Default true. */
  readonly open?: boolean | undefined;
}

/** The options of a page. */
export const PAGE_OPTIONS: OptionRows = {
  "--port <number>": ["the port of the page on 127.0.0.1 (default: a free one)", whole(0)],
  "--no-open": "print the address of the page, and open no browser",
};

/**
 * Serves a page until a signal ends it, and prints its address.
 *
 * @param done ends it when it resolves. @throws what it rejects with
 */
export async function showPage(
  page: PageServer,
  { open = true }: BrowserOptions,
  done: Promise<unknown> = new Promise(() => undefined),
): Promise<void> {
  // If the server cannot listen, nothing else handles a rejection of `done`.
  done.catch(() => undefined);
  await page.listen();
  // Before the address is printed, so that a signal never ends the process halfway.
  const over = new AbortController();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"].map((name) => once(process, name, over));
  const ended = Promise.race(signals).catch(() => undefined);
  say(`open ${page.newAddress()}`);
  say(
    process.stdin.isTTY
      ? "Enter shows another address, which a browser needs the first time; Ctrl-C ends"
      : "SIGTERM ends",
  );
  // Its own address: the user may open the printed one at the same time.
  const closeFile = open ? openBrowser(page.newAddress()) : undefined;
  const onLine = () => say(`open ${page.newAddress()}`);
  if (process.stdin.isTTY) process.stdin.on("data", onLine);
  try {
    await Promise.race([ended, done]);
  } finally {
    over.abort();
    closeFile?.();
    process.stdin.off("data", onLine).pause();
    await page.close();
  }
}
