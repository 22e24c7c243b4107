import { createHash } from "node:crypto";
import { type Content, html, type Markup, trusted } from "./markup.js";
import { SCRIPT } from "./script.js";
import { STYLE } from "./style.js";

/** A part of the page: the id of its element, its title, which is also in the table of contents, and its content. */
export type Section = readonly [id: string, title: string, body: Content];

/** The parts of a page. The heading has a line above and a line below it. */
interface Page {
  readonly title: string;
  readonly head: { readonly eyebrow: Content; readonly heading: Content; readonly subtitle: Content };
  readonly sections: readonly Section[];
  readonly foot: Content;
}

/**
 * A page in one file. Its content security policy allows its own style sheet and script, by
 * their hashes, and nothing else. So the page fetches nothing, and markup that came from a
 * document would not run.
 */
export function pageOf({ title, head, sections, foot }: Page): string {
  const page: Markup = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<div class="page">
<header>
<p class="eyebrow">${head.eyebrow}</p>
<h1>${head.heading}</h1>
<p class="subtitle">${head.subtitle}</p>
</header>
<div class="columns">
<nav aria-label="Contents"><ol>${sections.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ol></nav>
<main id="main" tabindex="-1">
${sections.map(sectionMarkup)}</main>
</div>
<footer>${foot}</footer>
</div>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`;
  return page.toString();
}

function policy(): string {
  return [
    "default-src 'none'",
    `style-src '${hash(STYLE)}'`,
    `script-src '${hash(SCRIPT)}'`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hash(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

function sectionMarkup([id, title, body]: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${body}
</section>
`;
}
