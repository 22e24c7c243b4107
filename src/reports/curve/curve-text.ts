import { largest } from "../../base/lists.js";
import { grouped, percent, percentRange, plural } from "../../base/numbers.js";
import { titleOptions } from "../../classifiers/table.js";
import type { LearningCurve, LearningCurves } from "../../evaluation/studies/measured-curves.js";
import { NO_WEIGHTING } from "../../features/weighting.js";
import { dimmed, type Section, type TableBlock, terminalText } from "../blocks.js";
import type { Cell } from "../csv.js";
import { type EvaluatedClassifier, optionText } from "../evaluation/settings-text.js";
import { type CurveSpecOptions, curveSpec } from "../plots/curve-spec.js";
import type { Report } from "../report-forms.js";
import { type TerminalStyle, textTable, widestOf } from "../terminal/terminal.js";

/** How a learning curve was measured: on a withheld share of each class, or on a test folder. */
export type CurveProtocol = { readonly repeats: number; readonly seed: number } & (
  | { readonly kind: "curve" }
  | { readonly kind: "few labels"; readonly labels: readonly number[]; readonly inAll: boolean }
) &
  ({ readonly share: number } | { readonly test: string });

/** Describes the protocol, as in `33.3 % of each class withheld, 5 repeats, seed 1`. */
export function curveProtocolText(protocol: CurveProtocol): string {
  const times = plural(protocol.repeats, "repeat");
  const tested =
    "test" in protocol ? `tested on ${protocol.test}` : `${percent(protocol.share)} of each class withheld`;
  const how = `${tested}, ${times}, seed ${protocol.seed}`;
  if (protocol.kind === "curve") return how;
  return `${protocol.labels.join(", ")} labels ${protocol.inAll ? "in all" : "a class"}, ${how}`;
}

/** Returns which documents the curve counts. */
export function countedDocuments({ kind }: CurveProtocol): string {
  return kind === "curve" ? "training documents" : "labelled documents";
}

/** Shows learning curves on a terminal: a table, and the forecast for twice as many documents. */
export function curveText(
  { curves, documents, baselines }: LearningCurves,
  classifiers: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
  style: TerminalStyle = {},
): string {
  const names = curves.map(({ classifier }) => classifier).join(", ");
  const unit = countedDocuments(protocol);
  const title = `accuracy against ${unit}: ${names}${sharedOptionsText(classifiers)}`;
  const subtitle = `${curveProtocolText(protocol)}; ${plural(documents.test, "document")} tested`;
  return terminalText(curveSections(curves, { title, subtitle, baselines, unit }, style), style);
}

/**
 * Makes the sections of a text or a report about learning curves.
 *
 * @param options those of the plot
 * @param style of the terminal. If the table of all classifiers is too wide, there is a table for each
 */
export function curveSections(
  curves: readonly LearningCurve[],
  options: CurveSpecOptions,
  { columns = Number.POSITIVE_INFINITY }: TerminalStyle = {},
): Section[] {
  const { title = "Learning curve", subtitle = "", baselines } = options;
  const rows = baselines && [
    ["majority class", percent(baselines.majority)],
    ["random guess by class size", percent(baselines.proportional)],
  ];
  const whole = pointTable(curves);
  const isWide = widestOf(textTable(whole.rows, whole.align)) > columns;
  return [
    [{ heading: title }, ...(subtitle === "" ? [] : [dimmed(subtitle)])],
    [{ name: "Learning curve", plot: () => curveSpec(curves, { ...options, title: "" }) }],
    ...(isWide ? curves.map((curve) => [pointTable([curve])]) : [[whole]]),
    rows === undefined ? [] : [{ rows, align: "lr", isHeadless: true }],
    curves.map((curve) => `${curve.classifier}: ${forecastText(curve)}`),
  ];
}

