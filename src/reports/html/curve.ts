import type { Evaluation } from "../../evaluation/evaluate.js";
import { curveProtocolText, forecastText } from "../curve-report.js";
import { curveSpec } from "../plots/curve-spec.js";
import { svgOf } from "../plots/svg.js";
import { capital } from "./figures.js";
import { html, type Markup } from "./markup.js";
import { plotMarkup } from "./plot.js";
import type { PageCurves } from "./report-input.js";

/** Whether more documents would help: in a sentence, and as a picture. It says that its splits are its own. */
export async function curveMarkup(
  { curves, protocol }: PageCurves,
  baselines: Evaluation["baselines"],
): Promise<Markup> {
  const splits =
    "test" in protocol
      ? `Each point learns from a part of the training documents (${curveProtocolText(protocol)}); the last, from all of them, is the evaluation above.`
      : `The curve has splits of its own (${curveProtocolText(protocol)}), so its last point is near the accuracy above and need not be equal to it.`;
  const svg = await svgOf(curveSpec(curves, { title: "", baselines }), {
    id: "curve-plot",
    style: false,
    name: "Learning curve",
  });
  return html`<p>Would more documents help? ${curves.map(
    (curve) => html`<strong>${capital(forecastText(curve))}.</strong> `,
  )}</p>
<p>The line is the mean accuracy, the band its 95 % interval; dashed, a power law fitted to it, and hollow, what it gives for twice the documents. ${splits}</p>
${plotMarkup(svg, "curve-title")}
`;
}
