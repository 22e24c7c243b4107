import { basename, resolve } from "node:path";
import { groupedBy, largest } from "../../base/lists.js";
import { grouped, likelier, percent, plural } from "../../base/numbers.js";
import { safeJson, safeText } from "../../base/safe-text.js";
import type { TermContribution } from "../../classifiers/explain/explain.js";
import { methodTitle } from "../../classifiers/table.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { LabelEvaluation } from "../../evaluation/labels/evaluate-labels.js";
import type { Protocol } from "../../evaluation/protocols/protocol-splits.js";
import type { LearningCurve } from "../../evaluation/studies/measured-curves.js";
import type { Mistake } from "../../evaluation/studies/mistakes.js";
import type { ReportDetails } from "../../evaluation/studies/report-details.js";
import { auditSections } from "../audit/audit-text.js";
import type { ListBlock, ListItem, Section } from "../blocks.js";
import { type CurveProtocol, curveProtocolText, curveSections } from "../curve/curve-text.js";
import { evaluationSections } from "../evaluation/evaluation-text.js";
import { labelEvaluationSections } from "../evaluation/label-evaluation-text.js";
import type { EvaluatedClassifier } from "../evaluation/settings-text.js";
import { htmlPage } from "../html/page.js";
import { errorSpec, reliabilitySpec } from "../plots/evaluation-spec.js";

/** The content of a page about an evaluation of one class or of several labels for each document. */
interface EvaluatedPage<E> {
  /** The path of the corpus, as the user gave it. */
  readonly corpus: string;
  readonly evaluation: E;
  readonly classifier: EvaluatedClassifier;
  readonly protocol: Protocol;
  /** The id of the document in each row. */
  readonly ids: readonly string[];
  /** Returns the URL of a document relative to the page, or undefined for no link. */
  readonly link: (id: string) => string | undefined;
  /** The command that made the page. */
  readonly command: string;
  /** The version of Thresher. */
  readonly version: string;
}

/** The content of a page about an evaluation. The same content gives the same bytes, because it has no time. */
export interface EvaluationPage extends EvaluatedPage<Evaluation>, ReportDetails {
  /** The learning curves. Default: the page has no section for them. */
  readonly curves?: PageCurves | undefined;
  /** Default: the page has no section for an audit. */
  readonly audit?: Audit | undefined;
}

/** Learning curves for a page. They are measured on other splits than the evaluation. */
export type PageCurves = Readonly<{ curves: readonly LearningCurve[]; protocol: CurveProtocol }>;

/** The content of a page about the evaluation of a model of several labels. */
export type LabelEvaluationPage = EvaluatedPage<LabelEvaluation>;

/** Makes an HTML page about an evaluation: see `htmlPage`. */
export async function evaluationHtml(page: EvaluationPage): Promise<string> {
  const { evaluation, classifier, protocol, curves, audit } = page;
  return evaluatedPage(page, [
    ...evaluationSections(evaluation, classifier, protocol),
    reliabilitySection(page),
    ...(curves === undefined ? [] : curveSections(curves.curves, curveOptions(curves, evaluation))),
    ...(audit === undefined ? [] : auditSections(audit)),
    strongestSection(page.strongest),
    surestSection(page),
    mistakeSection(wrongClasses(evaluation), page),
  ]);
}

/** Makes an HTML page about the evaluation of a model of several labels: see `htmlPage`. */
export function labelEvaluationHtml(page: LabelEvaluationPage): Promise<string> {
  const { evaluation, classifier, protocol } = page;
  return evaluatedPage(page, [
    ...labelEvaluationSections(evaluation, classifier, protocol),
    mistakeSection(wrongLabels(evaluation), page),
  ]);
}

/** Puts a title before the sections, and the command and the settings after them. */
function evaluatedPage(page: EvaluatedPage<unknown>, sections: readonly Section[]): Promise<string> {
  const { corpus, classifier, protocol, command, version } = page;
  // The root of a file system has no last part, so it keeps its path.
  const title = `How well ${methodTitle(classifier.name)} sorts ${basename(resolve(corpus)) || corpus}`;
  const again = "The same command on the same documents writes this page again, byte for byte.";
  const settings: Section = [
    { heading: "settings" },
    { code: safeText(command), language: "sh" },
    again,
    { code: safeJson({ classifier, protocol }, 2), language: "json" },
  ];
  const footer = `Made by Thresher ${version}. The page is one file and fetches nothing. Links to documents are relative to the folder in which it was written.`;
  return htmlPage([[{ heading: title }], ...sections, settings], footer);
}

/** Shows the reliability diagram, with an explanation. */
function reliabilitySection({ evaluation, classifier: { calibrate } }: EvaluationPage): Section {
  const why = calibrate
    ? `These probabilities are calibrated (${calibrate}) on the training documents.`
    : "Naive Bayes treats words as independent, so its probabilities crowd near 0 and 1.";
  return [
    { heading: "reliability" },
    `How often the classifier is right, by the probability that it gives, with Wilson’s 95 % interval. Larger points stand for more documents. A well-calibrated classifier follows the diagonal. ${why}`,
    { name: "Reliability diagram", plot: () => reliabilitySpec(evaluation) },
    "How often the surest predictions are wrong, by the share of documents that these are. Below or above each limit of errors, a point shows what --errors-at-most files.",
    { name: "Errors of the surest predictions", plot: () => errorSpec(evaluation) },
  ];
}

/** Returns the title, subtitle and baselines for the learning curves. */
function curveOptions({ protocol }: PageCurves, { baselines }: Evaluation) {
  const splits =
    "test" in protocol
      ? "each point is trained on a part of the training documents, the last one on all of them"
      : "it has its own splits, so its last point may differ slightly from the accuracy above";
  return { title: "learning curve", subtitle: `${splits} (${curveProtocolText(protocol)})`, baselines };
}

