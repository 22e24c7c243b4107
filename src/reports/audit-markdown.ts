import type { Audit } from "../evaluation/leakage.js";
import { auditText } from "./audit-text.js";

/**
 * An audit as a section of Markdown: the tables that a terminal shows, as they stand.
 *
 * @param strip what the evaluation that was audited left out
 */
export function auditMarkdown(audit: Audit, strip: readonly string[]): string {
  const [, ...lines] = auditText(audit, strip).trim().split("\n");
  const indented = lines.map((line) => (line === "" ? "" : `    ${line}`));
  return `\n## Does the split leak?\n${indented.join("\n")}\n`;
}
