import { grouped, percent } from "../../base/numbers.js";
import type { BinaryMetrics } from "../../evaluation/metrics/binary-metrics.js";
import type { Section } from "../blocks.js";

/** Shows the figures of two classes on a terminal. An undefined figure is a dash. */
export function binarySection(binary: BinaryMetrics, labels: readonly string[]): Section {
  return [binaryTitle(binary, labels), { rows: binaryRows(binary, labels), align: "lrl", isHeadless: true }];
}

/** Names the two classes, the threshold and the cost of a false alarm. */
export function binaryTitle(binary: BinaryMetrics, labels: readonly string[]): string {
  const { positive, threshold, falseAlarmCost } = binary;
  const cost = falseAlarmCost === 1 ? "" : `; 1 false alarm = ${falseAlarmCost} misses`;
  return `${className(positive)} against ${negativeOf(binary, labels)}, from probability ${threshold}${cost}`;
}

/** Lists the figures, each with its name and a remark. */
export function binaryRows(binary: BinaryMetrics, labels: readonly string[]): string[][] {
  const { rocAuc, positives, negatives, falseAlarms, misses } = binary;
  const { oneMinusAucPercent: oneMinus, caughtWithoutFalseAlarm: caught, totalCostRatio: tcr } = binary;
  const [positive, negative] = [className(binary.positive), negativeOf(binary, labels)];
  const ofPositives = (count: number) => `${grouped(count)} of ${grouped(positives)} ${positive}`;
  return [
    ["area under the ROC curve", figure(rocAuc), oneMinus === null ? "" : `1-AUC ${oneMinus.toFixed(3)} %`],
    ["average precision", figure(binary.averagePrecision), ""],
    ["false alarms", percent(binary.falseAlarmRate), `${grouped(falseAlarms)} of ${grouped(negatives)} ${negative}`],
    ["misses", percent(binary.missRate), ofPositives(misses)],
    ["caught without false alarm", percent(caught), ofPositives(Math.round(caught * positives))],
    [
      "cost saved",
      costSaved(binary),
      tcr === null ? "compared with no filter" : `compared with no filter; TCR ${tcr.toFixed(2)}`,
    ],
  ];
}

/**
 * Returns the share of the cost without a filter that the filter saves: 1 - 1 / TCR, where TCR is the total cost
 * ratio of Androutsopoulos et al. (2000). Below 0, the filter costs more than it saves.
 */
function costSaved({ totalCostRatio, positives }: BinaryMetrics): string {
  if (positives === 0) return "-";
  return percent(totalCostRatio === null ? 1 : 1 - 1 / totalCostRatio);
}

/** Returns the name of the other class. */
function negativeOf({ positive }: BinaryMetrics, labels: readonly string[]): string {
  return className(labels.find((label) => label !== positive) ?? "");
}

/** Writes a class name beside numbers. A name that looks like a number gets quotation marks. */
function className(label: string): string {
  return /^[-+]?[\d.]+$/.test(label) ? `"${label}"` : label;
}

/** Writes a figure; an undefined one as a dash. */
function figure(value: number | null): string {
  return value === null ? "-" : value.toFixed(4);
}
