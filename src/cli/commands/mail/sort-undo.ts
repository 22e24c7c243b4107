import { resolve } from "node:path";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { type Undone, undo } from "../../../delivery/filing/undo.js";
import type { EachOption } from "../../output/document-lines.js";
import { printDone } from "../../output/output.js";
import { shortPath } from "./sort-inputs.js";
import { type JournalOptions, requireJournal } from "./sort-repair.js";
import { tellLeft, tellLost, tellStopped, workThrough } from "./work-through.js";

/** `thresher sort --undo JOURNAL`: undoes the steps in the journal. */
export async function runUndo(path: string, options: JournalOptions & EachOption): Promise<void> {
  const { dryRun = false } = options;
  const journal = requireJournal(resolve(path), options);
  const steps = journal.steps.filter(({ state }) => state === "done");
  const undoing = undo(journal, { dryRun });
  const isOrdinary = ({ outcome }: Undone) => outcome !== "kept";
  const work = { step: () => undoing.next().value as Undone, lineOf, isOrdinary };
  const { results, lines, stopped } = await workThrough(steps, work, options);
  // After the last step, this removes the folders that were made, and ends the journal.
  if (stopped === undefined) undoing.next();
  const documents = results.map(({ step, ...told }) => ({ source: step.source, ...told }));
  const asText = () =>
    `${lines.text === "" ? "" : "\n"}${sentence(results, dryRun)}\n${lines.restText(shortPath(journal.path))}`;
  const asJson = () => ({ journal: path, dryRun, stopped: stopped?.signal ?? null, documents });
  await printDone(options, { asJson, asText });
  tellLeft(
    (n) => plural(n, "document as it is", "documents as they are"),
    results.filter((result) => !isOrdinary(result)).map((kept) => `${shortPath(kept.path)} (${whyKept(kept)})`),
  );
  tellLost(
    options,
    results.map((undone) => ({ ...undone, path: shortPath(undone.step.source) })),
  );
  if (stopped === undefined) return;
  const done = `after ${grouped(results.length)} of ${plural(steps.length, "document")}`;
  tellStopped(stopped.signal, `${done}: to take back the rest, run the same command again`);
}

function lineOf(result: Undone): string {
  const { step, path, outcome } = result;
  const from = safeText(shortPath(path));
  if (outcome === "kept") return `${from}  left: ${safeText(whyKept(result))}\n`;
  if (outcome === "gone") return `${from}  gone${safeText(placeNow(result))}\n`;
  return outcome === "back" ? `${from}  → ${safeText(shortPath(step.source))}\n` : `${from}  removed\n`;
}

function whyKept(result: Undone): string {
  return `${result.why ?? ""}${placeNow(result)}`;
}

function placeNow({ now }: Undone): string {
  return now === undefined ? "" : `: it is ${shortPath(now)} now`;
}

function sentence(results: readonly Undone[], dryRun: boolean): string {
  if (results.length === 0) return "Nothing to take back.";
  const count = (wanted: Undone["outcome"]) => results.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    { n: count("back"), what: "back where it was", whatOfMany: "back where they were" },
    { n: count("removed"), what: "copy removed", whatOfMany: "copies removed" },
    { n: count("gone"), what: "gone", whatOfMany: "gone" },
    { n: count("kept"), what: "left as it is", whatOfMany: "left as they are" },
  ];
  const said = parts.filter(({ n }) => n > 0).map(({ n, what, whatOfMany }) => plural(n, what, whatOfMany));
  return `${dryRun ? "Would be: " : ""}${said.join(", ")}.`;
}
