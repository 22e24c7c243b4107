import { grouped } from "./numbers.js";
import { width as textColumns } from "./table.js";
import { type Look, painted, shortened } from "./terminal.js";

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
  /** Whether each series has a colour. Default false. */
  readonly colour?: boolean | undefined;
}

/** One place of the plot: a character, and whose it is. */
interface Cell {
  text: string;
  look?: Look | undefined;
}

const LOOKS: readonly Look[] = ["series 1", "series 2", "series 3", "series 4", "series 5", "series 6"];

/** One a series, as many as there are methods. */
const MARKS = ["●", "○", "◆", "◇", "■", "□", "▲", "△", "▼", "▽"];

/** Where points of several series fall together. */
const TOGETHER = "◉";

/**
 * Draws shares in [0, 1] against a number on a logarithmic axis, in characters: marks at
 * the points, dots between them, and below the axis which mark is whose. The vertical axis
 * spans the tens of percent that the points need. Intervals are left to the table beside it:
 * drawn in so few lines they hide the curve that they belong to.
 */
export function curveText(
  series: readonly Series[],
  { width = 72, height = 13, xLabel, colour }: CurveTextOptions,
): string[] {
  const xs = [...new Set(series.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  const ys = series.flatMap(({ points }) => points.map(({ y }) => y));
  const bottom = Math.min(0.9, Math.floor(Math.min(...ys) * 10) / 10);
  const top = Math.max(Math.ceil(Math.max(...ys) * 10) / 10, bottom + 0.1);
  const columns = width - AXIS;
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
    return { text: `${mark} ${name}`, width: 2 + textColumns(name) };
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
  lines.push(
    `${" ".repeat(AXIS - 1)}└${"─".repeat(columns)}`,
    axisLabels(xs, column, columns),
    `${" ".repeat(AXIS)}${shortened(xLabel, columns)}`,
    ...legendLines(legend, columns).map((text) => `${" ".repeat(AXIS)}${text}`),
  );
  return lines;
}

/** Characters left of the plot: "100 % ┤". */
const AXIS = 8;

/** The places of a row up to the last that is not empty. */
function rowText(row: readonly Cell[], colour: boolean | undefined): string {
  const end = row.findLastIndex(({ text }) => text !== " ") + 1;
  return row
    .slice(0, end)
    .map(({ text, look }) => painted(text, look, colour))
    .join("");
}

/** Names beside each other as long as they fit. */
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
