import { basename, dirname, resolve } from "node:path";
import { plural } from "../../base/numbers.js";
import { methodTitle } from "../../classifiers/table.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import { auditSections } from "../audit/audit-text.js";
import { terminalText } from "../blocks.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { classTableMarkup, strongestTermsMarkup } from "./classes.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { curveMarkup, reliabilityMarkup } from "./diagrams.js";
import { breakable, html, type Markup } from "./markup.js";
import { measuresMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup, wrongCells } from "./mistake-lists.js";
import { type PageSections, pageHtml, reproductionMarkup } from "./page.js";
import type { EvaluationPage } from "./report-input.js";
import { summaryMarkup } from "./summary.js";
import { surestMistakesMarkup } from "./surest-mistakes.js";

/** Makes an HTML page about an evaluation: see `pageHtml`. */
export async function evaluationHtml(report: EvaluationPage): Promise<string> {
  const { evaluation, classifier, protocol, version, curves } = report;
  const tested = protocol.kind === "test" ? protocol.test : undefined;
  const { corpus, test = "" } = corpusNames(report.corpus, tested);
  const listed = wrongCells(report).slice(0, CELLS);
  const { audit, strongest, mistakes } = report;
  const confusion = confusionMatrixMarkup(report, listed);
  const sections: PageSections = [
    ["summary", "Summary", summaryMarkup(report)],
    ["measures", "Measures", measuresMarkup(evaluation)],
    curves && ["curve", "Learning curve", await curveMarkup(curves, evaluation.baselines)],
    ["confusion", "Confusion", confusion],
    ["classes", "Classes", classTableMarkup(evaluation)],
    ["reliability", "Reliability", await reliabilityMarkup(report)],
    audit && ["audit", "Does the split leak?", auditMarkup(audit, classifier.strip)],
    strongest.length > 0 && ["terms", "Strongest terms", strongestTermsMarkup(strongest)],
    mistakes.length > 0 && ["surest", "Most confident mistakes", surestMistakesMarkup(report)],
    listed.length > 0 && ["lists", "All mistakes", mistakeListsMarkup(report, listed)],
    ["reproduce", "To reproduce", reproductionMarkup(report)],
  ];
  const method = methodTitle(classifier.name);
  const protocolShown = protocolText(tested === undefined ? protocol : { kind: "test", test });
  return pageHtml({
    title: html`${corpus}: ${method}, evaluated`,
    heading: html`How well ${method} sorts ${breakable(corpus)}`,
    subtitle: html`${protocolShown}; ${plural(evaluation.labels.length, "class", "classes")}`,
    sections,
    version,
  });
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

/**
 * Names a corpus and a test corpus by the last parts of their paths. If both are in one folder, such as `news/train`
 * and `news/test`, the corpus is named after that folder.
 */
export function corpusNames(corpus: string, test?: string): { corpus: string; test?: string } {
  if (test === undefined) return { corpus: nameOf(corpus) };
  const around = dirname(resolve(corpus));
  const name = basename(around);
  if (name === "" || around !== dirname(resolve(test))) return { corpus: nameOf(corpus), test: nameOf(test) };
  return { corpus: name, test: `${name}/${nameOf(test)}` };
}

/** Returns the last part of a path. The root of a file system has no last part, so it keeps its path. */
function nameOf(path: string): string {
  return basename(resolve(path)) || path;
}
