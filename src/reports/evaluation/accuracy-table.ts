import { percent } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { textTable } from "../terminal/table.js";
import { painted, type TerminalStyle, width, wrapped } from "../terminal/terminal.js";
import { rightText } from "./protocol-text.js";

/** A line of the table. */
interface Row {
  readonly name: string;
  /** The name on a narrow terminal. */
  readonly short?: string;
  readonly value?: string;
  readonly remark?: string;
}

/**
 * The accuracy with its interval, the baselines and the top-k accuracies. On a narrow terminal
 * the remark about the accuracy takes two lines and names are shorter; on a narrower one the
 * remarks follow the table.
 */
export function accuracyTable(
  evaluation: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const { accuracy, accuracyInterval, baselines } = evaluation;
  const [low, high] = accuracyInterval;
  const interval = `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}`;
  const right = rightText(evaluation);
  const first = (remark: string): Row => ({ name: "accuracy", value: percent(accuracy), remark });
  const others: readonly Row[] = [
    { name: "majority class", value: percent(baselines.majority) },
    { name: "random guess by class size", short: "random guess", value: percent(baselines.proportional) },
    ...topRow(evaluation),
  ];
  const parted = [first(interval), { name: "", remark: right.replace(/^, /, "") }, ...others];
  const short = (rows: readonly Row[]) => rows.map((row) => ({ ...row, name: row.short ?? row.name }));
  const tableOf = (rows: readonly Row[], isPainted: boolean) =>
    textTable(
      rows.map(({ name, value = "", remark = "" }) => [name, value, remark]),
      "lrl",
      (cell, row, column) => (isPainted && column < 2 ? painted(cell, row === 0 ? "bold" : "dim", colour) : cell),
    );
  for (const rows of [[first(interval + right), ...others], parted, short(parted)]) {
    if (tableOf(rows, false).every((line) => width(line) <= columns)) return tableOf(rows, true);
  }
  const bare = short([first(""), ...others]).map((row) => ({ ...row, remark: "" }));
  const remarks = [interval + right, ...others.flatMap(({ remark }) => remark ?? [])];
  return [...tableOf(bare, true), "", ...remarks.flatMap((remark) => wrapped(remark, columns))];
}

/** How often the right class is among the k most probable: the first k above 1 as the value, others as a remark. */
function topRow({ topAccuracy }: Evaluation): Row[] {
  const [first, ...others] = topAccuracy.filter(({ k }) => k > 1);
  if (first === undefined) return [];
  const more = others.map(({ k, accuracy }) => `top-${k} ${percent(accuracy)}`).join(", ");
  return [
    {
      name: `top-${first.k} accuracy`,
      value: percent(first.accuracy),
      ...(more !== "" && { remark: more }),
    },
  ];
}
