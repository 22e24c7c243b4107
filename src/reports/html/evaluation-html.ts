import { methodTitle } from "../../classifiers/table.js";
import { classOrder } from "../../evaluation/class-order.js";
import { plural } from "../numbers.js";
import { protocolText } from "../protocol-text.js";
import { auditMarkup } from "./audit.js";
import { classTableMarkup } from "./class-table.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { curveMarkup } from "./curve.js";
import { breakable, html } from "./markup.js";
import { measuresMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup } from "./mistake-lists.js";
import { pageOf } from "./page.js";
import { reliabilityMarkup } from "./reliability.js";
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
  const { corpus, evaluation, classifier, protocol, version, curves } = report;
  const cells = wrongCells(report);
  const listed = cells.slice(0, CELLS);
  const sections: (Section | false)[] = [
    { id: "summary", title: "Summary", body: summaryMarkup(report) },
    { id: "measures", title: "Measures", body: measuresMarkup(evaluation) },
    curves !== undefined && {
      id: "curve",
      title: "Learning curve",
      body: await curveMarkup(curves, evaluation.baselines),
    },
    {
      id: "confusion",
      title: "Confusion",
      body: confusionMatrixMarkup(report, listed, classOrder(evaluation.confusion)),
    },
    { id: "classes", title: "Classes", body: classTableMarkup(evaluation) },
    { id: "reliability", title: "Reliability", body: await reliabilityMarkup(report) },
    report.audit !== undefined && {
      id: "audit",
      title: "Does the split leak?",
      body: auditMarkup(report.audit, stripOf(report.classifier)),
    },
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
    title: `${corpus}: ${methodTitle(classifier.name)}, evaluated`,
    head: {
      eyebrow: html`<b>Thresher</b> evaluation`,
      heading: html`How well ${methodTitle(classifier.name)} sorts ${breakable(corpus)}`,
      subtitle: html`${protocolText(protocol)}; ${plural(evaluation.labels.length, "class", "classes")}`,
    },
    sections: sections.filter((section) => section !== false),
    foot: html`Made by Thresher ${version}. The page is one file and asks nothing of the network; links to documents are relative to where it was made.`,
  });
}

function stripOf({ strip }: EvaluationReport["classifier"]): readonly string[] {
  return Array.isArray(strip) ? strip : [];
}
