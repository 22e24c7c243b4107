import { Command, Option } from "commander";
import { logPrior } from "../classifiers/prior.js";
import { heaviestTerms, STRENGTHS, type Strength, type StrongTerm, strongestTerms } from "../classifiers/strongest.js";
import { methodTitle } from "../classifiers/table.js";
import { type IdentifiedModel, loadIdentified } from "../model-file.js";
import { presetOf } from "../presets.js";
import { fittedTable } from "../reports/fitted-table.js";
import { grouped, plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { settingRows } from "../reports/setting-rows.js";
import { padEnd, textTable, width, wrapped } from "../reports/table.js";
import { termLegend } from "../reports/term-legend.js";
import { named } from "../settings.js";
import type { TextModel } from "../text-model.js";
import { type CommonOptions, whole, withCommonOptions } from "./options.js";
import { Output } from "./output.js";
import { terminalStyle } from "./terminal.js";

type InspectCommandOptions = CommonOptions & { readonly model: string; readonly terms: number; readonly by: Strength };

/** `thresher inspect -m MODEL` */
export function inspectCommand(): Command {
  const command = new Command("inspect")
    .description("Show what a model holds: its id, its settings, its classes and the terms that speak most for each.")
    .requiredOption("-m, --model <file>", "the model")
    .option("--terms <n>", "how many terms to show for each class", whole(0), 10)
    .addOption(
      new Option("--by <measure>", "what the strength of a term is measured by").choices(STRENGTHS).default("counts"),
    )
    .action(run);
  return withCommonOptions(command).addHelpText(
    "after",
    `
A term's strength for a class is, by counts, P(t|c) · ln(P(t|c) / P(t|other
classes)), add-one smoothed, in nats: what it adds to the expected log odds of a
document of the class, whatever the method. By weight it is the weight that the
model gives it for the class less the mean of its weights for the others; only
models that are linear in the terms have weights.

Examples:
  thresher inspect -m mail.model
  thresher inspect -m mail.model --terms 30 --json
  thresher inspect -m mail.model --by weight`,
  );
}

async function run(options: InspectCommandOptions): Promise<void> {
  const identified = loadIdentified(options.model);
  const { model } = identified;
  const { by, terms } = options;
  const strongest =
    by === "counts"
      ? strongestTerms(model.counts, model.model.binary, terms)
      : heaviestTerms(model.model, model.counts, terms);
  const output = new Output();
  await output.write(
    options.json
      ? `${safeJson(inspection(identified, strongest, by), 2)}\n`
      : inspectionText(identified, strongest, by),
  );
  await output.flush();
}

function inspection({ model, id }: IdentifiedModel, strongest: readonly StrongTerm[][], by: Strength): object {
  const { settings, counts, labels, vocabulary, calibration } = model;
  const priors = priorsOf(model);
  return {
    model: id,
    classifier: named(settings),
    documents: counts.documents.reduce((sum, n) => sum + n, 0),
    vocabulary: vocabulary.size,
    ...(calibration && { calibration: { offset: calibration.offset, slope: calibration.slope } }),
    strongestBy: by,
    classes: labels.map((label, c) => ({
      label,
      documents: counts.documents[c],
      prior: priors?.[c],
      strongest: strongest[c].map(({ term, count, strength }) => ({ term: vocabulary.term(term), count, strength })),
    })),
  };
}

function inspectionText({ model, id }: IdentifiedModel, strongest: readonly StrongTerm[][], by: Strength): string {
  const { settings, counts, labels, vocabulary } = model;
  const priors = priorsOf(model);
  const documents = counts.documents.reduce((sum, n) => sum + n, 0);
  const lines = [
    `${methodTitle(settings.classifier)}: ${plural(labels.length, "class", "classes")}, ${plural(documents, "document")}, ${plural(vocabulary.size, "term")}`,
    "",
    ...settingTable(model, id),
    "",
    ...classTable(model, priors, strongest, by),
    ...termLegend(
      strongest.flatMap((terms) => terms.map(({ term }) => vocabulary.term(term))),
      terminalStyle(),
    ),
  ];
  return `${lines.join("\n")}\n`;
}

/** The id that headers of filtered mail have, the preset, if the settings are one, and the settings, each in as many lines as it needs. */
function settingTable(model: TextModel, id: string): string[] {
  const preset = presetOf(model.settings);
  const rows = [
    ["model", id],
    ...(preset === undefined ? [] : [["preset", preset]]),
    ...settingRows(model.settings).map(([name, value]) => [
      name,
      name === "calibrate" ? `${value}, ${temperatureText(model)}` : safeText(value),
    ]),
  ];
  const columns = columnsBeside(Math.max(...rows.map(([name]) => width(name))) + 2);
  return textTable(
    rows.flatMap(([name, value]) => wrapped(value.split(" "), columns).map((line, l) => [l === 0 ? name : "", line])),
    "ll",
  );
}

/** The class priors; undefined of a model that has none. */
function priorsOf({ settings: { prior }, counts }: TextModel): Float64Array | undefined {
  return prior === undefined || prior === "none" ? undefined : logPrior(prior, counts.documents).map(Math.exp);
}

function temperatureText({ calibration }: TextModel): string {
  if (calibration === undefined) return "";
  const { offset, slope } = calibration;
  return `scores divided by exp(${offset.toFixed(2)} ${slope < 0 ? "-" : "+"} ${Math.abs(slope).toFixed(2)} ln (1 + tokens))`;
}

/** What is left beside the first columns when the window is narrow. */
const LEAST_COLUMNS = 30;

/** What the window has beside the first columns. */
function columnsBeside(first: number): number {
  return Math.max(LEAST_COLUMNS, (process.stdout.columns ?? 120) - first);
}

function classTable(
  { counts, labels, vocabulary }: TextModel,
  priors: Float64Array | undefined,
  strongest: readonly StrongTerm[][],
  by: Strength,
): string[] {
  const rows = labels.map((label, c) => [
    safeText(label),
    grouped(counts.documents[c]),
    ...(priors === undefined ? [] : [priors[c].toFixed(3)]),
  ]);
  const window = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  const heads = fittedTable(
    [["class", "documents", ...(priors === undefined ? [] : ["prior"])], ...rows],
    "lrr",
    window - LEAST_COLUMNS - 2,
  );
  const indent = Math.max(...heads.map(width)) + 2;
  const columns = columnsBeside(indent);
  return heads.flatMap((head, r) => {
    const words =
      r === 0
        ? ["strongest", "terms", ...(by === "counts" ? [] : ["by", by])]
        : strongest[r - 1].map(({ term }) => safeText(vocabulary.term(term)));
    return wrapped(words, columns).map((line, i) => `${padEnd(i === 0 ? head : "", indent)}${line}`.trimEnd());
  });
}
