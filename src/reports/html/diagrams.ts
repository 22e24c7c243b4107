import { plural } from "../../base/numbers.js";
import type { Baselines } from "../../evaluation/metrics/outcome.js";
import { curveProtocolText } from "../curve/curve-protocol.js";
import { forecastText } from "../curve/curve-text.js";
import { curveSpec } from "../plots/curve-spec.js";
import { reliabilitySpec } from "../plots/reliability-spec.js";
import { svgOf } from "../plots/svg.js";
import { capital, html, type Markup, trusted } from "./markup.js";
import type { EvaluationPage, PageCurves } from "./report-input.js";

/** The size of the area inside the axes, in pixels, for wide windows and for phones. The style sheet shows one plot. */
const BROAD = { width: 560, height: 340 };
const NARROW = { width: 230, height: 250 };

/** Shows the learning curve: the forecast in a sentence, and a plot. */
export async function curveMarkup({ curves, protocol }: PageCurves, baselines: Baselines): Promise<Markup> {
  const splits =
    "test" in protocol
      ? `Each point is trained on a part of the training documents (${plural(protocol.repeats, "repeat")}, seed ${protocol.seed}); the last point, trained on all of them, is the evaluation above.`
      : `The curve has its own splits (${curveProtocolText(protocol)}), so its last point may differ slightly from the accuracy above.`;
  const drawn = async (id: string, size: { width: number; height: number }) =>
    svgOf(curveSpec(curves, { title: "", baselines, ...size }), { id, style: false, name: "Learning curve" });
  const svg = (await drawn("curve-plot", BROAD)) + (await drawn("curve-plot-narrow", NARROW));
  return html`<p>Would more documents help? ${curves.map(
    (curve) => html`<strong>${capital(forecastText(curve))}.</strong> `,
  )}</p>
<p>The line is the mean accuracy, the band its 95 % interval. The dashed line is a fitted power law, the hollow point its forecast for twice the documents. ${splits}</p>
${plot(svg, "curve-title")}
`;
}

/** Shows the reliability diagram. */
export async function reliabilityMarkup({ evaluation, classifier }: EvaluationPage): Promise<Markup> {
  const name = "Reliability diagram";
  const svg = await svgOf(reliabilitySpec(evaluation), { id: "reliability-plot", style: false, name });
  return html`<p>How often the classifier is right, by the probability that it gives, with Wilson’s 95 % interval; below, the number of documents. A well-calibrated classifier follows the diagonal. ${
    classifier.calibrate
      ? html`These probabilities are calibrated (${String(classifier.calibrate)}) on the training documents.`
      : "Naive Bayes treats words as independent, so its probabilities crowd near 0 and 1."
  }</p>
${plot(svg, "reliability-title")}
`;
}

/** Shows a plot that shrinks with the window. The element with the id `heading` is its accessible name. */
function plot(svg: string, heading: string): Markup {
  return html`<figure class="plot" aria-labelledby="${heading}">${trusted(svg)}</figure>`;
}
