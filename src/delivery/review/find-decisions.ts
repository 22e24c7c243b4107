import { setImmediate as nextTurn } from "node:timers/promises";
import type { DecisionEntry } from "../history/history-entry.js";
import type { DecisionLog } from "./decision-log.js";

/** The decisions to find. */
export interface Wanted {
  /** In sender, subject, path, class, a term or the text of the message, in any case. Empty for all. */
  readonly text: string;
  /** The class that was decided. Empty for all. */
  readonly label: string;
  /** `latest first`, `unsure` or `corrected`; otherwise unsure decisions that nobody has corrected come first. */
  readonly show: string;
}

/** Other requests are answered after so many decisions. */
const SLICE = 50;

/**
 * Returns the numbers of the decisions that are wanted, in their order.
 *
 * @param textOf returns the text of a message in lower case, empty if it is gone
 * @param signal ends the search early
 */
export async function findDecisions(
  { rows, corrections }: DecisionLog,
  { text, label, show }: Wanted,
  textOf: (row: DecisionEntry) => string,
  signal?: AbortSignal,
): Promise<number[]> {
  const wanted = text.trim().toLowerCase();
  const headOf = ({ from, subject, id, filed = "", label, terms }: DecisionEntry) =>
    [from, subject, id, filed, label, ...terms.map(([term]) => term)].join("\n").toLowerCase();
  const isWanted = (row: DecisionEntry) =>
    (label === "" || row.label === label) &&
    (show !== "unsure" || row.unsure) &&
    (show !== "corrected" || corrections.has(row.digest)) &&
    (wanted === "" || headOf(row).includes(wanted) || textOf(row).includes(wanted));
  const found: number[] = [];
  for (const [n, row] of rows.entries()) {
    if (isWanted(row)) found.push(n);
    if (n % SLICE === 0) await nextTurn();
    if (signal?.aborted) break;
  }
  found.reverse();
  if (["latest first", "unsure", "corrected"].includes(show)) return found;
  const isOpen = (n: number) => rows[n].unsure && !corrections.has(rows[n].digest);
  return [...found.filter(isOpen), ...found.filter((n) => !isOpen(n))];
}
