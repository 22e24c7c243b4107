import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { AverageMetrics, Confusion, ProbabilityMetrics } from "../../evaluation/metrics/metrics.js";
import type { AnyProtocol } from "../../evaluation/protocols/protocol-splits.js";
import { auditSections } from "../audit/audit-text.js";
import { dimmed, type Picture, type Section, type TableBlock } from "../blocks.js";
import type { Cell } from "../csv.js";
import { confusionSpec, evaluationSpec } from "../plots/evaluation-spec.js";
import type { Report } from "../report-forms.js";
import { lookOfShare, type TerminalStyle, type TextLook, textTable, widestOf } from "../terminal/terminal.js";
import { binarySection } from "./binary-text.js";
import { type PredictionOptions, predictionsJson } from "./predictions.js";
import { classifierText, datedRuns, type EvaluatedClassifier, protocolText, rightText } from "./settings-text.js";

/**
 * Returns an evaluation as `thresher evaluate --json` prints it. It has the figures, and all predictions so that two
 * evaluations can be compared.
 *
 * @param ids the id of the document in each row
 */
export function evaluationJson(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  options: PredictionOptions = {},
): object {
  // Whether the runs resample one corpus follows from the protocol.
  const { predictions: _, logProbabilities: __, resampled: ___, ...figures } = evaluation;
  return { classifier, protocol, ...figures, predictions: predictionsJson(evaluation, ids, options) };
}

/** Additional content of a report of an evaluation: an audit, and a function that makes the page of the `.html` form. */
interface EvaluationReportOptions extends PredictionOptions, Pick<Report, "page"> {
  readonly audit?: Audit | undefined;
}

/**
 * Returns an evaluation as the content of report files.
 *
 * @param ids the id of the document in each row
 */
export function evaluationReport(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  ids: readonly string[],
  { audit, page, ...options }: EvaluationReportOptions = {},
): Report {
  return {
    json: () => ({ ...evaluationJson(evaluation, classifier, protocol, ids, options), audit }),
    rows: () => evaluationRows(evaluation),
    plot: () => evaluationSpec(evaluation),
    content: () => [
      ...evaluationSections(evaluation, classifier, protocol),
      ...(audit === undefined ? [] : auditSections(audit)),
      settingsSection({ classifier, protocol }),
    ],
    page,
  };
}

/** Makes a row for each class: its size, precision, recall, F1 and its row of the confusion matrix. */
export function evaluationRows({ perClass, confusion, labels }: Evaluation): Cell[][] {
  return [
    ["class", "tested", "precision", "recall", "f1", ...labels.map((label) => `taken for ${label}`)],
    ...perClass.map(({ label, support, precision, recall, f1 }, c) => {
      return [label, support, precision, recall, f1, ...confusion[c]];
    }),
  ];
}

/** Shows the settings as JSON. */
export function settingsSection(settings: object): Section {
  return [{ heading: "settings" }, { code: safeJson(settings, 2), language: "json" }];
}

/** Makes the sections of an evaluation. @param chosen additional settings in words; default: none */
export function evaluationSections(
  evaluation: Evaluation,
  classifier: EvaluatedClassifier,
  protocol: AnyProtocol,
  chosen = "",
): Section[] {
  const { documents, runs, vocabulary } = evaluation;
  const dated = protocol.kind === "by-date" ? datedRuns(protocol, runs) : [];
  const trained = `${plural(documents.train, "training document")}${dated.length > 0 ? " in the first run" : ""}`;
  const sizes = `${trained}, ${grouped(documents.test)} tested, ${plural(vocabulary, "term")}`;
  const title: Section = [
    { heading: classifierText(classifier) },
    ...[...(chosen === "" ? [] : [chosen]), protocolText(protocol), sizes].map(dimmed),
  ];
  return [
    title,
    ...figureSections(evaluation, dated),
    limitSection(evaluation, protocol.kind === "by-date"),
    noneSection(evaluation),
  ];
}

/** Shows what the answer "none of these" does. Empty if it may not be given. */
function noneSection({ none }: Evaluation): Section {
  if (none === undefined) return [];
  const share = (value: number | null) => (value === null ? "-" : percent(value));
  const rows = [
    ["found", share(none.recall), `of ${plural(none.outside, "document")} of other classes`],
    ["right class", share(none.accuracy), "of the documents of its classes"],
    ["none by mistake", share(none.refused), "of the documents of its classes"],
  ];
  return [{ heading: "none of these" }, { rows, align: "lrl", isHeadless: true }];
}

/** Shows what is filed with limits of errors, if anything. Warns if one held in fewer than 95 % of the runs. */
function limitSection({ limits = [], runs }: Evaluation, isByDate: boolean): Section {
  if (limits.every(({ filed }) => filed === 0)) return [];
  const rows = limits.map(({ limit, filed, wrong, held }) => {
    const keeps = runs.length > 1 ? `${grouped(held)} of ${plural(runs.length, "run")}` : held === 1 ? "yes" : "no";
    return [`${100 * limit} %`, percent(filed), `${(100 * wrong).toFixed(2)} %`, keeps];
  });
  const isUnlike = isByDate || limits.some(({ held }) => held < 0.95 * runs.length);
  const unlike = "A limit may fail on documents unlike those of training, such as later ones: use a lower limit.";
  return [
    { heading: "with --errors-at-most" },
    { rows: [["limit", "filed", "of these wrong", "held"], ...rows], align: "rrrr" },
    ...(isUnlike ? [unlike] : []),
  ];
}

