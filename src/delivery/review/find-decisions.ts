import type { DecisionEntry } from "../history/history-entry.js";
import type { DecisionLog } from "./decision-log.js";

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
export function findDecisions({ rows, corrections }: DecisionLog, { text, label, show }: Wanted): number[] {
  const wanted = text.trim().toLowerCase();
  const textOf = ({ from, subject, id, filed = "", label, terms }: DecisionEntry) =>
    [from, subject, id, filed, label, ...terms.map(([term]) => term)].join("\n").toLowerCase();
  const isWanted = (row: DecisionEntry) =>
    (label === "" || row.label === label) &&
    (show !== "unsure" || row.unsure) &&
    (show !== "corrected" || corrections.has(row.digest)) &&
    (wanted === "" || textOf(row).includes(wanted));
  const found = [...rows.keys()].filter((n) => isWanted(rows[n])).reverse();
  if (["latest first", "unsure", "corrected"].includes(show)) return found;
  const isOpen = (n: number) => rows[n].unsure && !corrections.has(rows[n].digest);
  return [...found.filter(isOpen), ...found.filter((n) => !isOpen(n))];
}
