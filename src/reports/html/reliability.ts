import type { Evaluation } from "../../evaluation/evaluate.js";
import { grouped, percent } from "../numbers.js";
import { reliabilityOf, reliabilitySpec } from "../plots/reliability-spec.js";
import { svgOf } from "../plots/svg.js";
import { html, type Markup } from "./markup.js";
import { plotMarkup } from "./plot.js";
import type { EvaluationReport } from "./report-input.js";

/** Whether probabilities can be believed: a diagram, and its figures in a table. */
export async function reliabilityMarkup({ evaluation, classifier }: EvaluationReport): Promise<Markup> {
  const svg = await svgOf(reliabilitySpec(reliabilityOf(evaluation), { title: "" }), {
    id: "reliability-plot",
    style: false,
    name: "Reliability diagram",
  });
  return html`<p>How often the classifier is right, by how sure it says it is, with Wilson’s 95 % interval; below, how many documents are that sure. A classifier whose probabilities can be believed follows the diagonal. ${
    classifier.calibrate
      ? html`Naive Bayes does not by itself: these probabilities are calibrated (${String(classifier.calibrate)}), by folds inside the training documents.`
      : "Naive Bayes counts words as if they were independent, so its probabilities crowd to 0 and 1."
  }</p>
<div class="beside">${plotMarkup(svg, "reliability-title")}
${binTable(evaluation)}</div>
`;
}

function binTable({ reliability }: Evaluation): Markup {
  return html`<div class="scroll" role="region" aria-labelledby="bins-caption" tabindex="0">
<table class="settings bins">
<caption id="bins-caption">Documents by the probability of the class they were given</caption>
<thead><tr><th scope="col">Probability</th><th scope="col">Documents</th><th scope="col">Mean</th><th scope="col">Right</th></tr></thead>
<tbody>
${reliability
  .filter(({ documents }) => documents > 0)
  .map(
    ({
      low,
      high,
      documents,
      confidence,
      accuracy,
    }) => html`<tr><th scope="row">${(low * 100).toFixed(1)} to ${percent(high)}</th><td class="number">${grouped(documents)}</td><td class="number">${percent(confidence)}</td><td class="number">${percent(accuracy)}</td></tr>
`,
  )}</tbody>
</table>
</div>
`;
}
