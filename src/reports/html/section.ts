import { type Content, html, type Markup } from "./markup.js";

/** A part of the page, which the contents name. */
export interface Section {
  /** Of the element; letters and hyphens. */
  readonly id: string;
  readonly title: string;
  readonly body: Content;
}

/** The section with its heading. */
export function sectionMarkup({ id, title, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`;
}
