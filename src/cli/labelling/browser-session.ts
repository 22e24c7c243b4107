import { setTimeout as sleep } from "node:timers/promises";
import type { Labelling } from "../../labelling/labelling.js";
import { labelPage } from "../../pages/label-page.js";
import { type BrowserOptions, showPage } from "./show-page.js";

/** In milliseconds: for all windows to show the end. */
const LAST_LOOK = 1000;

/** Serves the page of a labelling session until the session is done, or a signal ends it. */
export async function labelInBrowser(labelling: Labelling, options: BrowserOptions): Promise<void> {
  let stop = () => {};
  const done = new Promise<void>((resolve) => {
    stop = labelling.onChange(() => labelling.state().phase === "done" && resolve());
  });
  const shown = labelling.ready.then(() => done).then(() => sleep(LAST_LOOK));
  await showPage(labelPage(labelling, options.port), options, shown, (origin) => labelling.servedAt(origin));
  stop();
}
