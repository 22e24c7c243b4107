/** Compares presets with scikit-learn and fastText: `npm run accuracy -- CORPORA`. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { Command } from "commander";
import { DataError } from "../src/base/errors.js";
import { safeText } from "../src/base/safe-text.js";
import { listOf } from "../src/cli/options/parsers.js";
import { progressBar } from "../src/cli/output/progress.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { CONTESTANTS, figureRow, HEADINGS, playContestant } from "./accuracy/contestants.js";
import { writeSides } from "./accuracy/documents.js";
import { findPython } from "./bench/commands.js";
import { runScript, stopSignals } from "./run-script.js";

interface CommandOptions {
  readonly encoding: string;
  readonly only?: readonly string[];
  readonly quiet?: boolean;
}

const stop = stopSignals();

const program = new Command("npm run accuracy --")
  .description("Compares fast and best with scikit-learn and fastText: accuracy, macro F1, time and memory.")
  .argument(
    "<corpora...>",
    "labelled documents, as thresher evaluate takes them, or a folder with train and test; without them, a third is tested",
  )
  .option("--encoding <name>", "of the documents", "auto")
  .option("--only <names>", `some of ${CONTESTANTS.map(({ name }) => name).join(",")}`, listOf(String))
  .option("--quiet", "no progress")
  .action(run);

await runScript("accuracy", program, stop);

async function run(corpora: readonly string[], { encoding, only, quiet = false }: CommandOptions): Promise<void> {
  const chosen = CONTESTANTS.filter(({ name }) => only === undefined || only.includes(name));
  const python = await findPython("utf-8", stop.signal);
  if (python === undefined) throw new DataError("no python3 has scikit-learn; on Debian: apt install python3-sklearn");
  const scratch = mkdtempSync(join(tmpdir(), "thresher-accuracy-"));
  const progress = progressBar("comparing", corpora.length * chosen.length, { quiet });
  try {
    const rows: string[][] = [[...HEADINGS]];
    let done = 0;
    for (const path of corpora) {
      const sides = writeSides(path, encoding, scratch);
      for (const contestant of chosen) {
        const figures = await playContestant(contestant, sides, python.program, stop.signal);
        rows.push([safeText(basename(path)), ...figureRow(contestant, figures)]);
        progress.update(++done);
      }
    }
    progress.stop();
    process.stdout.write(`${textTable(rows, "llrrrr").join("\n")}\n`);
  } finally {
    progress.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