/** Makes a table with a row for each size, and the accuracy of each method with its interval, in percent. */
function pointTable(curves: readonly LearningCurve[]): TableBlock {
  const head = ["documents", "terms", ...curves.flatMap(({ classifier }) => [classifier, "95 % interval"])];
  const rows = curves[0].points.map(({ documents, vocabulary }, s) => {
    const cells = curves.flatMap(({ points }) => {
      const { accuracy, interval } = points[s];
      return [percent(accuracy), percentRange(interval).replace(" %", "")];
    });
    return [grouped(documents), grouped(vocabulary), ...cells];
  });
  return { rows: [head, ...rows], align: "r".repeat(head.length) };
}

/** Returns a sentence on the accuracy to expect with twice as many documents. */
function forecastText({ points, forecast }: LearningCurve): string {
  const last = points[points.length - 1];
  if (forecast === undefined) return "too few sizes for a forecast (three are needed)";
  const gain = ((forecast.accuracy - last.accuracy) * 100).toFixed(1);
  const more = Number(gain) === 0 ? "about as now" : `${Number(gain) < 0 ? "" : "+"}${gain} points`;
  const { interval } = forecast;
  const sure = interval ? `, 95 % interval ${percentRange(interval)}` : "; more repeats would give an interval";
  return `twice the documents (${grouped(forecast.documents)}) should give ${percent(forecast.accuracy)}, ${more}${sure}`;
}

/** Lists the main options that have the same value in all classifiers, such as `, alpha 1`; empty if none has. */
function sharedOptionsText(classifiers: readonly EvaluatedClassifier[]): string {
  const defaults: Readonly<Record<string, unknown>> = { ...NO_WEIGHTING };
  const names = new Set([...classifiers.flatMap(({ name }) => titleOptions(name)), ...Object.keys(defaults)]);
  const texts = [...names].flatMap((name) => {
    const values = classifiers.map((classifier) => classifier[name]).filter((value) => value != null);
    const isShared = values.every((value) => String(value) === String(values[0]));
    return isShared && values[0] !== defaults[name] ? optionText(name, values[0]) : [];
  });
  return texts.map((text) => `, ${text}`).join("");
}

/**
 * Returns learning curves as the content of report files.
 *
 * @param json the result of `curveJson`
 * @param options the options of the plot; the Markdown has the same title and subtitle
 */
export function curveReport(curves: readonly LearningCurve[], json: object, options: CurveSpecOptions = {}): Report {
  return {
    json: () => json,
    rows: () => curveRows(curves),
    plot: () => curveSpec(curves, options),
    content: () => curveSections(curves, options),
  };
}

/** Makes a row for each measured or forecast point. The columns after the interval are the repeats. */
function curveRows(curves: readonly LearningCurve[]): Cell[][] {
  const counts = curves.flatMap(({ points }) => points.map(({ accuracies }) => accuracies.length));
  const repeats = Array.from({ length: largest(counts, 0) }, (_, repeat) => repeat);
  return [
    ["classifier", "kind", "documents", "terms", "accuracy", "low", "high", ...repeats.map((r) => `repeat ${r + 1}`)],
    ...curves.flatMap(({ classifier, points, forecast }): Cell[][] => {
      const measured = points.map(({ documents, vocabulary, accuracy, interval, accuracies }): Cell[] => {
        const own = repeats.map((r) => accuracies[r]);
        return [classifier, "measured", documents, vocabulary, accuracy, ...interval, ...own];
      });
      if (forecast === undefined) return measured;
      const [low, high] = forecast.interval ?? [];
      const ends = [low, high, ...repeats.map(() => undefined)];
      return [...measured, [classifier, "forecast", forecast.documents, undefined, forecast.accuracy, ...ends]];
    }),
  ];
}

/**
 * Returns learning curves as `thresher curve --json` prints them.
 *
 * @param classifiers one for each curve, in their order
 */
export function curveJson(
  { curves, documents, baselines }: LearningCurves,
  classifiers: readonly EvaluatedClassifier[],
  protocol: CurveProtocol,
): object {
  return {
    protocol,
    documents,
    baselines,
    curves: curves.map(({ points, law = null, forecast = null }, c) => {
      return { classifier: classifiers[c], points, law, forecast };
    }),
  };
}
