import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { shortPath } from "../../../jobs/filing/repairs.js";
import type { Undoing, UndoneDocument, UndoOptions } from "../../../jobs/filing/undo-sorting.js";
import type { CommonOptions, Flags } from "../../options/options.js";
import type { EachOption } from "../../output/document-lines.js";
import type { Outcome } from "../../output/output.js";
import { tellLeft, tellStopped, withLines } from "./shown-work.js";

/**
 * Undoes a journal, and prints a line for each document.
 *
 * @param journal its path, as the user named it
 * @param undo undoes it, and follows the progress with these options
 */
export async function undoAndReport(
  journal: string,
  undo: (following: UndoOptions) => Promise<Undoing>,
  options: CommonOptions & EachOption & Flags<"dryRun">,
): Promise<Outcome> {
  const { dryRun = false } = options;
  const isOrdinary = ({ outcome }: UndoneDocument) => outcome !== "kept";
  const job = (signal: AbortSignal, onUndone: (undone: UndoneDocument) => void) => undo({ signal, onUndone });
  const { outcome, lines, signal } = await withLines(job, lineOf, isOrdinary, options);
  const { results, total, isStopped } = outcome;
  const stopped = isStopped ? signal : undefined;
  const documents = results.map(({ step, shown, ...result }) => ({ source: step.source, ...result }));
  return {
    isDone: true,
    json: () => ({ journal, dryRun, stopped: stopped ?? null, documents }),
    text: () => `${lines.text === "" ? "" : "\n"}${summary(results, dryRun)}\n${lines.restText(journal)}`,
    tellAfter() {
      const kept = results.filter((result) => !isOrdinary(result));
      const names = kept.map((result) => `${result.shown.place} (${whyKept(result)})`);
      tellLeft(plural(kept.length, "document as it is", "documents as they are"), names);
      const progress = `after ${grouped(results.length)} of ${plural(total, "document")}`;
      if (stopped !== undefined) tellStopped(stopped, `${progress}: to take back the rest, run the same command again`);
    },
  };
}

/** Returns the line about a document. */
function lineOf(result: UndoneDocument): string {
  const { outcome, shown } = result;
  const from = safeText(shown.place);
  if (outcome === "kept") return `${from}  left: ${safeText(whyKept(result))}\n`;
  if (outcome === "gone") return `${from}  gone${safeText(placeNow(result))}\n`;
  return outcome === "back" ? `${from}  → ${safeText(shown.source)}\n` : `${from}  removed\n`;
}

/** Says why a document was left, and where it is now, if it was moved. */
function whyKept(result: UndoneDocument): string {
  return `${result.why ?? ""}${placeNow(result)}`;
}

/** Returns the end of a sentence about a document that the user has moved; empty for others. */
function placeNow({ now }: UndoneDocument): string {
  return now === undefined ? "" : `: it is ${shortPath(now)} now`;
}

/** Returns the sentence that says how many documents had each outcome. */
function summary(results: readonly UndoneDocument[], dryRun: boolean): string {
  if (results.length === 0) return "Nothing to take back.";
  const counts = WORDS.flatMap(([outcome, ofOne, ofMany]) => {
    const n = results.filter((result) => result.outcome === outcome).length;
    return n === 0 ? [] : [plural(n, ofOne, ofMany)];
  });
  return `${dryRun ? "Would be: " : ""}${counts.join(", ")}.`;
}

/** The words for each outcome, of one document and of many. */
const WORDS: readonly (readonly [outcome: UndoneDocument["outcome"], ofOne: string, ofMany: string])[] = [
  ["back", "back where it was", "back where they were"],
  ["removed", "copy removed", "copies removed"],
  ["gone", "gone", "gone"],
  ["kept", "left as it is", "left as they are"],
];
