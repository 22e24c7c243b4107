import { classOrder } from "../../evaluation/class-order.js";
import { grouped, plural } from "../numbers.js";
import { curveSpec } from "../plots/curve-spec.js";
import { reliabilityOf, reliabilitySpec } from "../plots/reliability-spec.js";
import { svgOf } from "../plots/svg.js";
import { protocolText } from "../protocol-text.js";
import { classTableMarkup } from "./class-table.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { breakable, html, type Markup, trusted } from "./markup.js";
import { measuresMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup } from "./mistake-lists.js";
import { pageOf } from "./page.js";
import type { EvaluationReport } from "./report-input.js";
import { reproductionMarkup } from "./reproduction.js";
import type { Section } from "./section.js";
import { strongestTermsMarkup } from "./strongest-terms.js";
import { summaryMarkup } from "./summary.js";
import { surestMistakesMarkup } from "./surest-mistakes.js";
import { wrongCells } from "./wrong-cells.js";

/**
 * An evaluation as one self-contained page: it fetches nothing, runs nothing that a
 * document brought, reads in light and dark, on paper and aloud. The same report gives the
 * same bytes.
 */
export async function evaluationHtml(report: EvaluationReport): Promise<string> {
  const { corpus, evaluation, classifier, protocol, version, curves = [] } = report;
  const cells = wrongCells(report);
  const listed = cells.slice(0, CELLS);
  const sections: (Section | false)[] = [
    { id: "summary", title: "Summary", body: summaryMarkup(report) },
    { id: "measures", title: "Measures", body: measuresMarkup(evaluation) },
    curves.length > 0 && { id: "curve", title: "Learning curve", body: await curveMarkup(report) },
    {
      id: "confusion",
      title: "Confusion",
      body: confusionMatrixMarkup(report, listed, classOrder(evaluation.confusion)),
    },
    { id: "classes", title: "Classes", body: classTableMarkup(evaluation) },
    { id: "reliability", title: "Reliability", body: await reliabilityMarkup(report) },
    report.strongest.length > 0 && {
      id: "terms",
      title: "Strongest terms",
      body: strongestTermsMarkup(report.strongest),
    },
    report.mistakes.length > 0 && { id: "surest", title: "Surest mistakes", body: surestMistakesMarkup(report) },
    listed.length > 0 && { id: "lists", title: "All mistakes", body: mistakeListsMarkup(report, listed) },
    { id: "reproduce", title: "To reproduce", body: reproductionMarkup(report) },
  ];
  return pageOf({
    title: `${corpus}: ${classifier.name} naive Bayes, evaluated`,
    head: {
      eyebrow: html`<b>Thresher</b> evaluation`,
      heading: html`How well ${classifier.name} naive Bayes sorts ${breakable(corpus)}`,
      subtitle: html`${protocolText(protocol)}; ${plural(evaluation.labels.length, "class", "classes")}, ${plural(evaluation.documents.train, "document")} learned from, ${plural(evaluation.documents.test, "document")} tested`,
    },
    sections: sections.filter((section) => section !== false),
    foot: html`Made by Thresher ${version}. The page is one file and asks nothing of the network; links to documents are relative to where it was made.`,
  });
}

async function reliabilityMarkup({ evaluation }: EvaluationReport): Promise<Markup> {
  const svg = await svgOf(reliabilitySpec(reliabilityOf(evaluation)), { id: "reliability-plot", style: false });
  return html`<p>How often the classifier is right, by how sure it says it is. A classifier whose probabilities can be believed follows the diagonal; naive Bayes counts words as if they were independent, so its probabilities crowd to 0 and 1.</p>
<div class="beside"><figure class="plot">${trusted(svg)}</figure>
${binTable(evaluation)}</div>
`;
}

function binTable({ reliability }: EvaluationReport["evaluation"]): Markup {
  return html`<div class="scroll" role="region" aria-labelledby="bins-caption" tabindex="0">
<table class="settings">
<caption id="bins-caption">Documents by the probability of the class they were given</caption>
<thead><tr><th scope="col">Probability</th><th scope="col">Documents</th><th scope="col">Mean probability</th><th scope="col">Right</th></tr></thead>
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
    }) => html`<tr><th scope="row">${low.toFixed(2)} to ${high.toFixed(2)}</th><td class="number">${grouped(documents)}</td><td class="number">${confidence.toFixed(3)}</td><td class="number">${accuracy.toFixed(3)}</td></tr>
`,
  )}</tbody>
</table>
</div>
`;
}

async function curveMarkup({ curves = [], evaluation }: EvaluationReport): Promise<Markup> {
  const spec = curveSpec(curves, { baselines: evaluation.baselines });
  return html`<figure class="plot">${trusted(await svgOf(spec, { id: "curve-plot", style: false }))}</figure>
`;
}
