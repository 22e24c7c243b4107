import type { Explanation, TermContribution } from "../../classifiers/explain.js";
import { grouped } from "../numbers.js";
import { documentName, odds, widthClass } from "./figures.js";
import { breakable, html, type Markup } from "./markup.js";
import type { EvaluationReport, Mistake } from "./report-input.js";

/** Terms shown on each side of an explanation. */
const SHOWN = 7;

/** The documents that the classifier was surest of, and wrong about: what they say, and which terms misled it. */
export function surestMistakesMarkup(report: EvaluationReport): Markup {
  return html`<p>The documents with the largest odds against their own class: either the label is wrong, or the terms mislead. What each term added is exact, in nats: the parts add up to the verdict${Boolean(report.classifier.calibrate) && ", which calibration then tempers"}.</p>
<div class="mistakes">
${report.mistakes.map((mistake) => card(mistake, report))}</div>
`;
}

function card(
  { prediction, margin, subject, excerpt, explanation }: Mistake,
  { evaluation: { labels }, ids, link }: EvaluationReport,
): Markup {
  const id = ids[prediction.row];
  return html`<article>
<h3>${subject || documentName(id, link)}</h3>
<p class="verdict"><span class="aside">taken for</span> <span class="wrong">${breakable(labels[prediction.predicted])}</span>, <span class="aside">filed under</span> <span class="right">${breakable(labels[prediction.actual])}</span></p>
<p>${subject && html`${documentName(id, link)} `}<span class="aside">${odds(margin)}</span></p>
${excerpt !== undefined && excerpt !== "" && html`<blockquote><p>${excerpt}</p></blockquote>`}
${explanation && evidence(explanation)}
</article>
`;
}

function evidence({ label, against, terms }: Explanation): Markup {
  const most = Math.max(...terms.map(({ contribution }) => Math.abs(contribution)));
  const side = (name: string, kind: string, ofSide: readonly TermContribution[]) =>
    html`<div class="${kind}"><h4>for ${breakable(name)}</h4><ol class="terms">${ofSide
      .slice(0, SHOWN)
      .map(
        ({ term, count, contribution }) =>
          html`<li class="${widthClass(portion(Math.abs(contribution), most))}"><span>${term}${
            count > 1 && html` <span class="aside">×${grouped(count)}</span>`
          }</span> <span class="aside">${nats(Math.abs(contribution))}</span></li>`,
      )}</ol>${ofSide.length > SHOWN && html`<p class="aside">and ${grouped(ofSide.length - SHOWN)} more</p>`}${
      ofSide.length === 0 && html`<p class="aside">no term</p>`
    }</div>`;
  return html`<div class="evidence">${side(
    label,
    "against",
    terms.filter(({ contribution }) => contribution > 0),
  )}${side(
    against,
    "own",
    terms.filter(({ contribution }) => contribution < 0),
  )}</div>`;
}

/** Among infinite contributions the finite ones count nothing. */
function portion(value: number, most: number): number {
  return value === most ? 1 : value / most;
}

function nats(value: number): string {
  return value === Number.POSITIVE_INFINITY ? "∞" : value.toFixed(1);
}
