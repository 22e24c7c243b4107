import { createHash } from "node:crypto";
import { basename, dirname, resolve } from "node:path";
import { plural } from "../../base/numbers.js";
import { methodTitle } from "../../classifiers/table.js";
import type { Audit } from "../../evaluation/audit/leakage.js";
import { classOrder } from "../../evaluation/metrics/class-order.js";
import { auditSections } from "../audit/audit-text.js";
import { terminalText } from "../blocks.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { settingRows } from "../evaluation/settings-text.js";
import { classTableMarkup, strongestTermsMarkup } from "./classes.js";
import { confusionMatrixMarkup } from "./confusion-matrix.js";
import { curveMarkup, reliabilityMarkup } from "./diagrams.js";
import { breakable, type HtmlContent, html, type Markup, trusted } from "./markup.js";
import { measuresMarkup } from "./measures.js";
import { CELLS, mistakeListsMarkup, wrongCells } from "./mistake-lists.js";
import type { EvaluationPage } from "./report-input.js";
import { STYLE } from "./style.js";
import { summaryMarkup } from "./summary.js";
import { surestMistakesMarkup } from "./surest-mistakes.js";

/**
 * Makes a self-contained HTML page about an evaluation. The page loads nothing else, runs no script, and works in light and dark mode, on paper and with a screen reader. The same input gives the same bytes.
 */
export async function evaluationHtml(report: EvaluationPage): Promise<string> {
  const { evaluation, classifier, protocol, version, curves } = report;
  const tested = protocol.kind === "test" ? protocol.test : undefined;
  const { corpus, test = "" } = corpusNames(report.corpus, tested);
  const listed = wrongCells(report).slice(0, CELLS);
  const { audit, strongest, mistakes } = report;
  const confusion = confusionMatrixMarkup(report, listed, classOrder(evaluation.confusion));
  const sections: (PageSection | false | undefined)[] = [
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
  const shown = sections.filter((section) => section !== false && section !== undefined);
  const method = methodTitle(classifier.name);
  const how = protocolText(tested === undefined ? protocol : { kind: "test", test });
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${corpus}: ${method}, evaluated</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<div class="page">
<header>
<p class="eyebrow"><b>Thresher</b> evaluation</p>
<h1>How well ${method} sorts ${breakable(corpus)}</h1>
<p class="subtitle">${how}; ${plural(evaluation.labels.length, "class", "classes")}</p>
</header>
<div class="columns">
<nav aria-label="Contents"><ol>${shown.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ol></nav>
<main id="main" tabindex="-1">
${shown.map(
  ([id, title, body]) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`,
)}</main>
</div>
<footer>Made by Thresher ${version}. The page is one file and fetches nothing. Links to documents are relative to the folder in which it was written.</footer>
</div>
</body>
</html>
`;
  return page.toString();
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

/** Shows the command and all settings. */
function reproductionMarkup({ command, classifier, protocol, version, corpus }: EvaluationPage): Markup {
  const { name, ...settings } = classifier;
  const rows: [string, string][] = [
    ["corpus", corpus],
    ["protocol", protocolText(protocol)],
    ["classifier", name],
    ...settingRows(settings),
    ["thresher", version],
  ];
  return html`<p>The same command on the same documents writes this page again, byte for byte.</p>
<pre tabindex="0" aria-label="command"><code>${command}</code></pre>
<div class="scroll" role="region" aria-labelledby="settings-caption" tabindex="0">
<table class="settings">
<caption id="settings-caption" class="unseen">Settings</caption>
<thead class="unseen"><tr><th scope="col">Setting</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows.map(([setting, value]) => html`<tr><th scope="row">${setting}</th><td>${value}</td></tr>\n`)}</tbody>
</table>
</div>
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

/** A section of the page: the id of its element, its title (also in the table of contents), and its content. */
type PageSection = readonly [id: string, title: string, body: HtmlContent];

/**
 * Returns the content security policy. It allows only the page's own style sheet, by its hash. So the page loads nothing
 * else, and scripts from a document would not run.
 */
function policy(): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
