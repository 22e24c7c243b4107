import { Command } from "commander";
import { largest, sumOf } from "../../../base/lists.js";
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
import { loadIdentified } from "../../../model/file/model-file.js";
import { recordedSettings } from "../../../model/file/stored-settings.js";
import { decisionsOf } from "../../../model/multi-label.js";
import { calibrationIn, named } from "../../../model/named-settings.js";
import { presetOf } from "../../../model/presets.js";
import type { Settings } from "../../../model/settings.js";
import type { TextModel } from "../../../model/text-model.js";
import { type Section, terminalText } from "../../../reports/blocks.js";
import { choiceJson, choiceSections, sharesJson, sharesSections } from "../../../reports/evaluation/choice-text.js";
import { settingRows } from "../../../reports/evaluation/settings-text.js";
import { shownTerm, termLegend } from "../../../reports/explanation/shown-term.js";
import { type TermInClasses, termSection } from "../../../reports/explanation/term-text.js";
import { textTable } from "../../../reports/terminal/table.js";
import { padEnd, width, wrapped } from "../../../reports/terminal/terminal.js";
import { requireClasses } from "../../input/label-argument.js";
import { termInClasses } from "../../input/term-in-classes.js";
import { withModel } from "../../options/defaults.js";
import { withHelp } from "../../options/help.js";
import { type CommonOptions, withCommonOptions, withOptions } from "../../options/options.js";
import { collect, whole } from "../../options/parsers.js";
import { print, terminalStyle } from "../../output/output.js";

type InspectCommandOptions = CommonOptions & {
  readonly model: string;
  readonly class?: readonly string[];
  readonly term?: readonly string[];
  readonly terms: number;
  readonly by: Strength;
};

