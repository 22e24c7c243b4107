import type { Evaluation } from "../../evaluation/evaluate.js";
import { grouped, percent } from "../numbers.js";
import { html, type Markup } from "./markup.js";

/** Every figure about the whole, each with what it means. */
export function measuresMarkup(evaluation: Evaluation): Markup {
  const { macro, weighted, topAccuracy, logLoss, brier, calibrationError, matthews } = evaluation;
  const top = topAccuracy.filter(({ k }) => k > 1);
  return html`<dl class="tiles">
${tile("F1, mean over classes", macro.f1.toFixed(3), `precision ${macro.precision.toFixed(3)}, recall ${macro.recall.toFixed(3)}`)}
${tile("F1, weighted by size", weighted.f1.toFixed(3), `precision ${weighted.precision.toFixed(3)}, recall ${weighted.recall.toFixed(3)}`)}
${top.map(({ k, accuracy }) => tile(`among the likeliest ${k}`, percent(accuracy), "have their class there"))}
${tile("log loss", logLoss.toFixed(3), "mean of -ln P(right class); 0 is best")}
${tile("Brier score", brier.toFixed(3), "0 is best, 2 is sure and wrong")}
${tile("calibration error", calibrationError.toFixed(3), "distance of probability from accuracy")}
${tile("Matthews coefficient", matthews.toFixed(3), "1 is best, 0 is chance")}
${binaryTiles(evaluation)}
</dl>
${runsMarkup(evaluation)}`;
}

/** A figure that is not defined, as of no document of a class, is a dash. */
function binaryTiles({ binary, labels }: Evaluation): readonly Markup[] {
  if (binary === undefined) return [];
  const { positive, positives, negatives, totalCostRatio, falseAlarmCost, threshold } = binary;
  const negative = labels.find((label) => label !== positive);
  const figure = (value: number | null) => (value === null ? "-" : value.toFixed(4));
  return [
    tile(
      "area under the ROC curve",
      figure(binary.rocAuc),
      binary.oneMinusAucPercent === null ? "" : `1-AUC ${binary.oneMinusAucPercent.toFixed(3)} %`,
    ),
    tile("average precision", figure(binary.averagePrecision), `of ${positive}`),
    tile(
      "false alarms",
      percent(binary.falseAlarmRate),
      `${grouped(binary.falseAlarms)} of ${grouped(negatives)} ${negative}, from a probability of ${threshold}`,
    ),
    tile("misses", percent(binary.missRate), `${grouped(binary.misses)} of ${grouped(positives)} ${positive}`),
    tile(
      "caught without false alarm",
      percent(binary.caughtWithoutFalseAlarm),
      `of ${positive}, at the best threshold`,
    ),
    tile(
      "total cost ratio",
      totalCostRatio === null ? (positives === 0 ? "-" : "∞") : totalCostRatio.toFixed(2),
      `a false alarm costs ${falseAlarmCost === 1 ? "1 miss" : `${falseAlarmCost} misses`}; worth having above 1`,
    ),
  ];
}

function tile(name: string, value: string, meaning: string): Markup {
  return html`<div><dt>${name}</dt><dd><strong>${value}</strong> <span>${meaning}</span></dd></div>`;
}

function runsMarkup({ runs }: Evaluation): Markup | undefined {
  if (runs.length === 1) return undefined;
  return html`<details class="runs"><summary>Each of the ${grouped(runs.length)} runs</summary>
<ol>${runs.map(({ accuracy, correct, total }) => html`<li><b>${percent(accuracy)}</b> <span>${grouped(correct)} of ${grouped(total)}</span></li>`)}</ol>
</details>
`;
}