/** Makes the sections of figures, without a title. The section `between` is before the table of classes. */
export function figureSections(evaluation: Evaluation, between: Section = []): Section[] {
  const { binary, labels, matthews, uncalibrated, confusion } = evaluation;
  const matrix: Picture = {
    name: "Confusion matrix",
    plot: () => confusionSpec(evaluation),
    drawing: (style) => confusionLines(confusion, labels, style),
  };
  return [
    [accuracyTable(evaluation)],
    [
      dimmed(`${figuresOf(evaluation)}, Matthews correlation (MCC) ${matthews.toFixed(3)}`),
      ...(uncalibrated === undefined ? [] : [dimmed(`before calibration: ${figuresOf(uncalibrated)}`)]),
    ],
    between,
    [classTable(evaluation)],
    // Two classes can only be confused with each other, and recall already shows how often.
    ...(binary === undefined ? [[matrix], confusionSection(evaluation)] : [binarySection(binary, labels)]),
  ];
}

/** Writes the figures of probabilities on one line. */
function figuresOf({ logLoss, brier, calibrationError }: ProbabilityMetrics): string {
  const [loss, score, error] = [logLoss, brier, calibrationError].map((n) => n.toFixed(3));
  return `log loss ${loss}, Brier score ${score}, calibration error ${error}`;
}

/** Shows a table of the classes, and their means. The colour of F1 says how good it is. */
function classTable({ perClass, macro }: Evaluation): TableBlock {
  const mean = perClass.length + 1;
  return {
    rows: [
      ["class", "precision", "recall", "f1", "tested"],
      ...perClass.map((metrics) => {
        return [metrics.label, ...testedCells(metrics), grouped(metrics.support)];
      }),
      ["mean over classes", ...scoreCells(macro), ""],
    ],
    align: "lrrrr",
    look: (row, column) => {
      if (row === 0) return "dim";
      if (column === 3) return lookOfShare(row === mean ? macro.f1 : perClass[row - 1].f1);
      return row === mean ? "bold" : column === 0 ? undefined : "dim";
    },
  };
}

/** Writes the figures of a class or label. Without a test document they say nothing, and the mean leaves them out. */
export function testedCells(scores: AverageMetrics & { readonly support: number }): string[] {
  return scores.support === 0 ? ["-", "-", "-"] : scoreCells(scores);
}

/** Writes precision, recall and F1. */
export function scoreCells({ precision, recall, f1 }: AverageMetrics): string[] {
  return [precision, recall, f1].map((score) => score.toFixed(3));
}

/** Maximum number of confusions of two classes to show. */
const CONFUSIONS_SHOWN = 5;

/** Lists the most frequent confusions of two classes, most frequent first. Ties are in the order of the matrix. */
function confusionSection({ confusion, labels }: Evaluation): Section {
  const rows = confusion
    .flatMap((row, actual) => row.map((count, predicted) => ({ actual, predicted, count })))
    .filter(({ actual, predicted, count }) => count > 0 && predicted !== actual)
    .sort((a, b) => b.count - a.count)
    .slice(0, CONFUSIONS_SHOWN)
    .map(({ actual, predicted, count }) => [grouped(count), labels[actual], "taken for", labels[predicted]]);
  const look = (_: number, column: number): TextLook | undefined => (column === 0 ? "bold" : undefined);
  return rows.length === 0 ? [] : [{ heading: "most often confused" }, { rows, align: "rlrl", look, isHeadless: true }];
}

/** Shows the accuracy with its interval, the baselines and the top-k accuracies. */
function accuracyTable(evaluation: Evaluation): TableBlock {
  const { accuracy, accuracyInterval, baselines, topAccuracy } = evaluation;
  const [top, ...others] = topAccuracy.filter(({ k }) => k > 1);
  const interval = [`95 % interval ${percentRange(accuracyInterval)},`, rightText(evaluation)];
  const more = others.map(({ k, accuracy: share }) => `top-${k} ${percent(share)}`).join(", ");
  return {
    rows: [
      ["accuracy", percent(accuracy)],
      ["majority class", percent(baselines.majority)],
      ["random guess by class size", percent(baselines.proportional)],
      ...(top === undefined ? [] : [[`top-${top.k} accuracy`, percent(top.accuracy)]]),
    ],
    align: "lr",
    look: (row) => (row === 0 ? "bold" : "dim"),
    isHeadless: true,
    remarks: [interval, [], [], more === "" ? [] : [more]],
  };
}

/** Width of the matrix if the width of the terminal is unknown, in columns. */
const USUAL_COLUMNS = 120;

/**
 * Draws a confusion matrix: a row for each actual class and a column for each predicted one, which has the number of
 * its class above it. Zeros are dots. Returns no line if the matrix does not fit the terminal.
 */
export function confusionLines(
  confusion: Confusion,
  labels: readonly string[],
  { columns = USUAL_COLUMNS, colour }: TerminalStyle,
): readonly string[] {
  const rows = [
    ["", "actual \\ predicted", ...labels.map((_, c) => String(c + 1))],
    ...confusion.map((row, c) => [
      String(c + 1),
      safeText(labels[c]),
      ...row.map((count) => (count === 0 ? "·" : grouped(count))),
    ]),
  ];
  const align = `rl${"r".repeat(labels.length)}`;
  if (widestOf(textTable(rows, align)) > columns) return [];
  return textTable(rows, align, {
    colour,
    // Right predictions are bold. Two columns, number and name of the class, come before those of the classes.
    look: (row, column) => (row === 0 ? "dim" : row + 1 === column ? "bold" : column === 1 ? undefined : "dim"),
  });
}
