import { History } from "../../../delivery/history/history.js";
import type { DecisionEntry } from "../../../delivery/history/history-entry.js";
import { say } from "../../output/notices.js";
import type { Decision } from "./sort-decision.js";

/** Adds a decision about a document to a history, with the places where the document was and is now. */
type KeepDecision = (bytes: Uint8Array, decision: Decision, place: Partial<DecisionEntry>) => void;

/**
 * Returns a function that adds decisions to the history of `--history`. Without it, and in a dry run, it does nothing.
 *
 * @param command that decides
 * @param model the id of the model
 */
export function keepingDecisions(
  command: string,
  { history: path, dryRun = false }: { readonly history?: string; readonly dryRun?: boolean },
  model: string,
): KeepDecision {
  if (path === undefined || dryRun) return () => undefined;
  const history = new History(path, command, say);
  return (bytes, { label, probability, isUnsure, reasons }, place) =>
    history.add(bytes, { label, probability, unsure: isUnsure, terms: reasons, model }, place);
}
