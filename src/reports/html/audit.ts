import type { Audit } from "../../evaluation/leakage.js";
import { auditText } from "../audit-text.js";
import { html, type Markup } from "./markup.js";

/**
 * An audit, in the tables that a terminal shows.
 *
 * @param strip what the evaluation that was audited left out
 */
export function auditMarkup(audit: Audit, strip: readonly string[]): Markup {
  const [, , ...lines] = auditText(audit, strip).trim().split("\n");
  return html`<pre class="wide" tabindex="0" aria-label="audit">${lines.map(
    (line) => html`${line}
`,
  )}</pre>
`;
}
