/**
 * Measures each decision of the preset `mail` by cross-validation: `npm run mail-tokens -- CORPUS`
 * prints the table in `src/mail/README.md`. Each line changes one thing; figures are means over the seeds.
 */
import { Command } from "commander";
import { whole } from "../src/cli/options/parsers.js";
import { openCorpus } from "../src/documents/corpora/readers.js";
import { evaluateCorpora } from "../src/evaluation/evaluate.js";
import { readCorpus } from "../src/features/corpus/read-corpus.js";
import { DEFAULT_MAIL_FIELDS, MAIL_FIELDS } from "../src/mail/fields/fields.js";
import { folds } from "../src/model/fitting/splits.js";
import type { TrainOptions } from "../src/model/options.js";
import { PRESETS } from "../src/model/presets.js";
import { settingsFrom } from "../src/model/settings.js";
import { textTable } from "../src/reports/terminal/terminal.js";
import { runScript } from "./run-script.js";

interface Options {
  readonly folds: number;
  readonly seeds: readonly number[];
}

/** The preset with one decision changed. */
interface Variant {
  readonly name: string;
  readonly changed: TrainOptions;
}

const without = (field: string) => DEFAULT_MAIL_FIELDS.filter((name) => name !== field);

const VARIANTS: readonly Variant[] = [
  { name: "as it is", changed: {} },
  ...DEFAULT_MAIL_FIELDS.map((field) => ({ name: `without ${field}`, changed: { fields: without(field) } })),
  ...MAIL_FIELDS.filter((field) => !DEFAULT_MAIL_FIELDS.includes(field)).map((field) => ({
    name: `with ${field}`,
    changed: { fields: [...DEFAULT_MAIL_FIELDS, field] },
  })),
  { name: "all fields", changed: { fields: ["all"] } },
  { name: "no fields", changed: { fields: ["none"] } },
  { name: "bodies alone", changed: { strip: ["headers"] } },
  { name: "without quotes", changed: { strip: ["quotes"] } },
  { name: "without footers", changed: { strip: ["footers"] } },
  { name: "not taken apart", changed: { as: "news", fields: [] } },
  { name: "no pairs", changed: { ngrams: [1, 1] } },
  { name: "words alone", changed: { tokens: "words" } },
  { name: "words of 2 characters", changed: { tokenLength: [2, 256] } },
  { name: "words of 3 characters", changed: { tokenLength: [3, 256] } },
  { name: "words up to 40 characters", changed: { tokenLength: [1, 40] } },
  { name: "terms in 2 documents", changed: { minDocuments: 2 } },
  { name: "how often, too", changed: { tf: "count" } },
  { name: "alpha 1", changed: { alpha: 1 } },
  { name: "alpha 0.3", changed: { alpha: 0.3 } },
  { name: "alpha 0.03", changed: { alpha: 0.03 } },
  { name: "alpha 0.01", changed: { alpha: 0.01 } },
  { name: "emphasis 0", changed: { emphasis: 0 } },
  { name: "emphasis 2", changed: { emphasis: 2 } },
  { name: "emphasis 8", changed: { emphasis: 8 } },
  { name: "temper 0", changed: { temper: 0 } },
  { name: "temper 0.5", changed: { temper: 0.5 } },
  { name: "temper 1", changed: { temper: 1 } },
  { name: "neither", changed: { emphasis: 0, temper: 0 } },
  { name: "each term alike", changed: { sourceWeights: undefined } },
  { name: "sources 1, 1, 1", changed: { sourceWeights: [1, 1, 1] } },
  { name: "sources 4, 1, 1", changed: { sourceWeights: [4, 1, 1] } },
];

const program = new Command("npm run mail-tokens --")
  .description("Measures what each decision of the preset mail is worth, on a corpus of spam and ham.")
  .argument("<corpus>", "messages, a folder per class")
  .option("--folds <n>", "of each evaluation", whole(2), 10)
  .option("--seeds <list>", "of the folds", (text) => text.split(",").map(Number), [2, 3])
  .action(run);

await runScript("mail-tokens", program);

function run(path: string, options: Options): void {
  const rows = [["", "accuracy %", "false alarms", "misses", "1-AUC %", "caught %", "terms"]];
  for (const { name, changed } of VARIANTS) {
    rows.push([name, ...figures(path, { ...PRESETS.mail, ...changed }, options)]);
    process.stderr.write(`${rows.length - 1} of ${VARIANTS.length}\r`);
  }
  process.stdout.write(`${textTable(rows, "lrrrrrr").join("\n")}\n`);
}

/** Means over the seeds, as table cells. */
function figures(path: string, choices: TrainOptions, { folds: k, seeds }: Options): string[] {
  const settings = settingsFrom(choices);
  const data = readCorpus(openCorpus(path), settings);
  const evaluations = seeds.map((seed) => evaluateCorpora([data], folds(data.y, k, seed), settings));
  const mean = (of: (evaluation: (typeof evaluations)[number]) => number | null | undefined) =>
    evaluations.reduce((sum, evaluation) => sum + (of(evaluation) ?? Number.NaN), 0) / seeds.length;
  return [
    (100 * mean(({ accuracy }) => accuracy)).toFixed(2),
    mean(({ binary }) => binary?.falseAlarms).toFixed(1),
    mean(({ binary }) => binary?.misses).toFixed(1),
    mean(({ binary }) => binary?.oneMinusAucPercent).toFixed(4),
    (100 * mean(({ binary }) => binary?.caughtWithoutFalseAlarm)).toFixed(1),
    mean(({ vocabulary }) => vocabulary).toFixed(0),
  ];
}
