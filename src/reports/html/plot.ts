import { html, type Markup, trusted } from "./markup.js";

/**
 * A drawn plot below its heading. Where the page is narrower than the plot can be read it scrolls,
 * so it can have the focus.
 *
 * @param heading id of the heading, which names it
 */
export function plotMarkup(svg: string, heading: string): Markup {
  return html`<figure class="plot" tabindex="0" aria-labelledby="${heading}">${trusted(svg)}</figure>`;
}
