import { plural } from "../../base/numbers.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import { auditSections } from "../audit/audit-text.js";
import { terminalText } from "../blocks.js";
import { classTableMarkup, strongestTermsMarkup } from "./classes.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { curveMarkup, reliabilityMarkup } from "./diagrams.js";
import { html, type Markup } from "./markup.js";
import { measuresMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup, wrongCells } from "./mistake-lists.js";
import { pageHtml } from "./page.js";
import type { EvaluationPage } from "./report-input.js";
import { summaryMarkup } from "./summary.js";
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
