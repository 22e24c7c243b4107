import type { DecisionEntry } from "../history/history-entry.js";
import { type DecisionLog, type DecisionRow, textOf } from "./decision-log.js";

/** Which decisions are wanted. */
export interface Wanted {
  /** In sender, subject, path, class or a term, in any case. Empty for all. */
  readonly text: string;
  /** The class that was decided. Empty for all. */
  readonly label: string;
  /** Unsure decisions that nobody has corrected come first, or only unsure or corrected ones; otherwise all, the latest first. */
  readonly show: string;
}

/** Returns the numbers of the decisions that are wanted, in their order. */
export function findDecisions(log: DecisionLog, { text, label, show }: Wanted): number[] {
  const { rows, corrections } = log;
  const hasText = textTest(log, text.trim().toLowerCase());
  const isOpen = ({ unsure, digest }: DecisionRow) => unsure && !corrections.has(digest);
  const found: number[] = [];
  for (let n = rows.length - 1; n >= 0; n--) {
    const row = rows[n];
    if (label !== "" && row.label !== label) continue;
    if (show === "unsure" && !row.unsure) continue;
    if (show === "corrected" && !corrections.has(row.digest)) continue;
    if (hasText(row)) found.push(n);
  }
  if (show !== "unsure first") return found;
  return [...found.filter((n) => isOpen(rows[n])), ...found.filter((n) => !isOpen(rows[n]))];
}

function textTest(log: DecisionLog, text: string): (row: DecisionRow) => boolean {
  if (text === "") return () => true;
  // The text as it is in JSON: most lines need not be parsed.
  const inLine = JSON.stringify(text).slice(1, -1);
  return (row) => {
    const isPossible = !("bytes" in row.source) || textOf(row.source).toLowerCase().includes(inLine);
    return isPossible && searched(log.entry(row)).toLowerCase().includes(text);
  };
}

function searched({ from, subject, id, filed = "", label, terms }: DecisionEntry): string {
  return [from, subject, id, filed, label, ...terms.map(([term]) => term)].join("\n");
}
