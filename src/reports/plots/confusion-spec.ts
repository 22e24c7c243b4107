import { sumOf } from "../../base/lists.js";
import { grouped } from "../../base/numbers.js";
import { escapedText } from "../../base/safe-text.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { colour } from "./palette.js";
import { layer, type PlotView } from "./plot-spec.js";

/** The parts of an evaluation that the matrix shows. */
export type ConfusionPicture = Pick<Evaluation, "labels" | "confusion">;

/** The approximate width and height of the matrix, in pixels. */
const SIZE = 560;

/** Maximum and minimum size of a cell, in pixels. */
const LARGEST_CELL = 64;
const SMALLEST_CELL = 7;

/** Minimum size of a cell with a number, in pixels. If cells are smaller, empty cells are not drawn. */
const NUMBERED_CELL = 20;

/** Maximum font size of class names, in pixels. It is smaller for smaller cells. */
const LARGEST_NAME = 11;

/** Minimum width of a cell with a slanted name, in pixels. Over narrower cells, names are vertical: no overlap. */
const SLANTED_CELL = 16;

/** Minimum share that is written in a cell: a smaller one would be written as 0. */
const WRITTEN = 0.005;

/** Minimum shade of a cell whose number has the colour of the paper. */
const DARK = 0.7;

/**
 * Makes a view of the confusion matrix in percent of each row, without a title. Right and wrong predictions differ in
 * colour.
 */
export function confusionView({ labels, confusion }: ConfusionPicture): PlotView {
  const names = labels.map(escapedText);
  const cell = Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, Math.floor(SIZE / labels.length)));
  const values = confusion.flatMap((row, c) => filledCells(row, c, names));
  const axis = {
    domain: false,
    ticks: false,
    labelLimit: 170,
    labelPadding: 6,
    labelColor: colour("ink"),
    labelFontSize: Math.min(LARGEST_NAME, cell - 1),
  };
  const labelAngle = cell < SLANTED_CELL ? -90 : -45;
  // The axes have the names of the classes, in the order of the matrix.
  const channel = (field: string, more: object) => ({
    field,
    type: "nominal",
    title: field,
    scale: { domain: names, padding: 0.06 },
    axis: { ...axis, ...more, grid: false },
  });
  const encoding = { x: channel("predicted", { orient: "top", labelAngle }), y: channel("actual", {}) };
  const color = (test: string, value: string, otherwise: string) => ({ condition: { test, value }, value: otherwise });
  const opacity = { field: "shade", type: "quantitative", scale: { domain: [0, 1], range: [0, 1] }, legend: null };
  const rectangles = { color: color("datum.right", colour("right"), colour("wrong")), opacity };
  const cells = layer(values, { type: "rect" }, { ...encoding, ...rectangles });
  const squares = names.flatMap((actual) => names.map((predicted) => ({ actual, predicted })));
  const empty = layer(squares, { type: "rect", color: colour("grid"), opacity: 0.35 }, encoding);
  const written = values.filter(({ text }) => text !== "");
  const ink = color(`datum.shade > ${DARK}`, colour("paper"), colour("ink"));
  const numberMark = { type: "text", fontSize: Math.min(14, Math.floor(cell * 0.42)) };
  const numbers = layer(written, numberMark, { ...encoding, text: { field: "text" }, color: ink });
  const layers = cell >= NUMBERED_CELL ? [empty, cells, numbers] : [cells];
  return { width: { step: cell }, height: { step: cell }, layer: layers };
}

/** Returns the cells of a row that have documents, with text and shade. Square roots make small shares visible. */
function filledCells(row: readonly number[], c: number, names: readonly string[]) {
  const total = sumOf(row);
  return row.flatMap((documents, predicted) => {
    if (documents === 0) return [];
    const share = documents / total;
    const right = c === predicted;
    const shade = Number((right ? Math.sqrt(share) : mistakeShade(documents, total)).toFixed(3));
    const text = share < WRITTEN ? "" : (share * 100).toFixed(0);
    return { actual: names[c], predicted: names[predicted], documents, share, shade, right, text };
  });
}

/** Minimum number of documents for a mistake to get the full colour. */
export const OFTEN = 10;

/**
 * Returns the strength of the colour of a cell off the diagonal, from 0 to 1. It is the square root of the cell's share
 * of the row, because mistakes are rare and their differences matter. Cells with fewer than ten documents are paler, so
 * that a single mistake in a small class does not stand out.
 */
export function mistakeShade(count: number, support: number): number {
  return count === 0 ? 0 : Math.min(Math.sqrt(count / support), count / OFTEN);
}

/** Describes the matrix for screen readers: the right predictions of each class. */
export function confusionInWords({ labels, confusion }: ConfusionPicture): string {
  const rows = labels.map((label, c) => {
    const total = sumOf(confusion[c]);
    return `${escapedText(label)}: ${grouped(confusion[c][c])} of ${grouped(total)} right`;
  });
  return `${rows.join("; ")}.`;
}
