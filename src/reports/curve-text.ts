import { grouped } from "./numbers.js";

/** One line of a plot: a name and its points, with x ascending and above 0. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** How large a plot is, and what its horizontal axis shows. */
export interface CurveTextOptions {
  /** Characters, at least 40. Default 72. */
  readonly width?: number;
  /** Lines of the plot itself, odd, so that the middle label has one. Default 13. */
  readonly height?: number;
  readonly xLabel: string;
}

const MARKS = ["●", "○", "◆", "◇"];

/** Where points of two series fall together. */
const BOTH = "◉";

/**
 * Draws shares in [0, 1] against a number on a logarithmic axis, in characters: marks at
 * the points, dots between them, and below the axis which mark is whose. The vertical axis
 * spans the tens of percent that the points need.
 */
export function curveText(series: readonly Series[], { width = 72, height = 13, xLabel }: CurveTextOptions): string[] {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const bottom = Math.min(0.9, Math.floor(Math.min(...ys) * 10) / 10);
  const top = Math.max(Math.ceil(Math.max(...ys) * 10) / 10, bottom + 0.1);
  const columns = width - AXIS;
  const span = Math.log(xs[xs.length - 1] / xs[0]) || 1;
  const column = (x: number) => Math.round((Math.log(x / xs[0]) / span) * (columns - 1));
  const line = (y: number) => Math.round(((top - y) / (top - bottom)) * (height - 1));
  const grid = Array.from({ length: height }, () => new Array<string>(columns).fill(" "));

  for (const { points } of series) drawDots(grid, points, column, line);
  series.forEach(({ points }, s) => {
    for (const { x, y } of points) {
      const cell = grid[line(y)][column(x)];
      grid[line(y)][column(x)] = cell === " " || cell === "·" ? MARKS[s % MARKS.length] : BOTH;
    }
  });
  const legend = series.map(({ name }, s) => `${MARKS[s % MARKS.length]} ${name}`);
  if (grid.some((row) => row.includes(BOTH))) legend.push(`${BOTH} both`);
  const labelled = new Set([0, Math.round((height - 1) / 2), height - 1]);
  const lines = grid.map((row, r) => {
    const label = labelled.has(r) ? `${Math.round((top - (r / (height - 1)) * (top - bottom)) * 100)} %` : "";
    return `${label.padStart(AXIS - 2)} ${labelled.has(r) ? "┤" : "│"}${row.join("").trimEnd()}`;
  });
  lines.push(
    `${" ".repeat(AXIS - 1)}└${"─".repeat(columns)}`,
    axisLabels(xs, column, columns),
    `${" ".repeat(AXIS)}${xLabel}`,
    `${" ".repeat(AXIS)}${legend.join("   ")}`,
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

/** The numbers below the axis: the first and the last always, others where there is room between. */
function axisLabels(xs: readonly number[], column: (x: number) => number, columns: number): string {
  const cells = new Array<string>(AXIS + columns).fill(" ");
  for (const x of [xs[0], xs[xs.length - 1], ...xs.slice(1, -1)]) {
    const label = grouped(x);
    const at = AXIS + Math.min(column(x), columns - label.length);
    const taken = cells.slice(Math.max(0, at - 1), at + label.length + 1).some((cell) => cell !== " ");
    if (!taken) cells.splice(at, label.length, ...label);
  }
  return cells.join("").trimEnd();
}
