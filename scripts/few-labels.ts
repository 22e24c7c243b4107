/** Measures what documents without labels gain: `npm run few-labels -- CORPORA`. */
import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Command } from "commander";
import { smallest } from "../src/base/lists.js";
import { whole } from "../src/cli/options/parsers.js";
import { measureFewLabels } from "../src/jobs/measuring/measure-curve.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { runScript } from "./run-script.js";

interface CommandOptions {
  readonly aClass: readonly number[];
  readonly inAll: readonly number[];
  readonly repeats: number;
  readonly seed: number;
}

const numbers = (text: string) => (text === "" ? [] : text.split(",").map(whole(1)));

const program = new Command("npm run few-labels --")
  .description("Compares models of few labelled documents, with and without learning from the others, too.")
  .argument("<corpora...>", "labelled documents; if the name begins with train, a neighbour called test is tested on")
  .option("--a-class <list>", "numbers of labels of each class", numbers, [5, 15, 50])
  .option("--in-all <list>", "numbers of labels in all", numbers, [20, 50, 200])
  .option("--repeats <n>", "how many draws", whole(1), 10)
  .option("--seed <n>", "of the draws", whole(0), 1)
  .action(run);

await runScript("few-labels", program);

function run(corpora: readonly string[], options: CommandOptions): void {
  const rows = [["corpus", "labels", "alone", "with the rest", "difference", "worst draw"]];
  for (const corpus of corpora) {
    const name = basename(corpus).startsWith("train") ? basename(dirname(corpus)) : basename(corpus);
    for (const inAll of [false, true]) {
      for (const number of inAll ? options.inAll : options.aClass) {
        rows.push([name, `${number} ${inAll ? "in all" : "a class"}`, ...figures(corpus, number, inAll, options)]);
        process.stderr.write(`${rows.at(-1)?.join("  ")}\n`);
      }
    }
  }
  process.stdout.write(`${textTable(rows, "llrrrr").join("\n")}\n`);
}

/** Measures with one number of labels. Returns the means and the differences, as table cells. */
function figures(corpus: string, number: number, inAll: boolean, { repeats, seed }: CommandOptions): string[] {
  const test = join(dirname(corpus), basename(corpus).replace(/^train/, "test"));
  const hasTest = test !== corpus && existsSync(test);
  try {
    const { curves } = measureFewLabels(corpus, {
      ...{ labels: [number], inAll, repeats, seed },
      ...(hasTest && { test }),
    });
    const [alone, together] = curves.map(({ points: [point] }) => point);
    const worst = smallest(together.accuracies.map((accuracy, draw) => accuracy - alone.accuracies[draw]));
    return [alone.accuracy, together.accuracy, together.accuracy - alone.accuracy, worst].map((n) => n.toFixed(3));
  } catch (error) {
    // For example fewer labels than classes.
    return [error instanceof Error ? error.message : String(error)];
  }
}
