import type { Evaluation } from "../evaluation/evaluate.js";
import { percent } from "./numbers.js";
import { rightText } from "./protocol-text.js";
import { textTable, width, wrapped } from "./table.js";
import { type Look, painted, type TerminalStyle } from "./terminal.js";

/** A figure with what it is, in many words and in few, and a remark. */
interface Row {
  readonly name: string;
  readonly short: string;
  readonly value: string;
  readonly remark: string;
}

/**
 * The accuracy with its interval beside the baselines. On a narrow terminal names are
 * shorter and the accuracy has two lines; on a narrower one the remarks follow the table.
 */
export function accuracyTable(
  evaluation: Evaluation,
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  const { accuracy, accuracyInterval, baselines } = evaluation;
  const [low, high] = accuracyInterval;
  const interval = `95 % interval ${(low * 100).toFixed(1)} to ${percent(high)}`;
  const right = rightText(evaluation);
  const row = (name: string, short: string, share: number, remark = "") => ({
    name,
    short,
    value: percent(share),
    remark,
  });
  const others = [
    row("always the largest class", "largest class", baselines.majority),
    row("guessing in proportion", "in proportion", baselines.proportional),
    ...likeliest(evaluation),
  ];
  const table = (
    rows: readonly Row[],
    name: "name" | "short",
    paint?: (cell: string, r: number, c: number) => string,
  ) =>
    textTable(
      rows.map((one) => [one[name], one.value, one.remark]),
      "lrl",
      paint,
    );
  const painter = (cell: string, r: number, column: number) => painted(cell, lookOfFigure(r, column), colour);
  const fits = (rows: readonly Row[], name: "name" | "short") =>
    table(rows, name).every((line) => width(line) <= columns);

  const whole = [row("accuracy", "accuracy", accuracy, interval + right), ...others];
  if (fits(whole, "name")) return table(whole, "name", painter);
  const second: Row = { name: "", short: "", value: "", remark: right.replace(/^, /, "") };
  const parted = [row("accuracy", "accuracy", accuracy, interval), second, ...others];
  for (const name of ["name", "short"] as const) if (fits(parted, name)) return table(parted, name, painter);
  const remarks = [
    interval + right,
    ...others.flatMap(({ short, remark }) => (remark === "" ? [] : `${short}, ${remark}`)),
  ];
  return [
    ...table(
      whole.map((one) => ({ ...one, remark: "" })),
      "short",
      painter,
    ),
    "",
    ...remarks.flatMap((remark) => wrapped(remark.split(" "), columns)),
  ];
}

/** How often the class is among the first few, as a row of the table of accuracies; of one it is the accuracy. */
function likeliest({ topAccuracy }: Evaluation): Row[] {
  const [first, ...others] = topAccuracy.filter(({ k }) => k > 1);
  if (first === undefined) return [];
  const more = others.map(({ k, accuracy }) => `${k}: ${percent(accuracy)}`).join(", ");
  return [
    {
      name: `among the likeliest ${first.k}`,
      short: `likeliest ${first.k}`,
      value: percent(first.accuracy),
      remark: more,
    },
  ];
}

function lookOfFigure(row: number, column: number): Look | undefined {
  if (column === 2) return undefined;
  return row === 0 ? "bold" : "dim";
}
