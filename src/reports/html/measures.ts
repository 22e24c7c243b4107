import { grouped, percent } from "../../base/numbers.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import { binaryRows, binaryTitle } from "../evaluation/binary-text.js";
import { html, type Markup } from "./markup.js";

/** Shows all figures of the evaluation, each with its meaning. */
export function measuresMarkup(evaluation: Evaluation): Markup {
  const { macro, weighted, topAccuracy, logLoss, brier, calibrationError, matthews, binary, labels } = evaluation;
  const top = topAccuracy.filter(({ k }) => k > 1);
  const f1 = (mean: typeof macro) => `precision ${mean.precision.toFixed(3)}, recall ${mean.recall.toFixed(3)}`;
  return html`${binary && html`<p>Two classes: ${binaryTitle(binary, labels)}.</p>\n`}${tilesMarkup([
    tile("F1, mean over classes", macro.f1.toFixed(3), f1(macro)),
    tile("F1, weighted by size", weighted.f1.toFixed(3), f1(weighted)),
    ...top.map(({ k, accuracy }) =>
      tile(`top-${k} accuracy`, percent(accuracy), `the right class is among the ${k} most probable`),
    ),
    tile("log loss", logLoss.toFixed(3), "mean of -ln P(right class); 0 is best"),
    tile("Brier score", brier.toFixed(3), "0 is best, 2 is worst"),
    tile("calibration error", calibrationError.toFixed(3), "distance between probability and accuracy"),
    tile("Matthews correlation (MCC)", matthews.toFixed(3), "1 is best, 0 is chance"),
    ...(binary === undefined
      ? []
      : binaryRows(binary, labels).map(([name, value, meaning]) => tile(name, value, meaning))),
  ])}
${runsMarkup(evaluation)}`;
}

function runsMarkup({ runs }: Evaluation): Markup | undefined {
  if (runs.length === 1) return undefined;
  return html`<details class="runs"><summary>Each of the ${grouped(runs.length)} runs</summary>
<ol>${runs.map(({ accuracy, correct, total }) => html`<li><b>${percent(accuracy)}</b> <span>${grouped(correct)} of ${grouped(total)}</span></li>`)}</ol>
</details>
`;
}

/** Shows a figure with its name and its meaning. */
function tile(name: string, value: string, meaning: string): Markup {
  return html`<div><dt>${name}</dt><dd><strong>${value}</strong> <span>${meaning}</span></dd></div>`;
}

/** Lays out tiles in rows. In a window of any width, the last row never has a single tile. */
function tilesMarkup(tiles: readonly Markup[]): Markup {
  return html`<dl class="tiles middle-${tileColumns(tiles.length, 3)} wide-${tileColumns(tiles.length, 4)}">
${tiles.map((one) => html`${one}\n`)}</dl>`;
}

/**
 * Returns the largest number of columns that leaves more than one tile in the last row, or else 2. With 2 columns and
 * an odd number of tiles, the first tile spans both columns.
 */
export function tileColumns(tiles: number, most: number): number {
  for (let columns = most; columns > 2; columns--) if (tiles % columns !== 1) return columns;
  return 2;
}
