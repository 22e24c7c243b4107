import { percent, plural } from "../../base/numbers.js";
import { optionName } from "../../base/option-names.js";
import { safeText } from "../../base/safe-text.js";
import { SMOOTHING_OPTIONS, type SmoothingOptions, smoothingDefaults } from "../../classifiers/bayes/smoothing.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { OnTraining, Protocol } from "../../evaluation/protocols/protocol.js";
import type { TableModel } from "../../tables/table-model.js";
import { figureLines, foldedLines } from "../evaluation/evaluation-text.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { fittedTable } from "../terminal/table.js";
import { painted, shortened, type TerminalStyle } from "../terminal/terminal.js";
import { type ClassifiedRow, classifiedRowText, numberOfLog } from "./table-rows-text.js";

/** The results of a table, or of a table that an experiment changed. */
export interface TableResult {
  readonly model: TableModel;
  /** Default: nothing was measured. */
  readonly evaluation?: Evaluation | undefined;
  readonly rows: readonly ClassifiedRow[];
}

/** The results of `thresher table`. */
export interface TableOutcome extends TableResult {
  readonly protocol: Protocol | OnTraining;
  /** The experiment and its results. */
  readonly experiment?: (TableResult & { readonly title: string }) | undefined;
}

/** A table for a terminal: the model, each row classified as by hand, the figures, the experiment. */
export function tableText(report: TableOutcome, style: TerminalStyle = {}): string {
  const { model, evaluation, protocol, rows, experiment } = report;
  const sections = [
    modelLines(model, style),
    ...rows.map((row) => classifiedRowText(model, row, style)),
    ...(evaluation === undefined ? [] : [evaluationLines(evaluation, protocol, style)]),
    ...(experiment === undefined ? [] : [experimentLines(report, experiment, style)]),
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function modelLines({ parts }: TableModel, style: TerminalStyle): string[] {
  const { target, labels, sizes, attributes, options } = parts;
  const { columns = Number.POSITIVE_INFINITY, colour } = style;
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const ofKind = (kind: string, how: string) => {
    const own = attributes.filter((attribute) => attribute.kind === kind);
    const names = own.map((one) => (one.kind === "categorical" ? `${one.name} (${one.categories.length})` : one.name));
    return own.length === 0 ? [] : foldedLines(`${kind}, ${how}: ${names.map(safeText).join(", ")}`, style);
  };
  const { variance = "maximum-likelihood" } = options;
  const used: SmoothingOptions = { ...smoothingDefaults(options), ...options };
  const smoothing = SMOOTHING_OPTIONS.flatMap((name) =>
    used[name] === undefined ? [] : [`${optionName(name)} ${JSON.stringify(used[name]).replaceAll('"', "")}`],
  ).join(", ");
  const title = `${safeText(target)}: ${plural(labels.length, "class", "classes")} from ${plural(rows, "row")} of ${plural(attributes.length, "attribute")}`;
  return [
    painted(shortened(title, columns), "bold", colour),
    ...ofKind("categorical", smoothing),
    ...ofKind("numeric", `${variance} variance`),
  ];
}

function evaluationLines(evaluation: Evaluation, protocol: TableOutcome["protocol"], style: TerminalStyle): string[] {
  const { documents } = evaluation;
  return [
    ...foldedLines(protocolText(protocol, "row"), style),
    ...foldedLines(`${plural(documents.train, "training row")}, ${documents.test} tested`, style),
    "",
    ...figureLines(evaluation, style),
  ];
}

/** Each figure before and after the experiment. */
function experimentLines(
  before: TableOutcome,
  after: TableResult & { readonly title: string },
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const figuresOf = ({ rows, evaluation }: TableResult): [name: string, value: string][] => [
    ...rows.flatMap(({ row, classification: { predicted, logPosterior, margin } }): [string, string][] => [
      [safeText(row.name), `${safeText(before.model.labels[predicted])} ${numberOfLog(logPosterior[predicted])}`],
      ["  log odds", Number.isFinite(margin) ? margin.toFixed(4) : "∞"],
    ]),
    ...(evaluation === undefined ? [] : evaluationFigures(evaluation)),
  ];
  const changed = figuresOf(after);
  const rows = figuresOf(before).map(([name, value], i) => [name, value, changed[i][1]]);
  return [
    painted(shortened(safeText(after.title), columns), "bold", colour),
    ...fittedTable([["", "before", "after"], ...rows], "lrr", columns),
  ];
}

function evaluationFigures(evaluation: Evaluation): [name: string, value: string][] {
  return [
    ["accuracy", percent(evaluation.accuracy)],
    ["probability of the predicted class", confidenceOf(evaluation).toFixed(4)],
    ["log loss", evaluation.logLoss.toFixed(4)],
    ["Brier score", evaluation.brier.toFixed(4)],
  ];
}

/** The mean probability of the predicted class. With perfect calibration it equals the accuracy. */
export function confidenceOf({ predictions }: Evaluation): number {
  return predictions.reduce((sum, { probability }) => sum + probability, 0) / predictions.length;
}