/** Lists the strongest terms of each class. */
function strongestSection(classes: ReportDetails["strongest"]): Section {
  if (classes.length === 0) return [];
  const rows = classes.map(({ label, documents, terms }) => {
    return [label, grouped(documents), terms.map(({ term, count }) => `${term} ${grouped(count)}`).join(", ")];
  });
  return [
    { heading: "strongest terms" },
    "Terms that are frequent in a class and rarer elsewhere, over all training documents, each with its count.",
    { rows: [["class", "documents", "terms"], ...rows], align: "lrl" },
  ];
}

/** Maximum number of terms for each side of an explanation. */
const MAX_TERMS = 7;

/** Lists the most confident mistakes: the beginning of each document, and the terms that misled the classifier. */
function surestSection({ mistakes, ids, link, evaluation: { labels } }: EvaluationPage): Section {
  if (mistakes.length === 0) return [];
  const items = mistakes.map(({ prediction, margin, subject, excerpt, explanation }: Mistake): ListItem => {
    const { row, predicted, actual } = prediction;
    const odds = margin === Number.POSITIVE_INFINITY ? "the right class ruled out" : likelier(margin);
    const verdict = `predicted as ${labels[predicted]}, filed under ${labels[actual]}: ${odds}`;
    const { label, against, terms } = explanation;
    const beginning = [subject ?? "", excerpt ?? ""].filter((text) => text !== "");
    const remarks = [verdict, ...beginning, sideText(label, terms, 1), sideText(against, terms, -1)];
    return { name: ids[row], link: link(ids[row]), remarks };
  });
  return [
    { heading: "most confident mistakes" },
    "The documents with the largest odds against their own class: either the label is wrong or the terms mislead. Each number is the log odds that a term adds, before calibration.",
    { items },
  ];
}

/** Lists the terms of an explanation that speak for a class, strongest first. @param sign of their contributions */
function sideText(label: string, terms: readonly TermContribution[], sign: number): string {
  const own = terms.filter(({ contribution }) => contribution * sign > 0);
  const shown = own.slice(0, MAX_TERMS).map(({ term, count, contribution }) => {
    const size = Number.isFinite(contribution) ? Math.abs(contribution).toFixed(1) : "∞";
    return `${term}${count > 1 ? ` ×${grouped(count)}` : ""} ${size}`;
  });
  const more = own.length > MAX_TERMS ? [`and ${grouped(own.length - MAX_TERMS)} more`] : [];
  return `for ${label}: ${own.length === 0 ? "no term" : [...shown, ...more].join(", ")}`;
}

/** Maximum number of documents in a list: browsers cannot open a page with all of a large corpus. */
const MAX_DOCUMENTS = 30;
/** Maximum number of lists on the page. */
const MAX_LISTS = 400;

/** A wrong prediction, the title of its list, and its probability if it has one. */
type Wrong = Readonly<{ row: number; title: string; probability?: number }>;

/** Returns the wrong predictions, by actual and predicted class. */
function wrongClasses({ predictions, labels }: Evaluation): Wrong[] {
  return predictions
    .filter(({ actual, predicted }) => actual !== predicted)
    .map(({ row, actual, predicted, probability }) => {
      return { row, probability, title: `of ${labels[actual]} predicted as ${labels[predicted]}` };
    });
}

/** Returns the documents that lack one of their labels or got another one, by label. */
function wrongLabels({ predictions }: LabelEvaluation): Wrong[] {
  return predictions.flatMap(({ row, actual, predicted }) => [
    ...actual.filter((label) => !predicted.includes(label)).map((label) => ({ row, title: `missed ${label}` })),
    ...predicted.filter((label) => !actual.includes(label)).map((label) => ({ row, title: `${label} given wrongly` })),
  ]);
}

/** Lists wrong predictions by their titles. The longest list comes first. */
function mistakeSection(wrong: readonly Wrong[], page: Pick<EvaluationPage, "ids" | "link">): Section {
  if (wrong.length === 0) return [];
  const lists = [...groupedBy(wrong, ({ title }) => title)].sort(([, a], [, b]) => b.length - a.length);
  const blocks = lists.slice(0, MAX_LISTS).map(([title, own]): ListBlock => {
    const items = wrongItems(own, page);
    const isCut = items.length > MAX_DOCUMENTS;
    const more = isCut ? `; the first ${MAX_DOCUMENTS} of ${plural(items.length, "document")}` : "";
    return { title: `${grouped(own.length)} ${title}${more}`, items: items.slice(0, MAX_DOCUMENTS) };
  });
  return [{ heading: "all mistakes" }, "Every wrong prediction, with its probability.", ...blocks];
}

/** Lists the documents of wrong predictions, each with its highest probability, and how often it is there. */
function wrongItems(wrong: readonly Wrong[], { ids, link }: Pick<EvaluationPage, "ids" | "link">): ListItem[] {
  const documents = Array.from(groupedBy(wrong, ({ row }) => row).entries(), ([row, runs]) => {
    return { id: ids[row], times: runs.length, highest: largest(runs.map(({ probability = -1 }) => probability)) };
  });
  documents.sort((a, b) => b.highest - a.highest || (a.id < b.id ? -1 : 1));
  return documents.map(({ id, highest, times }) => {
    const sure = highest < 0 ? [] : [probabilityText(highest)];
    return { name: id, link: link(id), remarks: [...sure, ...(times > 1 ? [`${grouped(times)} times`] : [])] };
  });
}

/** Writes .9731 as `97.3 %`. A probability below 1 that would be rounded to 100 % is written as `> 99.9 %`. */
function probabilityText(p: number): string {
  return p < 1 && p >= 0.9995 ? "> 99.9 %" : percent(p);
}
