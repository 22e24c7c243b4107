import { resolve } from "node:path";
import { UsageError } from "../../../base/errors.js";
import { grouped, plural } from "../../../base/numbers.js";
import { safeJson, safeText } from "../../../base/safe-text.js";
import { type Undone, undo } from "../../../delivery/filing/undo.js";
import { DocumentLines, type EachOption } from "../../output/document-lines.js";
import { namesOf } from "../../output/notices.js";
import { Output } from "../../output/output.js";
import { type Signal, Stopping, tellStopped } from "../../output/stopping.js";
import { shortPath } from "./sort-inputs.js";
import { type JournalOptions, requireJournal } from "./sort-repair.js";

/** `thresher sort --undo JOURNAL`: undoes what the journal records. */
export async function runUndo(
  path: string,
  paths: readonly string[],
  options: JournalOptions & EachOption,
): Promise<void> {
  const { dryRun = false, json, quiet } = options;
  if (paths.length > 0) throw new UsageError(`--undo takes a journal alone: leave out ${JSON.stringify(paths[0])}`);
  const journal = requireJournal(resolve(path), options);
  const output = new Output();
  const lines = new DocumentLines(output, options);
  const results: Undone[] = [];
  const total = journal.steps.filter(({ state }) => state === "done").length;
  const stopping = new Stopping();
  let stopped: Signal | undefined;
  try {
    for (const result of undo(journal, { dryRun })) {
      results.push(result);
      if (!json && !quiet) await lines.write(`${lineOf(result)}\n`, result.outcome !== "kept");
      if (results.length === total) continue;
      stopped = await stopping.isAsked();
      if (stopped !== undefined) break;
    }
  } finally {
    stopping.end();
    await lines.end();
    await output.flush();
  }
  if (json) {
    const documents = results.map(({ step, ...told }) => ({ source: step.source, ...told }));
    await output.write(`${safeJson({ journal: path, dryRun, stopped: stopped ?? null, documents }, 2)}\n`);
  } else if (!quiet) {
    await output.write(`${lines.hasPrinted ? "\n" : ""}${sentence(results, dryRun)}\n`);
    await output.write(lines.restText(shortPath(journal.path)));
  }
  await output.flush();
  const kept = results.filter(({ outcome }) => outcome === "kept");
  if (kept.length > 0) {
    const names = kept.map((result) => `${shortPath(result.path)} (${whyKept(result)})`);
    console.error(
      `thresher: left ${plural(kept.length, "document as it is", "documents as they are")}: ${namesOf(names)}`,
    );
    process.exitCode = 1;
  }
  if (stopped === undefined) return;
  tellStopped(
    stopped,
    `after ${grouped(results.length)} of ${plural(total, "document")}: to take back the rest, run the same command again`,
  );
}

function lineOf(result: Undone): string {
  const { step, path, outcome } = result;
  const from = safeText(shortPath(path));
  if (outcome === "kept") return `${from}  left: ${safeText(whyKept(result))}`;
  if (outcome === "gone") return `${from}  gone${safeText(placeNow(result))}`;
  return outcome === "back" ? `${from}  → ${safeText(shortPath(step.source))}` : `${from}  removed`;
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
