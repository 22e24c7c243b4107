import { plural } from "../../base/numbers.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Baselines } from "../../evaluation/metrics/outcome.js";
import { auditSections } from "../audit/audit-text.js";
import { terminalText } from "../blocks.js";
import { curveProtocolText, forecastText } from "../curve/curve-text.js";
import { curveSpec } from "../plots/curve-spec.js";
import { reliabilitySpec } from "../plots/reliability-spec.js";
import { svgOf } from "../plots/svg.js";
import { classTableMarkup, strongestTermsMarkup } from "./classes.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { capital, html, type Markup, trusted } from "./markup.js";
import { measuresMarkup, summaryMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup, wrongCells } from "./mistake-lists.js";
import { type EvaluationPage, type PageCurves, pageHtml } from "./page.js";
import { surestMistakesMarkup } from "./surest-mistakes.js";

/** Makes an HTML page about an evaluation: see `pageHtml`. */
export async function evaluationHtml(report: EvaluationPage): Promise<string> {
  const { evaluation, classifier, curves, audit, strongest, mistakes } = report;
  const listed = wrongCells(report).slice(0, CELLS);
  return pageHtml(report, "sorts", plural(evaluation.labels.length, "class", "classes"), [
    ["summary", "Summary", summaryMarkup(report)],
    ["measures", "Measures", measuresMarkup(evaluation)],
    curves && ["curve", "Learning curve", await curveMarkup(curves, evaluation.baselines)],
    ["confusion", "Confusion", confusionMatrixMarkup(report, listed)],
    ["classes", "Classes", classTableMarkup(evaluation)],
    ["reliability", "Reliability", await reliabilityMarkup(report)],
    audit && ["audit", "Does the split leak?", auditMarkup(audit, classifier.strip)],
    strongest.length > 0 && ["terms", "Strongest terms", strongestTermsMarkup(strongest)],
    mistakes.length > 0 && ["surest", "Most confident mistakes", surestMistakesMarkup(report)],
    listed.length > 0 && ["lists", "All mistakes", mistakeListsMarkup(report, listed)],
  ]);
}

/** Shows an audit with the tables of the terminal, without its heading. */
function auditMarkup(audit: Audit, strip: unknown): Markup {
  const [, ...sections] = auditSections(audit, Array.isArray(strip) ? strip : []);
  const lines = terminalText(sections, {})
    .split("\n")
    .map((line) => html`${line}\n`);
  return html`<pre class="wide" tabindex="0" aria-label="audit">${lines}</pre>
`;
}

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