export function newCommand(): Command {
  const command = withModel(new Command("inspect"))
    .description("Show a model: its id, its settings, its classes and the strongest terms of each.")
    .action(run);
  withOptions(command, "Options", {
    "--class <class>": ["show only this class (repeatable)", collect],
    "--term <term>": ["look up this term: its count and strength in each class (repeatable)", collect],
    "--terms <n>": ["how many terms to show for each class", whole(0), { default: 10 }],
    "--by <strength>": ["the strength of a term: its counts, or its weight", STRENGTHS, { default: "counts" }],
  });
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
  thresher inspect -m mail.model --class spam --terms 50
  thresher inspect -m mail.model --term prize --term from:example.org
  thresher inspect -m mail.model --by weight`,
  );
}

async function run(options: InspectCommandOptions): Promise<void> {
  const { model, id } = loadIdentified(options.model);
  const { by, terms } = options;
  const shown = shownClasses(model.labels, options.class);
  if (options.term !== undefined) {
    const found = options.term.map((term) => termInClasses(model, term, by, shown));
    return print(options, {
      asJson: () => ({ model: id, strengthBy: by, terms: found }),
      asText: () =>
        terminalText([...found.map(termSection), [{ text: legendOf(found), look: "dim" }]], terminalStyle()),
    });
  }
  const strongest =
    by === "counts"
      ? strongestTerms(model.counts, model.model.binary, terms)
      : heaviestTerms(model.model, model.counts, terms);
  const facts = { ...factsOf(model), id, by, strongest, shown, isWhole: options.class === undefined };
  await print(options, { asJson: () => inspection(model, facts), asText: () => inspectionText(model, facts) });
}

/** Says what the columns of the tables of terms mean. */
function legendOf([{ isPresence }]: readonly TermInClasses[]): string {
  const whole = isPresence ? "the documents of the class" : "all occurrences of terms in the class";
  return `share: of ${whole}; strength: + speaks for the class, - against it (see thresher inspect --help)`;
}

/** Returns the numbers of the classes with these names, or of all. @throws UsageError if a class does not exist. */
function shownClasses(labels: readonly string[], names: readonly string[] | undefined): readonly number[] {
  if (names === undefined) return [...labels.keys()];
  const chosen = requireClasses("class", names, labels);
  return [...labels.keys()].filter((c) => chosen.has(labels[c]));
}

/** The results of `inspect`, besides the settings. */
interface Facts extends ReturnType<typeof factsOf> {
  readonly id: string;
  readonly by: Strength;
  /** The strongest terms of each class. */
  readonly strongest: readonly StrongTerm[][];
  /** The numbers of the classes to show. */
  readonly shown: readonly number[];
  /** Whether to show settings and choices, too. */
  readonly isWhole: boolean;
}

function factsOf(text: TextModel) {
  const { model, counts, settings } = text;
  const { prior, multiLabel, variants, candidates } = settings;
  const decisions = decisionsOf(text);
  const hasPriors = !multiLabel && prior !== undefined && prior !== "none";
  return {
    /** The number of training documents. A document with several labels counts once. */
    documents: decisions?.documents ?? sumOf(counts.documents),
    priors: hasPriors ? logPrior(prior, counts.documents).map(Math.exp) : undefined,
    /** The threshold of each label, if the model gives several. */
    thresholds: decisions && Array.from(decisions.thresholds, probabilityOf),
    /** The variants that the model was chosen from, and the outcome. */
    choice: model instanceof ChosenModel && variants ? { variants, outcome: model.outcome } : undefined,
    /** A learned combination with its candidates. */
    shares: model instanceof LearnedModel && candidates ? { candidates, model } : undefined,
  };
}

function inspection(model: TextModel, { id, by, strongest, shown, choice, shares, ...facts }: Facts): object {
  const { settings, counts, labels, vocabulary, calibration } = model;
  return {
    model: id,
    classifier: named(recordedSettings(model), calibration !== undefined),
    documents: facts.documents,
    vocabulary: vocabulary.size,
    ...(calibration && { calibration: calibrationFigures(settings, calibration) }),
    ...(choice && { chosen: choiceJson(choice.variants, choice.outcome) }),
    ...(shares && { shares: sharesJson(shares.candidates, shares.model) }),
    strongestBy: by,
    classes: shown.map((c) => ({
      label: labels[c],
      documents: counts.documents[c],
      prior: facts.priors?.[c],
      threshold: facts.thresholds?.[c],
      strongest: strongest[c].map(({ term, count, strength }) => ({ term: vocabulary.term(term), count, strength })),
    })),
  };
}

function inspectionText(model: TextModel, facts: Facts): string {
  const { settings, labels, vocabulary } = model;
  const { documents, choice, shares, strongest, shown, isWhole } = facts;
  const classes = settings.multiLabel
    ? `, several labels a document: ${plural(labels.length, "label")}`
    : `: ${plural(labels.length, "class", "classes")}`;
  const sections: Section[] = [
    [
      `${methodTitle(settings.classifier)}${classes}, ${plural(documents, "document")}, ${plural(vocabulary.size, "term")}`,
    ],
    ...(isWhole ? [[() => settingTable(model, facts.id)]] : []),
    ...(isWhole && choice !== undefined ? choiceSections(choice.variants, choice.outcome) : []),
    ...(isWhole && shares !== undefined ? sharesSections(shares.model) : []),
    [
      () => classTable(model, facts),
      ...termLegend(shown.flatMap((c) => strongest[c].map(({ term }) => vocabulary.term(term)))),
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
const MIN_COLUMNS = 30;

function columnsBeside(first: number): number {
  return Math.max(MIN_COLUMNS, (process.stdout.columns ?? 120) - first);
}

function classTable({ counts, labels, vocabulary }: TextModel, facts: Facts): string[] {
  const { priors, thresholds, strongest, shown, by } = facts;
  const figures = thresholds ?? priors;
  const rows = [
    thresholds ? ["label", "documents", "threshold"] : ["class", "documents", "prior"],
    ...shown.map((c) => [safeText(labels[c]), grouped(counts.documents[c]), figures?.[c].toFixed(3) ?? ""]),
  ].map((row) => (figures === undefined ? row.slice(0, 2) : row));
  const window = process.stdout.columns ?? Number.POSITIVE_INFINITY;
  const heads = textTable(rows, "lrr", { columns: window - MIN_COLUMNS - 2 });
  const indent = largest(heads.map(width)) + 2;
  const columns = columnsBeside(indent);
  const title = ["strongest", "terms", ...(by === "counts" ? [] : ["by", by])];
  return heads.flatMap((head, r) => {
    const words = r === 0 ? title : strongest[shown[r - 1]].map(({ term }) => shownTerm(vocabulary.term(term)));
    return wrapped(words, columns).map((line, i) => `${padEnd(i === 0 ? head : "", indent)}${line}`.trimEnd());
  });
}
