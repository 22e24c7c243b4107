/** Compares how Thresher and Chromium read random pages: `npm run check:html -- --pages 3000`. */
import { execFileSync } from "node:child_process";
import { Command } from "commander";
import { comparePages, type Difference } from "./browser-pages/compare-pages.js";
import { runScript } from "./run-script.js";

const SCRIPT = "check:html";

/** At most one word in 100 may be judged differently. */
const WORDS_PER_DIFFERENCE = 100;

interface Options {
  readonly pages: number;
  readonly seed: number;
  readonly show: number;
}

const program = new Command(`npm run ${SCRIPT} --`)
  .description("Compares which words of random pages Chromium shows with those that Thresher takes as seen.")
  .option("--pages <n>", "how many pages of nested tags", Number, 3000)
  .option("--seed <n>", "seed of the pages", Number, 1)
  .option("--show <n>", "how many pages that differ to print", Number, 3)
  .action(run);
await runScript(SCRIPT, program);

async function run({ pages, seed, show }: Options): Promise<void> {
  const browser = process.env.CHROMIUM ?? execFileSync("which", ["chromium"], { encoding: "utf8" }).trim();
  const { words, different } = await comparePages(browser, { pages, seed });
  const wrong = different.reduce(
    (sum, { onlyBrowser, onlyThresher }) => sum + onlyBrowser.length + onlyThresher.length,
    0,
  );
  report(
    wrong * WORDS_PER_DIFFERENCE <= words,
    `${wrong} of ${words} words in ${pages} pages are judged differently, in ${different.length} pages`,
  );
  for (const difference of different.slice(0, show)) print(difference);
}

function report(holds: boolean, text: string): void {
  console.log(`${holds ? "ok    " : "FAILED"} ${text}`);
  if (!holds) process.exitCode = 1;
}

function print({ number, html, onlyBrowser, onlyThresher }: Difference): void {
  console.log(
    `  page ${number}: only the browser shows ${onlyBrowser.join(" ") || "none"}, only Thresher ${onlyThresher.join(" ") || "none"}`,
  );
  console.log(`  ${html}`);
}
