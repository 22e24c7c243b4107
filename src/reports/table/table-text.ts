import { optionName } from "../../base/checks.js";
import { sumOf } from "../../base/lists.js";
import { percent, plural } from "../../base/numbers.js";
import { CATEGORICAL } from "../../classifiers/bayes/categorical.js";
import { SMOOTHING_OPTIONS, type SmoothingOptions } from "../../classifiers/bayes/smoothing.js";
import { defaultsOf } from "../../classifiers/method.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol-splits.js";
import type { TableModel, TableModelOptions } from "../../tables/table-model.js";
import { dimmed, type Section } from "../blocks.js";
import { figureSections } from "../evaluation/evaluation-text.js";
import { protocolText } from "../evaluation/settings-text.js";
import { type ClassifiedRow, classifiedRowSection, numberOfLog } from "./table-rows-text.js";

/** The results of a table. An experiment may have changed the table. */
export interface TableResult {
  readonly model: TableModel;
  /** Undefined without an evaluation. */
  readonly evaluation?: Evaluation | undefined;
  readonly rows: readonly ClassifiedRow[];
}

/** The results of `thresher table`. */
export interface TableOutcome extends TableResult {
  readonly protocol: AnyProtocol;
  /** The line in the file, by row. */
  readonly lines: readonly number[];
  /** The experiment and its results. */
  readonly experiment?: (TableResult & { readonly title: string }) | undefined;
}

/** Makes the sections of the results of a table. */
export function tableSections(outcome: TableOutcome): Section[] {
  const { model, evaluation, protocol, rows, experiment } = outcome;
  return [
    modelSection(model),
    ...rows.map((row) => classifiedRowSection(model, row)),
    ...(evaluation === undefined ? [] : evaluationSections(evaluation, protocol)),
    experiment === undefined ? [] : experimentSection(outcome, experiment),
  ];
}

/** Shows what the table has, and how its attributes are modelled. */
function modelSection(model: TableModel): Section {
  const { target, labels, sizes, attributes } = model;
  const ofKind = (kind: string, how: string) => {
    const own = attributes.filter((attribute) => attribute.kind === kind);
    const names = own.map((one) => (one.kind === "categorical" ? `${one.name} (${one.categories.length})` : one.name));
    return own.length === 0 ? [] : [dimmed(`${kind}, ${how}: ${names.join(", ")}`)];
  };
  const used = optionsOf(model);
  const smoothing = SMOOTHING_OPTIONS.filter((name) => used[name] !== undefined).map((name) => {
    return `${optionName(name)} ${JSON.stringify(used[name]).replaceAll('"', "")}`;
  });
  const heading = `${target}: ${plural(labels.length, "class", "classes")} from ${plural(sumOf(sizes), "row")} of ${plural(attributes.length, "attribute")}`;
  return [
    { heading },
    ...ofKind("categorical", smoothing.join(", ")),
    ...ofKind("numeric", `${used.variance} variance`),
  ];
}

/** Returns the options of a model, with the defaults. */
export function optionsOf({ options }: TableModel): TableModelOptions {
  return { ...defaultsOf<SmoothingOptions>(CATEGORICAL, options), variance: "maximum-likelihood", ...options };
}

function evaluationSections(evaluation: Evaluation, protocol: TableOutcome["protocol"]): Section[] {
  const { documents } = evaluation;
  const sizes = `${plural(documents.train, "training row")}, ${documents.test} tested`;
  return [[dimmed(protocolText(protocol, "row")), dimmed(sizes)], ...figureSections(evaluation)];
}

/** Shows each figure before and after the experiment. */
function experimentSection(before: TableOutcome, after: TableResult & { readonly title: string }): Section {
  const figuresOf = ({ rows, evaluation }: TableResult): [name: string, value: string][] => [
    ...rows.flatMap(({ row, classification: { predicted, logPosterior, margin } }): [string, string][] => [
      [row.name, `${before.model.labels[predicted]} ${numberOfLog(logPosterior[predicted])}`],
      ["  log odds", Number.isFinite(margin) ? margin.toFixed(4) : "∞"],
    ]),
    ...(evaluation === undefined ? [] : evaluationFigures(evaluation)),
  ];
  const changed = figuresOf(after);
  const rows = figuresOf(before).map(([name, value], i) => [name, value, changed[i][1]]);
  return [{ heading: after.title }, { rows: [["", "before", "after"], ...rows], align: "lrr" }];
}

/** Returns the figures that an experiment may change. */
function evaluationFigures({ accuracy, predictions, logLoss, brier }: Evaluation): [name: string, value: string][] {
  // With perfect calibration, the mean confidence equals the accuracy.
  const confidence = sumOf(predictions.map(({ probability }) => probability)) / predictions.length;
  return [
    ["accuracy", percent(accuracy)],
    ["probability of the predicted class", confidence.toFixed(4)],
    ["log loss", logLoss.toFixed(4)],
    ["Brier score", brier.toFixed(4)],
  ];
}
