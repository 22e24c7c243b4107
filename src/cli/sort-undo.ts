import { resolve } from "node:path";
import { UsageError } from "../errors.js";
import { type Undone, undo } from "../filing/undo.js";
import { grouped, plural } from "../reports/numbers.js";
import { safeJson, safeText } from "../reports/safe-text.js";
import { DocumentLines, type EachOption } from "./document-lines.js";
import { namesOf } from "./notices.js";
import type { CommonOptions } from "./options.js";
import { Output } from "./output.js";
import { shortPath } from "./short-path.js";
import { requireJournal } from "./sort-repair.js";
import { type Signal, Stopping, tellStopped } from "./stopping.js";

/** `thresher sort --undo JOURNAL`: takes back what the journal says was done. */
export async function runUndo(
  path: string,
  paths: readonly string[],
  options: CommonOptions & EachOption & { readonly dryRun?: boolean },
): Promise<void> {
  const { dryRun = false, json, quiet } = options;
  if (paths.length > 0) throw new UsageError(`--undo: required a journal alone, got ${JSON.stringify(paths[0])}, too`);
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
    const documents = results.map(({ step, path, outcome, why }) => ({ source: step.source, path, outcome, why }));
    await output.write(`${safeJson({ journal: path, dryRun, stopped: stopped ?? null, documents }, 2)}\n`);
  } else if (!quiet) {
    await output.write(`${lines.hasPrinted ? "\n" : ""}${sentence(results, dryRun)}\n`);
    await output.write(lines.restText(shortPath(journal.path)));
  }
  await output.flush();
  const kept = results.filter(({ outcome }) => outcome === "kept");
  if (kept.length > 0) {
    const names = kept.map(({ path, why }) => `${shortPath(path)} (${why})`);
    console.error(`thresher: left ${plural(kept.length, "document")} as they are: ${namesOf(names)}`);
    process.exitCode = 1;
  }
  if (stopped === undefined) return;
  tellStopped(
    stopped,
    `after ${grouped(results.length)} of ${plural(total, "document")}: to take back the rest, run the same command again`,
  );
}

function lineOf({ step, path, outcome, why = "" }: Undone): string {
  const from = safeText(shortPath(path));
  if (outcome === "kept") return `${from}  left: ${safeText(why)}`;
  return outcome === "back" ? `${from}  → ${safeText(shortPath(step.source))}` : `${from}  removed`;
}

function sentence(results: readonly Undone[], dryRun: boolean): string {
  if (results.length === 0) return "Nothing to take back.";
  const count = (wanted: Undone["outcome"]) => results.filter(({ outcome }) => outcome === wanted).length;
  const parts = [
    { n: count("back"), what: "back where it was", whatOfMany: "back where they were" },
    { n: count("removed"), what: "copy removed", whatOfMany: "copies removed" },
    { n: count("kept"), what: "left as it is", whatOfMany: "left as they are" },
  ];
  const said = parts.filter(({ n }) => n > 0).map(({ n, what, whatOfMany }) => plural(n, what, whatOfMany));
  return `${dryRun ? "Would be: " : ""}${said.join(", ")}.`;
}
