import { setTimeout as sleep } from "node:timers/promises";
import type { Labelling } from "../../labelling/labelling.js";
import { labelPage } from "../../pages/label-page.js";
import { openBrowser } from "../../pages/server/open-browser.js";
import { say } from "../output/notices.js";

/** In milliseconds: for all windows to show the end. */
const LAST_LOOK = 1000;

/** How a page is shown. */
export interface BrowserOptions {
  /** The port on 127.0.0.1. Default: a free one. */
  readonly port?: number | undefined;
  /** Whether to open a browser. Default true. */
  readonly open?: boolean | undefined;
}

/** Serves the page of a labelling session until the session is done, or a signal ends it. */
export async function labelInBrowser(labelling: Labelling, { port, open = true }: BrowserOptions): Promise<void> {
  const page = labelPage(labelling, port);
  await page.listen();
  const address = page.newAddress();
  labelling.servedAt(new URL(address).origin);
  say(`open ${address}`);
  say(
    process.stdin.isTTY
      ? "Enter shows another address, which a browser needs the first time; Ctrl-C ends"
      : "SIGTERM ends",
  );
  if (open) openBrowser(address);
  const onLine = () => say(`open ${page.newAddress()}`);
  if (process.stdin.isTTY) process.stdin.on("data", onLine);
  let end = () => {};
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const stop = labelling.onChange(() => labelling.state().phase === "done" && end());
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    await Promise.race([ended, labelling.ready.then(() => ended)]);
    if (labelling.state().phase === "done") await sleep(LAST_LOOK);
  } finally {
    stop();
    for (const signal of signals) process.off(signal, end);
    process.stdin.off("data", onLine).pause();
    await page.close();
  }
}
