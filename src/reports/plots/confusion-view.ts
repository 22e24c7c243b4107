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

/** Maximum size of a cell, in pixels. */
const LARGEST_CELL = 64;
/** Minimum size of a cell, in pixels. */
const SMALLEST_CELL = 7;

/** Minimum size of a cell with a number, in pixels. */
const NUMBERED_CELL = 20;

/**
 * Minimum width of a cell with a slanted name, in pixels. Over narrower cells, names are vertical, so that they do not
 * overlap.
 */
const SLANTED_CELL = 16;

/** Minimum share that is written in a cell: a smaller one would be written as 0. */
const MIN_WRITTEN_SHARE = 0.005;

/** Minimum shade of a cell whose number has the colour of the paper. */
const DARK = 0.7;

/**
 * Makes a view of the confusion matrix in percent of each row, without a title. Right and wrong predictions differ in
 * colour.
 */
export function confusionView({ labels, confusion }: ConfusionPicture): PlotView {
  const names = labels.map(escapedText);
  const cell = Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, Math.floor(SIZE / labels.length)));
  // The axes have the names of the classes, in the order of the matrix.
  const channel = (field: string, axis: object) => ({
    field,
    type: "nominal",
    title: field,
    scale: { domain: names, padding: 0.06 },
    axis: { domain: false, ticks: false, grid: false, labelLimit: 170, labelFontSize: Math.min(11, cell - 1), ...axis },
  });
  const labelAngle = cell < SLANTED_CELL ? -90 : -45;
  const encoding = { x: channel("predicted", { orient: "top", labelAngle }), y: channel("actual", {}) };
  const either = (test: string, value: string, otherwise: string) => ({ condition: { test, value }, value: otherwise });
  const values = confusion.flatMap((row, c) => filledCells(row, c, names));
  const shaded = {
    color: either("datum.right", colour("right"), colour("wrong")),
    opacity: { field: "shade", type: "quantitative", scale: { domain: [0, 1], range: [0, 1] }, legend: null },
  };
  const cells = layer(values, { type: "rect" }, { ...encoding, ...shaded });
  const numbers = layer(
    values.filter(({ share }) => share >= MIN_WRITTEN_SHARE),
    { type: "text", fontSize: Math.min(14, Math.floor(cell * 0.42)) },
    {
      ...encoding,
      text: { field: "text" },
      color: either(`datum.shade > ${DARK}`, colour("paper"), colour("ink")),
    },
  );
  const size = { step: cell };
  return { width: size, height: size, layer: cell >= NUMBERED_CELL ? [cells, numbers] : [cells] };
}

/** Returns the cells of a row that have documents, with text and shade. Square roots make small shares visible. */
function filledCells(row: readonly number[], c: number, names: readonly string[]) {
  const total = sumOf(row);
  return [...row.entries()]
    .filter(([, documents]) => documents > 0)
    .map(([predicted, documents]) => {
      const share = documents / total;
      const right = c === predicted;
      // Mistakes of few documents are paler, so that a single one in a small class does not stand out.
      const shade = Math.min(Math.sqrt(share), right ? 1 : documents / FULL_COLOUR);
      const text = (share * 100).toFixed(0);
      return { actual: names[c], predicted: names[predicted], documents, share, shade, right, text };
    });
}

/** Minimum number of documents for a mistake to get the full colour. */
const FULL_COLOUR = 10;

/** Describes the matrix for screen readers: the right predictions of each class. */
export function confusionInWords({ labels, confusion }: ConfusionPicture): string {
  const rows = labels.map((label, c) => {
    return `${escapedText(label)}: ${grouped(confusion[c][c])} of ${grouped(sumOf(confusion[c]))} right`;
  });
  return `${rows.join("; ")}.`;
}
