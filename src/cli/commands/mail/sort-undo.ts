import { resolve } from "node:path";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import type { Journal } from "../../../delivery/filing/journal.js";
import type { JournalledStore } from "../../../delivery/filing/store.js";
import { type Undone, undo } from "../../../delivery/filing/undo.js";
import type { CommonOptions, Flags } from "../../options/options.js";
import type { EachOption } from "../../output/document-lines.js";
import { printDone } from "../../output/output.js";
import { type SortOptions, shortPath } from "./sort-inputs.js";
import { repairToUndo } from "./sort-repair.js";
import { tellCopied, tellLeft, tellStopped, workThrough } from "./work-through.js";

/** `thresher sort --undo JOURNAL`: undoes the steps in the journal. */
export async function runUndo(path: string, options: SortOptions): Promise<void> {
  await undoAll(await repairToUndo(resolve(path), options), options, path);
}

/**
 * Undoes the steps of a journal, and prints the results.
 *
 * @param path of the journal, as the user named it
 * @param store that the journal is about. Default: its folder
 * @param stop as in `Work`
 */
export async function undoAll(
  journal: Journal,
  options: CommonOptions & EachOption & Flags<"dryRun">,
  path: string,
  store?: JournalledStore,
  stop?: () => void,
): Promise<void> {
  const { dryRun = false } = options;
  const steps = journal.steps.filter(({ state }) => state === "done");
  const undoing = undo(journal, { dryRun, store });
  const isOrdinary = ({ outcome }: Undone) => outcome !== "kept";
  const shown = store?.shown ?? shortPath;
  // Folders file under a path, other stores under an id. A message that is back may have a new id there.
  const placeOf = ({ path: filedAt, step }: Undone) => shown(store === undefined ? filedAt : step.id);
  const sourceOf = ({ id, step }: Undone) => shown(id ?? step.source);
  const lineOf = (result: Undone) => lineText(result, placeOf(result), sourceOf(result));
  // Each step of the work takes the next result of the undoing, which undoes one step of the journal.
  const work = { step: async () => (await undoing.next()).value as Undone, stop, lineOf, isOrdinary };
  const { results, lines, stopped } = await workThrough(steps, work, options);
  // After the last step, this removes the folders that were made, and ends the journal.
  if (stopped === undefined) await undoing.next();
  const documents = results.map(({ step, ...result }) => ({ source: step.source, ...result }));
  const asText = () => {
    const blankLine = lines.text === "" ? "" : "\n";
    return `${blankLine}${summary(results, dryRun)}\n${lines.restText(shortPath(journal.path))}`;
  };
  const asJson = () => ({ journal: path, dryRun, stopped: stopped?.signal ?? null, documents });
  await printDone(options, { asJson, asText });
  const kept = results.filter((result) => !isOrdinary(result));
  const names = kept.map((result) => `${placeOf(result)} (${whyKept(result)})`);
  tellLeft(plural(kept.length, "document as it is", "documents as they are"), names);
  tellCopied(options, results);
  if (stopped === undefined) return;
  const progress = `after ${grouped(results.length)} of ${plural(steps.length, "document")}`;
  tellStopped(stopped.signal, `${progress}: to take back the rest, run the same command again`);
}

/** Returns the line about a document. @param at its place @param source the place where it came from */
function lineText(result: Undone, at: string, source: string): string {
  const { outcome } = result;
  const from = safeText(at);
  if (outcome === "kept") return `${from}  left: ${safeText(whyKept(result))}\n`;
  if (outcome === "gone") return `${from}  gone${safeText(placeNow(result))}\n`;
  return outcome === "back" ? `${from}  → ${safeText(source)}\n` : `${from}  removed\n`;
}

/** Says why a document was left, and where it is now, if it was moved. */
function whyKept(result: Undone): string {
  return `${result.why ?? ""}${placeNow(result)}`;
}

/** Returns the end of a sentence about a document that the user has moved; empty for others. */
function placeNow({ now }: Undone): string {
  return now === undefined ? "" : `: it is ${shortPath(now)} now`;
}

/** Returns the sentence that says how many documents had each outcome. */
function summary(results: readonly Undone[], dryRun: boolean): string {
  if (results.length === 0) return "Nothing to take back.";
  const counts = WORDS.flatMap(([outcome, ofOne, ofMany]) => {
    const n = results.filter((result) => result.outcome === outcome).length;
    return n === 0 ? [] : [plural(n, ofOne, ofMany)];
  });
  return `${dryRun ? "Would be: " : ""}${counts.join(", ")}.`;
}

/** The words for each outcome, of one document and of many. */
const WORDS: readonly (readonly [outcome: Undone["outcome"], ofOne: string, ofMany: string])[] = [
  ["back", "back where it was", "back where they were"],
  ["removed", "copy removed", "copies removed"],
  ["gone", "gone", "gone"],
  ["kept", "left as it is", "left as they are"],
];
