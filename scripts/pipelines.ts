/** Compares a preset with pipelines of scikit-learn: `npm run pipelines -- CORPUS`. */
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { Command, Option } from "commander";
import { DataError } from "../src/base/errors.js";
import { plural } from "../src/base/numbers.js";
import { safeText } from "../src/base/safe-text.js";
import { listOf, oneOf, whole } from "../src/cli/options/parsers.js";
import { progressBar } from "../src/cli/output/progress.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import { analyzerFor } from "../src/features/analyzer.js";
import { STRIPPABLE, type Strippable } from "../src/mail/news.js";
import { settingsFrom } from "../src/model/settings.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { findPython } from "./bench/commands.js";
import {
  type Contestant,
  contestLines,
  contestRows,
  pipelinesOf,
  playPipeline,
  playThresher,
  writeDocuments,
} from "./pipelines/contest.js";
import { runScript, stopSignals } from "./run-script.js";

const PRESETS = ["fast", "mail", "mail-best", "best"] as const;

interface CommandOptions {
  readonly test?: string;
  readonly folds: number;
  readonly preset: (typeof PRESETS)[number];
  readonly encoding: string;
  readonly strip?: readonly Strippable[];
  readonly labelColumn?: string;
  readonly textColumn?: string;
  readonly jobs: number;
  readonly json?: true;
  readonly quiet?: boolean;
}

const stop = stopSignals();

const program = new Command("npm run pipelines --")
  .description("Compares a preset with seven scikit-learn pipelines, on the same documents and folds.")
  .argument("<corpus>", "labelled documents, as thresher evaluate takes them")
  .option("--test <corpus>", "test on another corpus with the same classes")
  .addOption(new Option("--folds <k>", "how many folds").argParser(whole(2)).default(10).conflicts("test"))
  .addOption(new Option("--preset <name>", "the preset").choices(PRESETS).default("best"))
  .option("--encoding <name>", "of the documents", "auto")
  .option("--strip <parts>", `parts of messages to leave out: ${STRIPPABLE.join(",")}`, listOf(oneOf(STRIPPABLE)))
  .option("--label-column <name>", "of a table, the column with the class")
  .option("--text-column <name>", "of a table, the column with the text")
  .option("--jobs <n>", "threads of thresher", whole(1), availableParallelism())
  .option("--json", "print one JSON document")
  .option("--quiet", "no progress")
  .action(run);

await runScript("pipelines", program, stop);

async function run(root: string, options: CommandOptions): Promise<void> {
  const { preset, folds, encoding, strip = [], jobs, json, quiet = false } = options;
  const settings = settingsFrom({ preset, encoding, strip });
  analyzerFor(settings);
  const corpus = openCorpus(root, options);
  const test = options.test === undefined ? undefined : openCorpus(options.test, options);
  const task = { corpus, test, folds, settings };
  const found = await findPython("utf-8", stop.signal);
  if (found === undefined) throw new DataError("no python3 has scikit-learn; on Debian: apt install python3-sklearn");
  const names = await pipelinesOf(found.program, stop.signal);
  const scratch = mkdtempSync(join(tmpdir(), "thresher-pipelines-"));
  const progress = progressBar("testing", 1 + names.length, { quiet });
  try {
    const { contestant, labels, tested, notices } = playThresher(
      `thresher, --preset ${preset}`,
      task,
      jobs,
      progress.update,
    );
    const documents = join(scratch, "documents.jsonl");
    writeDocuments(documents, task, tested);
    const sizes = tested.map(({ size }) => plural(size, "document"));
    const contestants: Contestant[] = [contestant];
    for (const [number, name] of names.entries()) {
      progress.update(contestants.length);
      contestants.push(await playPipeline(found.program, documents, [number, name], stop.signal));
    }
    progress.stop();
    if (json) {
      process.stdout.write(
        `${JSON.stringify({ documents: tested.map(({ size }) => size), labels, contestants }, undefined, 2)}\n`,
      );
      return;
    }
    const how = test === undefined ? plural(folds, "fold") : `tested on ${safeText(test.root)}, ${sizes[1]}`;
    const lines = [
      `${safeText(root)}: ${sizes[0]}, ${plural(labels.length, "class", "classes")}, ${how}`,
      `scikit-learn ${found.version} on Python ${found.python}`,
      "",
      ...textTable(contestRows(contestants), "lrrr"),
      "",
      ...contestLines(contestants).map((line) => `--preset ${preset}: ${line}`),
      ...notices,
    ];
    process.stdout.write(`${lines.join("\n")}\n`);
  } finally {
    progress.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
