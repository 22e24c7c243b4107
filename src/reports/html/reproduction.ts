import { protocolText } from "../protocol-text.js";
import { settingRows } from "../setting-rows.js";
import { html, type Markup } from "./markup.js";
import type { EvaluationReport } from "./report-input.js";

/** What somebody needs to get the same figures: the command, and every setting that it had. */
export function reproductionMarkup({ command, classifier, protocol, version, corpus }: EvaluationReport): Markup {
  const { name, ...settings } = classifier;
  const rows: [string, string][] = [
    ["corpus", corpus],
    ["protocol", protocolText(protocol)],
    ["classifier", name],
    ...settingRows(settings),
    ["thresher", version],
  ];
  return html`<p>The same command on the same documents gives this page again, byte for byte.</p>
<pre tabindex="0" aria-label="command"><code>${command}</code></pre>
<div class="scroll" role="region" aria-labelledby="settings-caption" tabindex="0">
<table class="settings">
<caption id="settings-caption" class="unseen">Settings</caption>
<thead class="unseen"><tr><th scope="col">Setting</th><th scope="col">Value</th></tr></thead>
<tbody>
${rows.map(
  ([setting, value]) => html`<tr><th scope="row">${setting}</th><td>${value}</td></tr>
`,
)}</tbody>
</table>
</div>
`;
}
