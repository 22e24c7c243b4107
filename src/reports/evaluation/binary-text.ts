import { grouped, percent } from "../../base/numbers.js";
import type { BinaryMetrics } from "../../evaluation/metrics/binary-metrics.js";
import type { Section } from "../blocks.js";

/** Shows the figures of two classes, the threshold and the cost of a false alarm. An undefined figure is a dash. */
export function binarySection(binary: BinaryMetrics, labels: readonly string[]): Section {
  const { positives, negatives, falseAlarms, misses, threshold, falseAlarmCost } = binary;
  const { oneMinusAucPercent: oneMinus, caughtWithoutFalseAlarm: caught, totalCostRatio: tcr } = binary;
  const positive = className(binary.positive);
  const negative = className(labels.find((label) => label !== binary.positive) ?? "");
  const ofPositives = (count: number) => `${grouped(count)} of ${grouped(positives)} ${positive}`;
  const cost = falseAlarmCost === 1 ? "" : `; 1 false alarm = ${falseAlarmCost} misses`;
  const ratio = tcr === null ? "" : `; TCR ${tcr.toFixed(2)}`;
  const rows = [
    ["area under the ROC curve", figure(binary.rocAuc), oneMinus === null ? "" : `1-AUC ${oneMinus.toFixed(3)} %`],
    ["average precision", figure(binary.averagePrecision), ""],
    ["false alarms", percent(binary.falseAlarmRate), `${grouped(falseAlarms)} of ${grouped(negatives)} ${negative}`],
    ["misses", percent(binary.missRate), ofPositives(misses)],
    ["caught without false alarm", percent(caught), ofPositives(Math.round(caught * positives))],
    ["cost saved", costSaved(binary), `compared with no filter${ratio}`],
  ];
  return [
    `${positive} against ${negative}, from probability ${threshold}${cost}`,
    { rows, align: "lrl", isHeadless: true },
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

/** Writes a class name beside numbers. A name that looks like a number gets quotation marks. */
function className(label: string): string {
  return /^[-+]?[\d.]+$/.test(label) ? `"${label}"` : label;
}

/** Writes a figure; an undefined one as a dash. */
function figure(value: number | null): string {
  return value === null ? "-" : value.toFixed(4);
}
