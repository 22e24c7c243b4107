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
import { requireJournal } from "./sort-repair.js";
import { tellLeft, tellLost, tellStopped, workThrough } from "./work-through.js";

/** `thresher sort --undo JOURNAL`: undoes the steps in the journal. */
export async function runUndo(path: string, options: SortOptions): Promise<void> {
  await undoAll(await requireJournal(resolve(path), options), options, {
    path,
    shown: ({ path, step }) => ({ at: shortPath(path), source: shortPath(step.source) }),
  });
}

/** How places are shown. */
interface UndoneShown {
  /** The journal, as the user named it. */
  readonly path: string;
  /** The store that the journal is about. Default: its folder. */
  readonly store?: JournalledStore;
  /** Returns the place where a document was filed, and the one where it came from. */
  shown(result: Undone): { readonly at: string; readonly source: string };
}

/** Undoes the steps of a journal, and prints the results. */
export async function undoAll(
  journal: Journal,
  options: CommonOptions & EachOption & Flags<"dryRun">,
  { path, store, shown }: UndoneShown,
): Promise<void> {
  const { dryRun = false } = options;
  const steps = journal.steps.filter(({ state }) => state === "done");
  const undoing = undo(journal, { dryRun, store });
  const isOrdinary = ({ outcome }: Undone) => outcome !== "kept";
  const lineOf = (result: Undone) => lineText(result, shown(result));
  const work = { step: async () => (await undoing.next()).value as Undone, lineOf, isOrdinary };
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
  const names = kept.map((result) => `${shown(result).at} (${whyKept(result)})`);
  tellLeft(plural(kept.length, "document as it is", "documents as they are"), names);
  tellLost(options, results, (result) => shown(result).source);
  if (stopped === undefined) return;
  const progress = `after ${grouped(results.length)} of ${plural(steps.length, "document")}`;
  tellStopped(stopped.signal, `${progress}: to take back the rest, run the same command again`);
}

function lineText(result: Undone, { at, source }: ReturnType<UndoneShown["shown"]>): string {
  const { outcome } = result;
  const from = safeText(at);
  if (outcome === "kept") return `${from}  left: ${safeText(whyKept(result))}\n`;
  if (outcome === "gone") return `${from}  gone${safeText(placeNow(result))}\n`;
  return outcome === "back" ? `${from}  → ${safeText(source)}\n` : `${from}  removed\n`;
}

function whyKept(result: Undone): string {
  return `${result.why ?? ""}${placeNow(result)}`;
}

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
