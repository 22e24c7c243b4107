/**
 * What each decision of the preset `mail` is worth, by folds: `npm run mail-tokens -- CORPUS`
 * prints the table that stands in `src/email/mail/fields.ts` and `src/presets.ts`. A line is
 * the preset with one thing changed; figures are means over the seeds.
 */
import { Command } from "commander";
import { whole } from "../src/cli/options.js";
import { evaluateCorpora } from "../src/corpus-evaluation.js";
import { readCorpus } from "../src/dataset.js";
import { folds } from "../src/evaluation/splits.js";
import { DEFAULT_MAIL_FIELDS, MAIL_FIELDS, openCorpus, PRESETS, type TrainOptions } from "../src/index.js";
import { textTable } from "../src/reports/table.js";
import { settingsFrom } from "../src/settings.js";
import { reportError, runScript } from "./run-script.js";

interface Options {
  readonly folds: number;
  readonly seeds: readonly number[];
}

/** A decision taken otherwise. */
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
  { name: "words of 1 character", changed: { tokenLength: [1, 256] } },
  { name: "words of 2 characters", changed: { tokenLength: [2, 256] } },
  { name: "words up to 40 characters", changed: { tokenLength: [3, 40] } },
  { name: "terms in 2 documents", changed: { minDocuments: 2 } },
  { name: "how often, too", changed: { tf: "count" } },
  { name: "alpha 1", changed: { alpha: 1 } },
  { name: "alpha 0.1", changed: { alpha: 0.1 } },
  { name: "alpha 0.01", changed: { alpha: 0.01 } },
  { name: "emphasis 0", changed: { emphasis: 0 } },
  { name: "emphasis 4", changed: { emphasis: 4 } },
  { name: "emphasis 16", changed: { emphasis: 16 } },
  { name: "temper 0", changed: { temper: 0 } },
  { name: "temper 0.5", changed: { temper: 0.5 } },
  { name: "neither", changed: { emphasis: 0, temper: 0 } },
];

const program = new Command("npm run mail-tokens --")
  .description("Measures what each decision of the preset mail is worth, on a corpus of spam and ham.")
  .argument("<corpus>", "messages, a folder per class")
  .option("--folds <n>", "of each evaluation", whole(2), 10)
  .option("--seeds <list>", "of the folds", (text) => text.split(",").map(Number), [2, 3])
  .action(run);

await runScript(program, (error) => reportError("mail-tokens", error));

function run(path: string, options: Options): void {
  const rows = [["", "accuracy %", "false alarms", "misses", "1-AUC %", "caught %", "terms"]];
  for (const { name, changed } of VARIANTS) {
    rows.push([name, ...figures(path, { ...PRESETS.mail, ...changed }, options)]);
    process.stderr.write(`${rows.length - 1} of ${VARIANTS.length}\r`);
  }
  process.stdout.write(`${textTable(rows, "lrrrrrr").join("\n")}\n`);
}

/** The means over the seeds, as cells. */
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
