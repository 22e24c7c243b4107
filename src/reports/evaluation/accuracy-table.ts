import { percent, percentRange } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { textTable } from "../terminal/table.js";
import { painted, type TerminalStyle, width, wrapped } from "../terminal/terminal.js";
import { rightText } from "./protocol-text.js";

/**
 * The accuracy with its interval, the baselines and the top-k accuracies. If the terminal is too
 * narrow for the remarks, the second half of the first one gets a line of its own, and then names
 * are shorter; at last the remarks follow the table.
 */
export function accuracyTable(
  evaluation: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const { accuracy, accuracyInterval, baselines, topAccuracy } = evaluation;
  const interval = `95 % interval ${percentRange(accuracyInterval)}`;
  const right = rightText(evaluation);
  const [top, ...others] = topAccuracy.filter(({ k }) => k > 1);
  const more = others.map(({ k, accuracy: share }) => `top-${k} ${percent(share)}`).join(", ");
  const rowsWith = (random: string, remarks: readonly string[]) => [
    ...remarks.map((remark, r) => (r === 0 ? ["accuracy", percent(accuracy), remark] : ["", "", remark])),
    ["majority class", percent(baselines.majority), ""],
    [random, percent(baselines.proportional), ""],
    ...(top === undefined ? [] : [[`top-${top.k} accuracy`, percent(top.accuracy), more]]),
  ];
  const tableOf = (rows: readonly (readonly string[])[]) =>
    textTable(rows, "lrl", (cell, row, column) =>
      column < 2 ? painted(cell, row === 0 ? "bold" : "dim", colour) : cell,
    );
  const [long, short] = ["random guess by class size", "random guess"];
  const parted = [interval, right.replace(/^, /, "")];
  for (const rows of [rowsWith(long, [interval + right]), rowsWith(long, parted), rowsWith(short, parted)]) {
    if (textTable(rows, "lrl").every((line) => width(line) <= columns)) return tableOf(rows);
  }
  const bare = rowsWith(short, [""]).map(([name, value]) => [name, value, ""]);
  const remarks = [interval + right, ...(more === "" ? [] : [more])];
  return [...tableOf(bare), "", ...remarks.flatMap((remark) => wrapped(remark, columns))];
}
