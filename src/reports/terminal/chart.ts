import { append, largest, smallest } from "../../base/lists.js";
import { grouped } from "../../base/numbers.js";
import { type Look, painted, shortened, width } from "./terminal.js";

/** One line of a chart: a name and its points, with x ascending and above 0. */
export interface Series {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

/** The size of a chart and the label of its horizontal axis. */
export interface ChartOptions {
  /** Characters, at least 40. Default 72. */
  readonly width?: number;
  /** Lines of the chart without axis and legend; odd, so that there is a middle line for a label. Default 13. */
  readonly height?: number;
  readonly xLabel: string;
  /** Whether each series has a colour. Default false. */
  readonly colour?: boolean | undefined;
}

/** One character of the chart, with the look of its line. */
interface Cell {
  text: string;
  look?: Look | undefined;
}

const LOOKS: readonly Look[] = ["series 1", "series 2", "series 3", "series 4", "series 5", "series 6"];

/** One for each series; there are as many as methods. */
const MARKS = ["●", "○", "◆", "◇", "■", "□", "▲", "△", "▼", "▽"];

/** Points of several series at one place. */
const TOGETHER = "◉";

/**
 * Draws shares in [0, 1] against a number on a logarithmic axis, in characters: a mark at each
 * point, dots between them, and a legend below the axis. The vertical axis spans the tens of
 * percent that the points need. Intervals are not drawn: in so few lines they would hide the curve.
 */
export function chartLines(
  series: readonly Series[],
  { width: whole = 72, height = 13, xLabel, colour }: ChartOptions,
): string[] {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const bottom = Math.min(0.9, Math.floor(smallest(ys) * 10) / 10);
  const top = Math.max(Math.ceil(largest(ys) * 10) / 10, bottom + 0.1);
  const columns = whole - AXIS;
  const span = Math.log(xs[xs.length - 1] / xs[0]) || 1;
  const column = (x: number) => Math.round((Math.log(x / xs[0]) / span) * (columns - 1));
  const line = (y: number) => Math.round(((top - y) / (top - bottom)) * (height - 1));
  const grid: Cell[][] = Array.from({ length: height }, () => Array.from({ length: columns }, () => ({ text: " " })));

  series.forEach(({ points }, s) => {
    drawDots(grid, points, column, line, LOOKS[s % LOOKS.length]);
  });
  series.forEach(({ points }, s) => {
    for (const { x, y } of points) {
      const cell = grid[line(y)][column(x)];
      const free = cell.text === " " || cell.text === "·";
      cell.look = free ? LOOKS[s % LOOKS.length] : undefined;
      cell.text = free ? MARKS[s % MARKS.length] : TOGETHER;
    }
  });
  const legend = series.map(({ name }, s) => {
    const mark = painted(MARKS[s % MARKS.length], LOOKS[s % LOOKS.length], colour);
    return { text: `${mark} ${name}`, width: 2 + width(name) };
  });
  if (grid.some((row) => row.some(({ text }) => text === TOGETHER))) {
    const whose = series.length === 2 ? "both" : "several";
    legend.push({ text: `${TOGETHER} ${whose}`, width: 2 + whose.length });
  }
  const labelled = new Set([0, Math.round((height - 1) / 2), height - 1]);
  const lines = grid.map((row, r) => {
    const label = labelled.has(r) ? `${Math.round((top - (r / (height - 1)) * (top - bottom)) * 100)} %` : "";
    return `${label.padStart(AXIS - 2)} ${labelled.has(r) ? "┤" : "│"}${rowText(row, colour)}`;
  });
  append(lines, [
    `${" ".repeat(AXIS - 1)}└${"─".repeat(columns)}`,
    axisLabels(xs, column, columns),
    `${" ".repeat(AXIS)}${shortened(xLabel, columns)}`,
    ...legendLines(legend, columns).map((text) => `${" ".repeat(AXIS)}${text}`),
  ]);
  return lines;
}

/** Characters left of the chart: "100 % ┤". */
const AXIS = 8;

/** A row without the empty places at its end. */
function rowText(row: readonly Cell[], colour: boolean | undefined): string {
  const end = row.findLastIndex(({ text }) => text !== " ") + 1;
  return row
    .slice(0, end)
    .map(({ text, look }) => painted(text, look, colour))
    .join("");
}

/** The legend, with as many names on a line as fit. */
function legendLines(entries: readonly { readonly text: string; readonly width: number }[], columns: number): string[] {
  const lines: string[] = [];
  let room = 0;
  for (const { text, width } of entries) {
    if (lines.length > 0 && width + GAP.length <= room) {
      lines[lines.length - 1] += GAP + text;
      room -= width + GAP.length;
    } else {
      lines.push(text);
      room = columns - width;
    }
  }
  return lines;
}

const GAP = "   ";

function drawDots(
  grid: Cell[][],
  points: Series["points"],
  column: (x: number) => number,
  line: (y: number) => number,
  look: Look,
): void {
  for (let i = 1; i < points.length; i++) {
    const from = column(points[i - 1].x);
    const to = column(points[i].x);
    for (let c = from + 1; c < to; c++) {
      const y = points[i - 1].y + ((points[i].y - points[i - 1].y) * (c - from)) / (to - from);
      const cell = grid[line(y)][c];
      if (cell.text === " ") Object.assign(cell, { text: "·", look });
    }
  }
}

/** The numbers below the axis: the first and the last, and others where there is room. */
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
