import type { DecisionLog, DecisionRow } from "./decision-log.js";

/** Which decisions are wanted. */
export interface Wanted {
  /** In sender, subject, path, class or a term, in any case. Empty for all. */
  readonly text: string;
  /** The class that was decided. Empty for all. */
  readonly label: string;
  /** `latest first`, `unsure` or `corrected`; otherwise unsure decisions that nobody has corrected come first. */
  readonly show: string;
}

/** Returns the numbers of the decisions that are wanted, in their order. */
export function findDecisions(log: DecisionLog, { text, label, show }: Wanted): number[] {
  const { rows, corrections } = log;
  const hasText = textTest(log, text.trim().toLowerCase());
  const isOpen = ({ unsure, digest }: DecisionRow) => unsure && !corrections.has(digest);
  const isWanted = (row: DecisionRow) =>
    (label === "" || row.label === label) &&
    (show !== "unsure" || row.unsure) &&
    (show !== "corrected" || corrections.has(row.digest)) &&
    hasText(row);
  const found = [...rows.keys()].filter((n) => isWanted(rows[n])).reverse();
  if (["latest first", "unsure", "corrected"].includes(show)) return found;
  return [...found.filter((n) => isOpen(rows[n])), ...found.filter((n) => !isOpen(rows[n]))];
}

function textTest(log: DecisionLog, text: string): (row: DecisionRow) => boolean {
  // The text as it is in JSON: most lines need not be parsed.
  const inLine = JSON.stringify(text).slice(1, -1);
  return (row) => {
    if (text === "") return true;
    if (!row.line.toString().toLowerCase().includes(inLine)) return false;
    const { from, subject, id, filed = "", label } = log.entry(row);
    return [from, subject, id, filed, label, ...row.terms].join("\n").toLowerCase().includes(text);
  };
}
