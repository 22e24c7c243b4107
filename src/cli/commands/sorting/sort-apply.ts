import { resolve } from "node:path";
import { DataError, UsageError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { safeJson, safeText } from "../../../base/safe-text.js";
import { isFolder } from "../../../delivery/filing/file-system.js";
import { Filer } from "../../../delivery/filing/filer.js";
import { type ListedMove, readMoveList } from "../../../delivery/filing/move-list.js";
import type { Filed } from "../../../delivery/filing/places.js";
import { realInto } from "../../../delivery/filing/target-folders.js";
import { nextSteps } from "../../../reports/filing/filing-text.js";
import { DocumentLines } from "../../output/document-lines.js";
import { namesOf } from "../../output/notices.js";
import { Output } from "../../output/output.js";
import { type Signal, Stopping, tellStopped } from "../../output/stopping.js";
import { type SortOptions, shortPath } from "./sort-inputs.js";
import { repairStopped } from "./sort-repair.js";

/** A move of the list, and what became of it. */
type Applied = ListedMove & Filed;

/** `thresher sort --apply LIST`: makes the moves of a list that `thresher doubts --moves` wrote. */
export async function runApply(path: string, paths: readonly string[], options: SortOptions): Promise<void> {
  const { dryRun = false, json, quiet } = options;
  if (paths.length > 0) throw new UsageError(`--apply takes a list alone: leave out ${JSON.stringify(paths[0])}`);
  const { root, moves } = readMoveList(path);
  if (!isFolder(root)) throw new DataError(`${path} is about ${root}, which is not a folder`);
  const into = realInto(root, false);
  repairStopped(into, options);
  const folders = new Map(moves.map(({ to }) => [to, to]));
  const filer = new Filer(into, { mode: "move", dryRun, folders });
  const output = new Output();
  const lines = new DocumentLines(output, options);
  const results: Applied[] = [];
  const stopping = new Stopping();
  let stopped: Signal | undefined;
  try {
    for (const move of moves) {
      stopped = await stopping.isAsked();
      if (stopped !== undefined) break;
      // The user chose the class, so its probability is 1.
      const filing = { source: resolve(into, move.from), folder: move.to, label: move.to, probability: 1 };
      const { target, ...filed } = filer.file(filing);
      const result = { ...move, ...filed, ...(target && { target: target.slice(into.length + 1) }) };
      results.push(result);
      if (!json && !quiet) await lines.write(`${lineOf(result)}\n`, result.outcome === "filed");
    }
  } finally {
    filer.finish();
    stopping.end();
    await lines.end();
    await output.flush();
  }
  const journal = filer.hasJournal ? shortPath(filer.journal) : undefined;
  const done = results.filter(({ outcome }) => outcome !== "left");
  if (json) {
    const told = { corpus: root, dryRun, journal: journal ?? null, stopped: stopped ?? null, documents: results };
    await output.write(`${safeJson(told, 2)}\n`);
  } else if (!quiet) {
    const sentence = `${plural(done.length, "document")} ${dryRun ? "would be moved" : "moved"}.`;
    await output.write(`${lines.hasPrinted ? "\n" : ""}${sentence}\n${lines.restText(journal)}`);
    if (journal !== undefined) await output.write(nextSteps({ path: journal }, undefined));
  }
  await output.flush();
  const left = results.filter(({ outcome }) => outcome === "left");
  if (left.length > 0) {
    const names = left.map(({ from, why }) => `${from} (${why})`);
    console.error(`thresher: left ${plural(left.length, "document")} in place: ${namesOf(names)}`);
    process.exitCode = 1;
  }
  if (stopped === undefined) return;
  tellStopped(
    stopped,
    `after ${results.length} of ${plural(moves.length, "move")}: to go on, run the same command again`,
  );
}

function lineOf({ from, target = "", outcome, why = "" }: Applied): string {
  if (outcome === "left") return `${safeText(from)}  left: ${safeText(why)}`;
  return `${safeText(from)}  ${outcome === "there" ? "already in" : "→"} ${safeText(target)}`;
}
