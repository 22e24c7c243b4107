import { sumOf } from "../../base/lists.js";
import { grouped, plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import { logPrior } from "../../classifiers/bayes/prior.js";
import type { CalibrationMethod, Shape } from "../../classifiers/calibration/calibration.js";
import { probabilityOf } from "../../classifiers/classifier.js";
import { type Strength, strongestTerms } from "../../classifiers/explain/strongest.js";
import { methodTitle } from "../../classifiers/table.js";
import { ChosenModel } from "../../classifiers/wrappers/chosen.js";
import { LearnedModel } from "../../classifiers/wrappers/learned-model.js";
import { recordedSettings } from "../../model/file/save-model.js";
import { presetOf } from "../../model/presets.js";
import { calibrationIn, named } from "../../model/settings.js";
import { decisionsOf, type TextModel } from "../../model/text-model.js";
import { type Section, type TableBlock, terminalText } from "../blocks.js";
import { choiceJson, choiceSection, sharesJson, sharesSection } from "../evaluation/choice-text.js";
import { settingRows } from "../evaluation/settings-text.js";
import { shownTerm, termLegend } from "../explanation/term-text.js";
import type { TerminalStyle } from "../terminal/terminal.js";

/** A model, and the facts about it that `thresher inspect` shows. */
export type Inspection = ReturnType<typeof inspectionOf>;

/**
 * Collects the facts about a model.
 *
 * @param whole the model with its vocabulary, counts and settings
 * @param id of the model
 * @param by how to measure the strength of a term
 * @param terms how many terms to find for each class
 * @param shown the indices of the classes to show
 * @throws UsageError if the strength is to be weight and the model is not linear.
 */
export function inspectionOf(whole: TextModel, id: string, by: Strength, terms: number, shown: readonly number[]) {
  const { model, counts, settings } = whole;
  const { prior, multiLabel, variants, candidates } = settings;
  const decisions = decisionsOf(whole);
  const sizes = Array.from(counts.documents, Math.round);
  const hasPriors = !multiLabel && prior !== undefined && prior !== "none";
  return {
    /** The model with its vocabulary, counts and settings. */
    model: whole,
    id,
    by,
    shown,
    /** The strongest terms of each class, strongest first. */
    strongest: strongestTerms(model, counts, by, terms),
    /** The number of training documents. A document with several labels counts once. */
    documents: decisions?.documents ?? sumOf(sizes),
    /** The number of training documents of each class or, if `isWeighted`, the sum of their weights, rounded. */
    sizes,
    /** Whether the model has learned from documents without a label, which count by weight. */
    isWeighted: sizes.some((size, c) => size !== counts.documents[c]),
    /** The prior probability of each class; undefined if the model has none. */
    priors: hasPriors ? logPrior(prior, counts.documents).map(Math.exp) : undefined,
    /** The threshold of each label as a probability, if the model gives several. */
    thresholds: decisions && Array.from(decisions.thresholds, probabilityOf),
    /** The variants that the model was chosen from, and the outcome. */
    choice: model instanceof ChosenModel && variants ? { variants, outcome: model.outcome } : undefined,
    /** A learned combination with its candidates. */
    shares: model instanceof LearnedModel && candidates ? { candidates, model } : undefined,
  };
}

/** Returns the method that made a calibration of this shape. */
function methodOfShape(shape: Shape | undefined): CalibrationMethod {
  return shape === undefined ? "temperature" : shape.kind === "beta" ? "beta" : "isotonic";
}

/** Returns the facts about a model as `thresher inspect --json` prints them. */
export function inspectionJson({ model, id, by, strongest, shown, choice, shares, ...facts }: Inspection): object {
  const { labels, vocabulary, calibration, settings } = model;
  return {
    model: id,
    classifier: named(recordedSettings(model), calibration !== undefined),
    documents: facts.documents,
    vocabulary: vocabulary.size,
    // The figures of the calibration, with its method if the model chose it.
    ...(calibration && {
      calibration: {
        offset: calibration.offset,
        slope: calibration.slope,
        ...(calibrationIn(settings, true) === "auto" && { chosen: methodOfShape(calibration.shape) }),
      },
    }),
    ...(choice && { chosen: choiceJson(choice.variants, choice.outcome) }),
    ...(shares && { shares: sharesJson(shares.candidates, shares.model) }),
    strongestBy: by,
    classes: shown.map((c) => ({
      label: labels[c],
      documents: facts.sizes[c],
      prior: facts.priors?.[c],
      threshold: facts.thresholds?.[c],
      strongest: strongest[c].map(({ term, count, strength }) => ({ term: vocabulary.term(term), count, strength })),
    })),
  };
}

/**
 * Shows a model on a terminal: its settings and choices, then its classes with the strongest terms of each.
 *
 * @param isWhole whether to show settings and choices, too
 */
export function inspectionText(inspection: Inspection, isWhole: boolean, style: TerminalStyle): string {
  const { model, id, documents, choice, shares, strongest, shown, isWeighted } = inspection;
  const { settings, labels, vocabulary } = model;
  const classes = settings.multiLabel
    ? `, several labels a document: ${plural(labels.length, "label")}`
    : `: ${plural(labels.length, "class", "classes")}`;
  const sizes = `${plural(documents, "document")}, ${plural(vocabulary.size, "term")}`;
  const terms = shown.flatMap((c) => strongest[c].map(({ term }) => vocabulary.term(term)));
  const sections: Section[] = [
    [`${methodTitle(settings.classifier)}${classes}, ${sizes}`],
    ...(isWhole ? [[settingTable(model, id)]] : []),
    ...(isWhole && choice !== undefined ? [choiceSection(choice.variants, choice.outcome)] : []),
    ...(isWhole && shares !== undefined ? [sharesSection(shares.model)] : []),
    [classTable(inspection), ...termLegend(terms)],
    isWeighted ? ["Documents without a label count more, the clearer their class is."] : [],
  ];
  return terminalText(sections, style);
}

/** Makes a table of the settings, with the preset, if any, and the id as in the header of filtered mail. */
function settingTable(model: TextModel, id: string): TableBlock {
  const preset = presetOf(model.settings);
  const calibrate = calibrationIn(model.settings, model.calibration !== undefined);
  const settings = settingRows({ ...recordedSettings(model), calibrate });
  const rows = [
    ["model", id],
    ...(preset === undefined ? [] : [["preset", preset]]),
    ...settings.map(([name, value]) => [
      name,
      name === "calibrate" ? `${value}, ${calibrationText(model)}` : safeText(value),
    ]),
  ];
  return { rows: rows.map(([name]) => [name]), align: "l", remarks: rows.map(([, value]) => value) };
}

/** Writes the formula of a calibration, after its method if the model chose it; empty without a calibration. */
function calibrationText({ settings, calibration }: TextModel): string {
  if (calibration === undefined) return "";
  const { offset, slope, shape } = calibration;
  const chosen = settings.calibrate === "auto" ? `chose ${methodOfShape(shape)}, ` : "";
  return `${chosen}scores divided by exp(${offset.toFixed(2)} ${slope < 0 ? "-" : "+"} ${Math.abs(slope).toFixed(2)} ln (1 + tokens))`;
}

/** Makes a table of the classes, with the strongest terms of each in its last column. */
function classTable({ model, priors, thresholds, strongest, shown, sizes, by }: Inspection): TableBlock {
  const { labels, vocabulary } = model;
  const figures = thresholds ?? priors;
  const rows = [
    thresholds ? ["label", "documents", "threshold"] : ["class", "documents", "prior"],
    ...shown.map((c) => [labels[c], grouped(sizes[c]), figures?.[c].toFixed(3) ?? ""]),
  ].map((row) => (figures === undefined ? row.slice(0, 2) : row));
  const terms = shown.map((c) => strongest[c].map(({ term }) => shownTerm(vocabulary.term(term))));
  const title = `strongest terms${by === "counts" ? "" : ` by ${by}`}`;
  return { rows, align: "lrr".slice(0, rows[0].length), remarks: [title, ...terms] };
}
