/** Compares how quickly Thresher and fastText classify: `npm run throughput -- POSTS BYDATE`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { append } from "../src/base/lists.js";
import { listOf, whole } from "../src/cli/options/parsers.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { median, ratios } from "./bench/measurement.js";
import { runProcess } from "./bench/run-process.js";
import { runScript, stopSignals } from "./run-script.js";
import { CONTESTANTS, modelOf, type Played, play } from "./throughput/contestants.js";
import { STEPS, stepTimes } from "./throughput/steps.js";
import { MAKERS, type Texts, writeTexts } from "./throughput/texts.js";

interface CommandOptions {
  readonly only: readonly string[];
  readonly rounds: number;
  readonly oneIn: number;
  readonly tuned?: boolean;
}

const stop = stopSignals();

const program = new Command("npm run throughput --")
  .description("Compares Thresher and fastText on one core: processor time, memory and accuracy on the same texts.")
  .argument("<posts>", "20news-19997, for 25,000 texts of 1.3 kB and 1,000,000 lines of 100 bytes")
  .argument("<bydate>", "20news-bydate, with train and test")
  .option("--only <names>", `some of ${Object.keys(MAKERS).join(",")}`, listOf(String), Object.keys(MAKERS))
  .option("--rounds <n>", "how often each classifies", whole(1), 5)
  .option("--one-in <n>", "classify only one text in this many", whole(1), 1)
  .option("--tuned", "also fastText with 25 epochs, lower case and punctuation apart")
  .action(run);

await runScript("throughput", program, stop);

async function run(posts: string, bydate: string, { only, rounds, oneIn, tuned }: CommandOptions): Promise<void> {
  try {
    await runProcess({ name: "fasttext", argv: ["sh", "-c", "command -v fasttext python3"] });
  } catch {
    throw new DataError("fasttext or python3 is missing; on Debian: apt install fasttext python3");
  }
  const contestants = tuned ? CONTESTANTS : CONTESTANTS.slice(0, 2);
  const folder = mkdtempSync(join(tmpdir(), "thresher-throughput-"));
  const rows = [["texts", "", "train s", "classify s", "per fastText", "start s", "texts/s", "MB/s", "MB", "accuracy"]];
  const steps = [["µs a text", ...STEPS]];
  try {
    for (const name of only) {
      const texts = writeTexts(name, { posts, bydate }, 1 / oneIn, folder);
      const played = await play(contestants, texts, folder, rounds, stop.signal);
      append(
        rows,
        contestants.map(({ title }, n) => rowOf(title, texts, played[n], played[1])),
      );
      const times = stepTimes(texts.test, modelOf(texts, folder, 0), Math.min(rounds, 3));
      steps.push([name, ...times.map((seconds) => ((1e6 * seconds) / texts.labels.length).toFixed(1))]);
    }
    process.stdout.write(`${[...textTable(rows, "llrrrrrrrr"), "", ...textTable(steps, "lrrrrr")].join("\n")}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the cells of a contestant. */
function rowOf(title: string, { name, labels, bytes }: Texts, played: Played, beside: Played): string[] {
  const times = ({ predict }: Played) => predict.map(({ seconds }) => seconds);
  const seconds = median(times(played));
  return [
    name,
    title,
    played.train.seconds.toFixed(1),
    seconds.toFixed(2),
    median(ratios(times(played), times(beside))).toFixed(2),
    played.start.seconds.toFixed(2),
    Math.round(labels.length / seconds).toString(),
    (bytes / seconds / 1e6).toFixed(1),
    (median(played.predict.map(({ peakBytes }) => peakBytes)) / 1e6).toFixed(0),
    played.accuracy.toFixed(4),
  ];
}
