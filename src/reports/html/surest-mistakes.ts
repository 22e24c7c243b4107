import { largest } from "../../base/lists.js";
import { grouped, likelier } from "../../base/numbers.js";
import type { Explanation, TermContribution } from "../../classifiers/explain/explain.js";
import type { Mistake } from "../../evaluation/studies/report-details.js";
import { breakable, documentName, html, type Markup, widthClass } from "./markup.js";
import type { EvaluationPage } from "./report-input.js";

/** The most terms on each side of an explanation. */
const SHOWN = 7;

/** The wrong predictions with the highest confidence: the beginning of each document, and the terms that misled the classifier. */
export function surestMistakesMarkup(report: EvaluationPage): Markup {
  return html`<p>The documents with the largest odds against their own class: either the label is wrong or the terms mislead. Each number is the log odds that a term adds; they sum up to the decision${Boolean(report.classifier.calibrate) && ", before calibration"}.</p>
<div class="mistakes">
${report.mistakes.map((mistake) => card(mistake, report))}</div>
`;
}

function card(
  { prediction, margin, subject, excerpt, explanation }: Mistake,
  { evaluation: { labels }, ids, link }: EvaluationPage,
): Markup {
  const id = ids[prediction.row];
  return html`<article>
<h3>${subject || documentName(id, link)}</h3>
<p class="verdict"><span class="aside">predicted as</span> <span class="wrong">${breakable(labels[prediction.predicted])}</span>, <span class="aside">filed under</span> <span class="right">${breakable(labels[prediction.actual])}</span></p>
<p>${subject && html`${documentName(id, link)} `}<span class="aside">${oddsAgainst(margin)}</span></p>
${excerpt !== undefined && excerpt !== "" && html`<blockquote><p>${excerpt}</p></blockquote>`}
${explanation && evidence(explanation)}
</article>
`;
}

function evidence({ label, against, terms }: Explanation): Markup {
  const most = largest(terms.map(({ contribution }) => Math.abs(contribution)));
  const side = (name: string, kind: string, ofSide: readonly TermContribution[]) =>
    html`<div class="${kind}"><h4>for ${breakable(name)}</h4><ol class="terms">${ofSide
      .slice(0, SHOWN)
      .map(
        ({ term, count, contribution }) =>
          html`<li class="${widthClass(portion(Math.abs(contribution), most))}"><span>${term}${
            count > 1 && html` <span class="aside">×${grouped(count)}</span>`
          }</span> <span class="aside">${logOdds(Math.abs(contribution))}</span></li>`,
      )}</ol>${ofSide.length > SHOWN && html`<p class="aside">and ${grouped(ofSide.length - SHOWN)} more</p>`}${
      ofSide.length === 0 && html`<p class="aside">no term</p>`
    }</div>`;
  const speakingFor = terms.filter(({ contribution }) => contribution > 0);
  const speakingAgainst = terms.filter(({ contribution }) => contribution < 0);
  return html`<div class="evidence">${side(label, "against", speakingFor)}${side(against, "own", speakingAgainst)}</div>`;
}

/** Natural log odds against the right class in words. */
export function oddsAgainst(margin: number): string {
  return margin === Number.POSITIVE_INFINITY ? "the right class ruled out" : likelier(margin);
}

/** Next to an infinite contribution a finite one has no width. */
function portion(value: number, most: number): number {
  return value === most ? 1 : value / most;
}

function logOdds(value: number): string {
  return value === Number.POSITIVE_INFINITY ? "∞" : value.toFixed(1);
}
