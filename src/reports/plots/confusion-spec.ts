import { classOrder } from "../../evaluation/class-order.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { grouped } from "../numbers.js";
import { escapedText } from "../safe-text.js";
import { colour } from "./palette.js";
import { type PlotSpec, type PlotView, plotSpec } from "./plot-spec.js";

/** What a confusion matrix is drawn from. */
export type ConfusionPicture = Pick<Evaluation, "labels" | "confusion">;

/** How a confusion matrix is drawn. */
export interface ConfusionSpecOptions {
  /** Default "Confusion". */
  readonly title?: string;
  readonly subtitle?: string;
  /** About how many pixels the cells take each way. Default 560. */
  readonly size?: number;
}

const SIZE = 560;

/** Two classes are narrow, and their title is not. */
const NARROWEST_TITLE = 320;

/** Cells are no larger and no smaller than that many pixels. */
const LARGEST_CELL = 64;
const SMALLEST_CELL = 7;

/** A cell of fewer pixels has no room for a number, and empty ones are not drawn: they are too many. */
const NUMBERED_CELL = 20;

/** Names of classes, in pixels; smaller where the cells are, so that no name runs into the next. */
const LARGEST_NAME = 11;

/** Names above cells that are narrower than this stand upright: aslant they would lie on each other. */
const SLANTED_CELL = 16;

/** Shares below this are not written. */
const WRITTEN = 0.005;

/** A cell that is darker than this has its number in the colour of the paper. */
const DARK = 0.7;

/**
 * Where the documents of each class went, a row a class in percent of the row; what is
 * confused stands together. Right answers and wrong ones differ in colour.
 */
export function confusionSpec(evaluation: ConfusionPicture, options: ConfusionSpecOptions = {}): PlotSpec {
  const {
    title = "Confusion",
    subtitle = "Where the documents of each class went, in % of the class; classes that are confused stand together",
  } = options;
  const width = Math.max(NARROWEST_TITLE, cellSize(evaluation, options.size) * evaluation.labels.length);
  return plotSpec(confusionView(evaluation, options.size), { title, subtitle }, confusionInWords(evaluation), width);
}

/** The matrix without a title, to stand beside others. */
export function confusionView({ labels, confusion }: ConfusionPicture, size?: number): PlotView {
  const names = labels.map(escapedText);
  const order = classOrder(confusion);
  const cell = cellSize({ labels }, size);
  const values = order.flatMap((actual) => {
    const total = confusion[actual].reduce((sum, n) => sum + n, 0);
    return order
      .filter((predicted) => confusion[actual][predicted] > 0)
      .map((predicted) => {
        const documents = confusion[actual][predicted];
        const share = documents / total;
        return {
          actual: names[actual],
          predicted: names[predicted],
          documents,
          share,
          // The root makes a few percent visible.
          shade: Number(Math.sqrt(share).toFixed(3)),
          right: actual === predicted,
          text: share < WRITTEN ? "" : (share * 100).toFixed(0),
        };
      });
  });
  const domain = order.map((c) => names[c]);
  const axis = {
    domain: false,
    ticks: false,
    labelLimit: 170,
    labelPadding: 6,
    labelColor: colour("ink"),
    labelFontSize: Math.min(LARGEST_NAME, cell - 1),
  };
  const encoding = {
    x: {
      field: "predicted",
      type: "nominal",
      title: "predicted",
      scale: { domain, padding: 0.06 },
      axis: { ...axis, orient: "top", labelAngle: cell < SLANTED_CELL ? -90 : -45, grid: false },
    },
    y: {
      field: "actual",
      type: "nominal",
      title: "actual",
      scale: { domain, padding: 0.06 },
      axis: { ...axis, grid: false },
    },
  };
  const numbers = {
    mark: { type: "text", fontSize: Math.min(14, Math.floor(cell * 0.42)) },
    encoding: {
      ...encoding,
      text: { field: "text" },
      color: {
        condition: { test: `datum.shade > ${DARK}`, value: colour("paper") },
        value: colour("ink"),
      },
    },
  };
  const squares = domain.flatMap((actual) => domain.map((predicted) => ({ actual, predicted })));
  const empty = { mark: { type: "rect", color: colour("grid"), opacity: 0.35 }, encoding };
  const numbered = cell >= NUMBERED_CELL;
  return {
    width: { step: cell },
    height: { step: cell },
    layer: [
      ...(numbered ? [{ data: { values: squares }, ...empty }] : []),
      {
        data: { values },
        mark: { type: "rect" },
        encoding: {
          ...encoding,
          color: { condition: { test: "datum.right", value: colour("right") }, value: colour("wrong") },
          opacity: { field: "shade", type: "quantitative", scale: { domain: [0, 1], range: [0, 1] }, legend: null },
        },
      },
      ...(numbered ? [{ data: { values: values.filter(({ text }) => text !== "") }, ...numbers }] : []),
    ],
  };
}

/** In pixels. */
function cellSize({ labels }: Pick<ConfusionPicture, "labels">, size = SIZE): number {
  return Math.max(SMALLEST_CELL, Math.min(LARGEST_CELL, Math.floor(size / labels.length)));
}

/** The matrix for those who do not see it: how many of each class are right. */
export function confusionInWords({ labels, confusion }: ConfusionPicture): string {
  const rows = labels.map((label, c) => {
    const total = confusion[c].reduce((sum, n) => sum + n, 0);
    return `${escapedText(label)}: ${grouped(confusion[c][c])} of ${grouped(total)} right`;
  });
  return `${rows.join("; ")}.`;
}
