import { grouped, percent } from "../numbers.js";
import { breakable, html, type Markup, trusted } from "./markup.js";

/** .9731 as `97.3 %`; what would be rounded to certainty, and is none, is `> 99.9 %`. */
export function probability(p: number): string {
  return p < 1 && p >= 0.9995 ? "> 99.9 %" : percent(p);
}

/** Natural log odds as odds: `37 to 1`, `10⁴² to 1`; of what was ruled out, that it was. */
export function odds(margin: number): Markup {
  if (margin === Number.POSITIVE_INFINITY) return html`the right class ruled out`;
  const exponent = margin / Math.LN10;
  return exponent < 6
    ? html`odds ${grouped(Math.round(Math.exp(margin)))} to 1`
    : html`odds 10<sup>${grouped(Math.round(exponent))}</sup> to 1`;
}

/** As a sentence begins. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** The class that makes an element as wide as a share, in steps of 1/40; anything above 0 can be seen. */
export function widthClass(share: number): string {
  return `w${share > 0 ? Math.max(1, Math.round(Math.min(1, share) * WIDTHS)) : 0}`;
}

/** The rules of those classes: a page without inline styles has no other way to say how wide something is. */
export function widthRules(): string {
  return Array.from({ length: WIDTHS + 1 }, (_, w) => `.w${w}{--w:${(w * 100) / WIDTHS}%}`).join("");
}

const WIDTHS = 40;

/** A bar from 0 to a share of the whole width, with an interval over it if there is one. Words beside it say the same. */
export function bar(share: number, kind: string, interval?: readonly [low: number, high: number]): Markup {
  const at = (x: number) => (x * 100).toFixed(2);
  return html`<svg class="bar ${kind}" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">${trusted(
    `<rect class="track" width="100" height="10"/><rect class="value" width="${at(share)}" height="10"/>`,
  )}${
    interval &&
    trusted(
      `<rect class="interval" x="${at(interval[0])}" y="3.5" width="${at(interval[1] - interval[0])}" height="3"/>`,
    )
  }</svg>`;
}

/** A file of a document, linked where that is possible. */
export function documentName(id: string, link: (id: string) => string | undefined): Markup {
  const url = link(id);
  return url === undefined
    ? html`<span class="file">${breakable(id)}</span>`
    : html`<a class="file" href="${url}">${breakable(id)}</a>`;
}
