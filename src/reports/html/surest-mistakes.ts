import { largest } from "../../base/lists.js";
import { grouped, likelier } from "../../base/numbers.js";
import type { Explanation, TermContribution } from "../../classifiers/explain/explain.js";
import type { Mistake } from "../../evaluation/studies/mistakes.js";
import { documentName } from "./document-links.js";
import { breakable, html, type Markup } from "./markup.js";
import type { EvaluationPage } from "./page.js";
import { widthClass } from "./widths.js";

/** Maximum number of terms for each of the two classes. */
const MAX_TERMS = 7;

/** Shows the most confident mistakes: the beginning of each document, and the terms that misled the classifier. */
export function surestMistakesMarkup(report: EvaluationPage): Markup {
  return html`<p>The documents with the largest odds against their own class: either the label is wrong or the terms mislead. Each number is the log odds that a term adds; they sum up to the decision${Boolean(report.classifier.calibrate) && ", before calibration"}.</p>
<div class="mistakes">
${report.mistakes.map((mistake) => card(mistake, report))}</div>
`;
}

/** Shows one wrong prediction. */
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

/** Shows the terms for the predicted class and the terms for the right class. */
function evidence({ label, against, terms }: Explanation): Markup {
  const max = largest(terms.map(({ contribution }) => Math.abs(contribution)));
  const side = (name: string, kind: string, ofSide: readonly TermContribution[]) =>
    html`<div class="${kind}"><h4>for ${breakable(name)}</h4><ol class="terms">${ofSide
      .slice(0, MAX_TERMS)
      .map(
        ({ term, count, contribution }) =>
          html`<li class="${widthClass(barWidth(Math.abs(contribution), max))}"><span>${term}${
            count > 1 && html` <span class="aside">×${grouped(count)}</span>`
          }</span> <span class="aside">${logOdds(Math.abs(contribution))}</span></li>`,
      )}</ol>${ofSide.length > MAX_TERMS && html`<p class="aside">and ${grouped(ofSide.length - MAX_TERMS)} more</p>`}${
      ofSide.length === 0 && html`<p class="aside">no term</p>`
    }</div>`;
  const forPredicted = terms.filter(({ contribution }) => contribution > 0);
  const forRight = terms.filter(({ contribution }) => contribution < 0);
  return html`<div class="evidence">${side(label, "against", forPredicted)}${side(against, "own", forRight)}</div>`;
}

/** Writes the log odds against the right class in words. @param margin natural log odds */
export function oddsAgainst(margin: number): string {
  return margin === Number.POSITIVE_INFINITY ? "the right class ruled out" : likelier(margin);
}

/** Returns the width of a bar, from 0 to 1. Beside an infinite contribution, a finite one has no bar. */
function barWidth(value: number, max: number): number {
  return value === max ? 1 : value / max;
}

function logOdds(value: number): string {
  return value === Number.POSITIVE_INFINITY ? "∞" : value.toFixed(1);
}
