import { Command } from "commander";
import { largest } from "../../../base/lists.js";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { logPrior } from "../../../classifiers/bayes/prior.js";
import type { Calibration, CalibrationMethod, Shape } from "../../../classifiers/calibration/calibration.js";
import {
  heaviestTerms,
  STRENGTHS,
  type Strength,
  type StrongTerm,
  strongestTerms,
} from "../../../classifiers/explain/strongest.js";
import { probabilityOf } from "../../../classifiers/label-classification.js";
import { methodTitle } from "../../../classifiers/table.js";
import { ChosenModel } from "../../../classifiers/wrappers/chosen.js";
import { LearnedModel } from "../../../classifiers/wrappers/learned-model.js";
import { type IdentifiedModel, loadIdentified } from "../../../model/file/model-file.js";
import { recordedSettings } from "../../../model/file/stored-settings.js";
import { decisionsOf } from "../../../model/multi-label.js";
import { presetOf } from "../../../model/presets.js";
import { calibrationIn, named, type Settings } from "../../../model/settings.js";
import type { TextModel } from "../../../model/text-model.js";
import { type Section, terminalText } from "../../../reports/blocks.js";
import { choiceJson, choiceSections, sharesJson, sharesSections } from "../../../reports/evaluation/choice-text.js";
import { settingRows } from "../../../reports/evaluation/settings-text.js";
import { shownTerm, termLegend } from "../../../reports/explanation/explanation-text.js";
import { textTable } from "../../../reports/terminal/table.js";
import { padEnd, width, wrapped } from "../../../reports/terminal/terminal.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

type InspectCommandOptions = CommonOptions & { readonly model: string; readonly terms: number; readonly by: Strength };

