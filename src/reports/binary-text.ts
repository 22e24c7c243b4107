import type { BinaryMetrics } from "../evaluation/binary-metrics.js";
import { fittedTable } from "./fitted-table.js";
import { grouped, percent } from "./numbers.js";
import { safeText } from "./safe-text.js";
import { shortened } from "./terminal.js";

/** What is measured of two classes alone, in a few lines. Where a figure is not defined it is a dash. */
export function binaryText(
  binary: BinaryMetrics,
  labels: readonly string[],
  columns = Number.POSITIVE_INFINITY,
): string[] {
  return [shortened(binaryTitle(binary, labels), columns), ...fittedTable(binaryRows(binary, labels), "lrl", columns)];
}

/** Which class is looked for, and from which probability on; safe for a terminal. */
export function binaryTitle(binary: BinaryMetrics, labels: readonly string[]): string {
  return `${className(binary.positive)} against ${negativeOf(binary, labels)}, at a probability of ${binary.threshold}`;
}

/** Each figure with its name and what it is of; safe for a terminal. */
export function binaryRows(
  binary: BinaryMetrics,
  labels: readonly string[],
): [name: string, value: string, of: string][] {
  const { positives, negatives, falseAlarms, misses } = binary;
  const positive = className(binary.positive);
  const caught = Math.round(binary.caughtWithoutFalseAlarm * positives);
  return [
    [
      "area under the ROC curve",
      figure(binary.rocAuc),
      binary.oneMinusAucPercent === null ? "" : `1-AUC ${binary.oneMinusAucPercent.toFixed(3)} %`,
    ],
    ["average precision", figure(binary.averagePrecision), ""],
    [
      "false alarms",
      percent(binary.falseAlarmRate),
      `${grouped(falseAlarms)} of ${grouped(negatives)} ${negativeOf(binary, labels)}`,
    ],
    ["misses", percent(binary.missRate), `${grouped(misses)} of ${grouped(positives)} ${positive}`],
    [
      "caught without false alarm",
      percent(binary.caughtWithoutFalseAlarm),
      `${grouped(caught)} of ${grouped(positives)} ${positive}`,
    ],
    [
      "total cost ratio",
      costRatio(binary),
      `a false alarm costs ${binary.falseAlarmCost === 1 ? "1 miss" : `${binary.falseAlarmCost} misses`}`,
    ],
  ];
}

function negativeOf({ positive }: BinaryMetrics, labels: readonly string[]): string {
  return className(labels.find((label) => label !== positive) ?? "");
}

/** A class beside numbers: one that is a number too has quotation marks. */
function className(label: string): string {
  return /^[-+]?[\d.]+$/.test(label) ? `"${label}"` : safeText(label);
}

function figure(value: number | null): string {
  return value === null ? "-" : value.toFixed(4);
}

function costRatio({ totalCostRatio, positives }: BinaryMetrics): string {
  if (totalCostRatio !== null) return totalCostRatio.toFixed(2);
  return positives === 0 ? "-" : "∞";
}
