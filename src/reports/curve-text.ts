import { grouped } from "./numbers.js";
import { padEnd } from "./table.js";

/** One line of a plot: a name and its points, with x ascending and above 0. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** How large a plot is, and what its horizontal axis shows. */
export interface CurveTextOptions {
  /** Characters, at least 40. Default 72. */
  readonly width?: number;
  /** Lines of the plot itself. Default 11; an odd number puts the middle label on a line. */
  readonly height?: number;
  readonly xLabel: string;
}

const MARKS = ["●", "○", "◆", "◇"];

/**
 * Draws shares in [0, 1] against a number on a logarithmic axis, in characters: marks at
 * the points, dots between them, the names of the series beside their last point.
 */
export function curveText(series: readonly Series[], { width = 72, height = 11, xLabel }: CurveTextOptions): string[] {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const top = Math.min(1, Math.ceil(Math.max(...series.flatMap(({ points }) => points.map(({ y }) => y))) * 10) / 10);
  const names = Math.max(...series.map(({ name }) => name.length)) + 2;
  const columns = width - AXIS - names;
  const span = Math.log(xs[xs.length - 1] / xs[0]) || 1;
  const column = (x: number) => Math.round((Math.log(x / xs[0]) / span) * (columns - 1));
  const line = (y: number) => Math.round((1 - y / top) * (height - 1));
  const grid = Array.from({ length: height }, () => new Array<string>(columns + names).fill(" "));

  for (const { points } of series) drawDots(grid, points, column, line);
  series.forEach(({ name, points }, s) => {
    for (const { x, y } of points) grid[line(y)][column(x)] = MARKS[s % MARKS.length];
    const end = points[points.length - 1];
    const row = freeRow(grid, line(end.y), column(end.x) + 2, name.length);
    for (const [i, letter] of [...name].entries()) grid[row][column(end.x) + 2 + i] = letter;
  });

  const labelled = new Set([0, Math.round((height - 1) / 2), height - 1]);
  const lines = grid.map((row, r) => {
    const label = labelled.has(r) ? `${Math.round((1 - r / (height - 1)) * top * 100)} %` : "";
    return `${label.padStart(AXIS - 2)} ${labelled.has(r) ? "┤" : "│"}${row.join("").trimEnd()}`;
  });
  lines.push(
    `${" ".repeat(AXIS - 1)}└${"─".repeat(columns)}`,
    axisLabels(xs, column, columns),
    `${" ".repeat(AXIS)}${xLabel}`,
  );
  return lines;
}

/** Characters left of the plot: "100 % ┤". */
const AXIS = 8;

function drawDots(
  grid: string[][],
  points: Series["points"],
  column: (x: number) => number,
  line: (y: number) => number,
): void {
  for (let i = 1; i < points.length; i++) {
    const from = column(points[i - 1].x);
    const to = column(points[i].x);
    for (let c = from + 1; c < to; c++) {
      const y = points[i - 1].y + ((points[i].y - points[i - 1].y) * (c - from)) / (to - from);
      if (grid[line(y)][c] === " ") grid[line(y)][c] = "·";
    }
  }
}

/** The row for a name: its point's own, or the nearest one where nothing is written yet. */
function freeRow(grid: readonly string[][], row: number, from: number, length: number): number {
  const order = grid.map((_, r) => r).sort((a, b) => Math.abs(a - row) - Math.abs(b - row));
  return order.find((r) => grid[r].slice(from, from + length).every((cell) => cell === " ")) ?? row;
}

function axisLabels(xs: readonly number[], column: (x: number) => number, columns: number): string {
  let text = " ".repeat(AXIS);
  for (const x of xs) {
    const label = grouped(x);
    const at = AXIS + Math.min(column(x), columns - label.length);
    if (text.trim() !== "" && at < text.length + 1) continue;
    text = padEnd(text, at) + label;
  }
  return text;
}
