import { append, largest, smallest } from "../../base/lists.js";
import { grouped } from "../../base/numbers.js";
import { painted, shortened, type TextLook, wrapped } from "./terminal.js";

/** One line of a chart: a name and its points. x is ascending and above 0. */
interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** Number of text lines of a chart without axis and legend. It is odd, so that a label can be in the middle. */
const HEIGHT = 13;

/** One character of the chart, with its look. */
interface ChartCell {
  text: string;
  look?: TextLook | undefined;
}

/** The colours of series, in cyclic order. */
const LOOKS: readonly TextLook[] = ["series 1", "series 2", "series 3", "series 4", "series 5", "series 6"];

/** The mark of each series. There are as many as methods. */
const MARKS = ["●", "○", "◆", "◇", "■", "□", "▲", "△", "▼", "▽", "★", "☆", "▶", "▷"];

/** The mark for points of several series at one place. */
const TOGETHER = "◉";

/**
 * Draws shares in [0, 1] by a number on a logarithmic axis, in characters: a mark at each point, dots between them,
 * and a legend below the axis. The vertical axis spans the multiples of 10 % that the points need. Intervals are not
 * drawn, because with so little height they would hide the curve.
 *
 * @param whole number of characters in a text line, at least 40; default 72
 */
export function chartLines(
  series: readonly Series[],
  xLabel: string,
  whole = 72,
  colour: boolean | undefined = false,
): string[] {
  const columns = whole - AXIS;
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const scale = scaleOf(xs, series, columns);
  const grid = drawn(series, scale, columns);
  const legend = series.map(({ name }, s) => `${markOf(s)} ${name}  `);
  if (grid.some((row) => row.some(({ text }) => text === TOGETHER))) legend.push(`${TOGETHER} several`);
  const { top, bottom } = scale;
  const labelled = new Set([0, (HEIGHT - 1) / 2, HEIGHT - 1]);
  const lines = grid.map((row, r) => {
    const label = labelled.has(r) ? `${Math.round((top - (r / (HEIGHT - 1)) * (top - bottom)) * 100)} %` : "";
    const cells = row.map(({ text, look }) => painted(text, look, colour)).join("");
    return `${label.padStart(AXIS - 2)} ${labelled.has(r) ? "┤" : "│"}${cells.trimEnd()}`;
  });
  append(lines, [
    `${" ".repeat(AXIS - 1)}└${"─".repeat(columns)}`,
    axisLabels(xs, scale.column, columns),
    `${" ".repeat(AXIS)}${shortened(xLabel, columns)}`,
    ...wrapped(legend, columns).map((text) => `${" ".repeat(AXIS)}${text.trimEnd()}`),
  ]);
  return lines;
}

/** Where the points of a chart are. */
interface Scale {
  /** The ends of the vertical axis: multiples of 10 %. */
  readonly bottom: number;
  readonly top: number;
  /** Returns the column of a number, from 0. */
  readonly column: (x: number) => number;
  /** Returns the line of a share, from 0 at the top. */
  readonly line: (y: number) => number;
}

/** Returns the scales of the axes. The vertical one spans at least 10 %. */
function scaleOf(xs: readonly number[], series: readonly Series[], columns: number): Scale {
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const bottom = Math.min(0.9, Math.floor(smallest(ys) * 10) / 10);
  const top = Math.max(Math.ceil(largest(ys) * 10) / 10, bottom + 0.1);
  const span = Math.log(xs[xs.length - 1] / xs[0]) || 1;
  const column = (x: number) => Math.round((Math.log(x / xs[0]) / span) * (columns - 1));
  const line = (y: number) => Math.round(((top - y) / (top - bottom)) * (HEIGHT - 1));
  return { bottom, top, column, line };
}

/** Draws the dots of all series, then the marks of their points over them. */
function drawn(series: readonly Series[], scale: Scale, columns: number): ChartCell[][] {
  const grid: ChartCell[][] = Array.from({ length: HEIGHT }, () =>
    Array.from({ length: columns }, () => ({ text: " " })),
  );
  for (const [s, { points }] of series.entries()) drawDots(grid, points, lookOf(s), scale);
  for (const [s, { points }] of series.entries()) {
    for (const { x, y } of points) {
      const cell = grid[scale.line(y)][scale.column(x)];
      const free = cell.text === " " || cell.text === "·";
      cell.look = free ? lookOf(s) : undefined;
      cell.text = free ? markOf(s) : TOGETHER;
    }
  }
  return grid;
}

/** Draws dots between the points of a series, where the grid is empty. */
function drawDots(grid: ChartCell[][], points: Series["points"], look: TextLook, { line, column }: Scale): void {
  for (const [i, end] of points.slice(1).entries()) {
    const [from, to] = [column(points[i].x), column(end.x)];
    for (let c = from + 1; c < to; c++) {
      const cell = grid[line(points[i].y + ((end.y - points[i].y) * (c - from)) / (to - from))][c];
      if (cell.text === " ") Object.assign(cell, { text: "·", look });
    }
  }
}

/** The look and the mark of a series, by its index. */
const lookOf = (s: number) => LOOKS[s % LOOKS.length];
const markOf = (s: number) => MARKS[s % MARKS.length];

/** Number of characters left of the chart: "100 % ┤". */
const AXIS = 8;

/** Writes the numbers below the axis: the first, the last, and others where there is room. */
function axisLabels(xs: readonly number[], column: (x: number) => number, columns: number): string {
  const cells = new Array<string>(AXIS + columns).fill(" ");
  for (const x of [xs[0], xs[xs.length - 1], ...xs.slice(1, -1)]) {
    const label = grouped(x);
    const at = AXIS + Math.min(column(x), columns - label.length);
    const taken = cells.slice(Math.max(0, at - 1), at + label.length + 1).some((cell) => cell !== " ");
    if (taken) continue;
    for (const [i, character] of [...label].entries()) cells[at + i] = character;
  }
  return cells.join("").trimEnd();
}