export function newCommand(): Command {
  const command = withModel(new Command("inspect"))
    .description("Show a model: its id, its settings, its classes and the strongest terms of each.")
    .action(run);
  withOptions(command, "Options", [
    ["--terms <n>", "how many terms to show for each class", whole(0), { default: 10 }],
    ["--by <strength>", "the strength of a term: its counts, or its weight", STRENGTHS, { default: "counts" }],
  ]);
  return withHelp(
    withCommonOptions(command),
    `By counts, the strength of a term for a class is
P(t|c) · ln(P(t|c) / P(t|other classes)), add-one smoothed, in nats: its part
of the expected log odds of a document of the class, whatever the method. By
weight, it is the weight of the term for the class, less the mean of its weights
for the other classes. Only models that are linear in the terms have weights.

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
  await print(options, {
    asJson: () => inspection(identified, strongest, by),
    asText: () => inspectionText(identified, strongest, by),
  });
}

function inspection({ model, id }: IdentifiedModel, strongest: readonly StrongTerm[][], by: Strength): object {
  const { settings, counts, labels, vocabulary, calibration } = model;
  const priors = priorsOf(model);
  const choice = choiceOf(model);
  const shares = sharesOf(model);
  const thresholds = thresholdsOf(model);
  return {
    model: id,
    classifier: named(recordedSettings(model), calibration !== undefined),
    documents: documentsOf(model),
    vocabulary: vocabulary.size,
    ...(calibration && { calibration: calibrationFigures(settings, calibration) }),
    ...(choice && { chosen: choiceJson(choice.variants, choice.outcome) }),
    ...(shares && { shares: sharesJson(shares.candidates, shares.model) }),
    strongestBy: by,
    classes: labels.map((label, c) => ({
      label,
      documents: counts.documents[c],
      prior: priors?.[c],
      threshold: thresholds?.[c],
      strongest: strongest[c].map(({ term, count, strength }) => ({ term: vocabulary.term(term), count, strength })),
    })),
  };
}

function inspectionText({ model, id }: IdentifiedModel, strongest: readonly StrongTerm[][], by: Strength): string {
  const { settings, labels, vocabulary } = model;
  const priors = priorsOf(model);
  const choice = choiceOf(model);
  const shares = sharesOf(model);
  const classes = settings.multiLabel
    ? `several labels a document: ${plural(labels.length, "label")}`
    : plural(labels.length, "class", "classes");
  const sections: Section[] = [
    [
      `${methodTitle(settings.classifier)}${settings.multiLabel ? ", " : ": "}${classes}, ${plural(documentsOf(model), "document")}, ${plural(vocabulary.size, "term")}`,
    ],
    [() => settingTable(model, id)],
    ...(choice === undefined ? [] : choiceSections(choice.variants, choice.outcome)),
    ...(shares === undefined ? [] : sharesSections(shares.model)),
    [
      () => classTable(model, priors, strongest, by),
      ...termLegend(strongest.flatMap((terms) => terms.map(({ term }) => vocabulary.term(term)))),
    ],
  ];
  return terminalText(sections, terminalStyle());
}

/** Returns a table of the settings, with the preset, if any, and the id as in the header of filtered mail. */
function settingTable(model: TextModel, id: string): string[] {
  const preset = presetOf(model.settings);
  const rows = [
    ["model", id],
    ...(preset === undefined ? [] : [["preset", preset]]),
    ...settingRows({
      ...recordedSettings(model),
      calibrate: calibrationIn(model.settings, model.calibration !== undefined),
    }).map(([name, value]) => [name, name === "calibrate" ? `${value}, ${calibrationText(model)}` : safeText(value)]),
  ];
  const columns = columnsBeside(largest(rows.map(([name]) => width(name))) + 2);
  return textTable(
    rows.flatMap(([name, value]) => wrapped(value, columns).map((line, l) => [l === 0 ? name : "", line])),
    "ll",
  );
}

/** Returns the variants that the model was chosen from, and the outcome; undefined if there was no choice. */
function choiceOf({ model, settings: { variants } }: TextModel) {
  return model instanceof ChosenModel && variants !== undefined ? { variants, outcome: model.outcome } : undefined;
}

/** Returns a learned combination with its candidates; undefined for other models. */
function sharesOf({ model, settings: { candidates } }: TextModel) {
  return model instanceof LearnedModel && candidates !== undefined ? { candidates, model } : undefined;
}

/** Returns the number of training documents. A document with several labels counts once. */
function documentsOf(model: TextModel): number {
  return decisionsOf(model)?.documents ?? model.counts.documents.reduce((sum, n) => sum + n, 0);
}

/** Returns the threshold of each label; undefined if the model gives one class to each document. */
function thresholdsOf(model: TextModel): number[] | undefined {
  const thresholds = decisionsOf(model)?.thresholds;
  return thresholds && Array.from(thresholds, probabilityOf);
}

function priorsOf({ settings: { prior, multiLabel }, counts }: TextModel): Float64Array | undefined {
  return multiLabel || prior === undefined || prior === "none"
    ? undefined
    : logPrior(prior, counts.documents).map(Math.exp);
}

/** Returns the figures of a calibration, with its method if the model chose it. */
function calibrationFigures(settings: Settings, { offset, slope, shape }: Calibration): object {
  return { offset, slope, ...(settings.calibrate === "auto" && { chosen: wayOf(shape) }) };
}

function wayOf(shape: Shape | undefined): CalibrationMethod {
  if (shape === undefined) return "temperature";
  return shape.kind === "beta" ? "beta" : "isotonic";
}

function calibrationText({ settings, calibration }: TextModel): string {
  if (calibration === undefined) return "";
  const { offset, slope, shape } = calibration;
  const chosen = settings.calibrate === "auto" ? `chose ${wayOf(shape)}, ` : "";
  return `${chosen}scores divided by exp(${offset.toFixed(2)} ${slope < 0 ? "-" : "+"} ${Math.abs(slope).toFixed(2)} ln (1 + tokens))`;
}

/** The least width beside the first columns in a narrow window. */
const LEAST_COLUMNS = 30;

function columnsBeside(first: number): number {
  return Math.max(LEAST_COLUMNS, (process.stdout.columns ?? 120) - first);
}

function classTable(
  model: TextModel,
  priors: Float64Array | undefined,
  strongest: readonly StrongTerm[][],
  by: Strength,
): string[] {
  const { counts, labels, vocabulary } = model;
  const thresholds = thresholdsOf(model);
  const figures = priors ?? thresholds;
  const rows = labels.map((label, c) => [
    safeText(label),
    grouped(counts.documents[c]),
    ...(figures === undefined ? [] : [figures[c].toFixed(3)]),
  ]);
  const window = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  const heads = textTable(
    [[thresholds ? "label" : "class", "documents", ...(figures ? [thresholds ? "threshold" : "prior"] : [])], ...rows],
    "lrr",
    { columns: window - LEAST_COLUMNS - 2 },
  );
  const indent = largest(heads.map(width)) + 2;
  const columns = columnsBeside(indent);
  return heads.flatMap((head, r) => {
    const words =
      r === 0
        ? ["strongest", "terms", ...(by === "counts" ? [] : ["by", by])]
        : strongest[r - 1].map(({ term }) => shownTerm(vocabulary.term(term)));
    return wrapped(words, columns).map((line, i) => `${padEnd(i === 0 ? head : "", indent)}${line}`.trimEnd());
  });
}
