import { createHash } from "node:crypto";
import { basename, dirname, resolve } from "node:path";
import { methodTitle } from "../../classifiers/table.js";
import type { Audit } from "../../evaluation/audit/audit.js";
import type { Evaluation } from "../../evaluation/evaluate.js";
import type { Protocol } from "../../evaluation/protocols/protocol.js";
import type { LearningCurve } from "../../evaluation/studies/measured-curves.js";
import type { ReportDetails } from "../../evaluation/studies/report-details.js";
import type { CurveProtocol } from "../curve/curve-text.js";
import type { EvaluatedClassifier } from "../evaluation/evaluation-json.js";
import { protocolText } from "../evaluation/protocol-text.js";
import { settingRows } from "../evaluation/settings-text.js";
import { breakable, type HtmlContent, html, type Markup, trusted } from "./markup.js";
import { STYLE } from "./style.js";

/** The content of a page about an evaluation. The same input gives the same bytes, because it has no time. */
export interface EvaluationPage extends ReportDetails {
  /** The path of the corpus, as the user gave it. */
  readonly corpus: string;
  readonly evaluation: Evaluation;
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
  /** The learning curves. Default: the page has no section for them. */
  readonly curves?: PageCurves | undefined;
  /** Default: the page has no section for an audit. */
  readonly audit?: Audit | undefined;
}

/** Learning curves for a page. They are measured on other splits than the evaluation. */
export interface PageCurves {
  readonly curves: readonly LearningCurve[];
  readonly protocol: CurveProtocol;
}

/** A section of the page: the id of its element, its title (also in the table of contents), and its content. */
type PageSection = readonly [id: string, title: string, body: HtmlContent];

/** The sections of a page. Skips sections that are false or undefined. */
export type PageSections = readonly (PageSection | false | undefined)[];

/** The facts about an evaluation in the head and the last section of a page. */
type PageFacts = Pick<EvaluationPage, "command" | "classifier" | "protocol" | "version" | "corpus">;

/**
 * Makes a self-contained HTML page about an evaluation. The page loads nothing else, runs no script, and works in light
 * and dark mode, on paper and with a screen reader. The same input gives the same bytes.
 *
 * @param does what the method does with the documents, such as "sorts"
 * @param classes how many classes there are, in words
 * @param sections all sections but the last, which has the command and the settings
 */
export function pageHtml(report: PageFacts, does: string, classes: string, sections: PageSections): string {
  const { classifier, protocol, version } = report;
  const tested = protocol.kind === "test" ? protocol.test : undefined;
  const { corpus, test = "" } = corpusNames(report.corpus, tested);
  const method = methodTitle(classifier.name);
  const protocolShown = protocolText(tested === undefined ? protocol : { kind: "test", test });
  const all: PageSections = [...sections, ["reproduce", "To reproduce", reproductionMarkup(report)]];
  const shown = all.filter((section) => section !== false && section !== undefined);
  const page = html`<!DOCTYPE html>
<html lang="en">
${headMarkup(`${corpus}: ${method}, evaluated`)}
<body>
<a class="skip" href="#main">Skip to the results</a>
<div class="page">
<header>
<p class="eyebrow"><b>Thresher</b> evaluation</p>
<h1>How well ${method} ${does} ${breakable(corpus)}</h1>
<p class="subtitle">${protocolShown}; ${classes}</p>
</header>
<div class="columns">
<nav aria-label="Contents"><ol>${shown.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ol></nav>
<main id="main" tabindex="-1">
${shown.map(
  ([id, name, body]) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${name}</h2>
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

/** Returns the head of the page. The page has its style sheet in it, because it loads nothing. */
function headMarkup(title: string): Markup {
  return html`<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>`;
}

/** Shows the command and all settings. */
function reproductionMarkup({ command, classifier, protocol, version, corpus }: PageFacts): Markup {
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
