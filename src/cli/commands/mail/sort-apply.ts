import { resolve } from "node:path";
import { DataError } from "../../../base/errors.js";
import { plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import { isFolder } from "../../../delivery/filing/file-system.js";
import { Filer } from "../../../delivery/filing/filer.js";
import { type ListedMove, readMoveList } from "../../../delivery/filing/move-list.js";
import type { Filed } from "../../../delivery/filing/store.js";
import { realInto } from "../../../delivery/filing/target-folders.js";
import { journalWords } from "../../../reports/filing/filing-text.js";
import { printDone } from "../../output/output.js";
import { type SortOptions, shortPath } from "./sort-inputs.js";
import { repairStopped } from "./sort-repair.js";
import { tellLeft, tellLost, tellStopped, workThrough } from "./work-through.js";

/** A move of the list and its result. `target` is a path below the folder that is sorted. */
type Applied = ListedMove & Filed;

/** `thresher sort --apply LIST`: makes the moves of a list that `thresher doubts --moves` wrote. */
export async function runApply(path: string, options: SortOptions): Promise<void> {
  const { dryRun = false } = options;
  const { root, moves } = readMoveList(path);
  if (!isFolder(root)) throw new DataError(`${path} is about ${root}, which is not a folder`);
  const into = realInto(root, false);
  await repairStopped(into, options);
  // Each class has a folder of its own name.
  const folders = new Map(moves.map(({ to }) => [to, to]));
  const filer = new Filer(into, { mode: "move", dryRun, folders });
  const step = async (move: ListedMove): Promise<Applied> => {
    // The user chose the class, so its probability is 1.
    const filing = { source: resolve(into, move.from), folder: move.to, label: move.to, probability: 1 };
    const { target, ...filed } = await filer.file(filing);
    return { ...move, ...filed, ...(target && { target: target.slice(into.length + 1) }) };
  };
  const isOrdinary = ({ outcome }: Applied) => outcome === "filed";
  const work = { step, finish: () => filer.finish(), lineOf, isOrdinary };
  const { results, lines, stopped } = await workThrough(moves, work, options);
  const journal = filer.hasJournal ? shortPath(filer.journal) : undefined;
  const left = results.filter(({ outcome }) => outcome === "left");
  const asText = () => {
    const done = plural(results.length - left.length, "document");
    const sentence = `${done} ${dryRun ? "would be moved" : "moved"}.\n${lines.restText(journal)}`;
    const undo = journal === undefined ? "" : `To undo it: thresher sort --undo ${journalWords(journal)}\n`;
    return `${lines.text === "" ? "" : "\n"}${sentence}${undo}`;
  };
  const asJson = () => {
    return { corpus: root, dryRun, journal: journal ?? null, stopped: stopped?.signal ?? null, documents: results };
  };
  await printDone(options, { asJson, asText });
  const names = left.map(({ from, why }) => `${from} (${why})`);
  tellLeft(`${plural(left.length, "document")} in place`, names);
  tellLost(options, results, ({ from }) => from);
  if (stopped === undefined) return;
  const done = `after ${results.length} of ${plural(moves.length, "move")}`;
  tellStopped(stopped.signal, `${done}: to go on, run the same command again`);
}

/** Returns the line about a move. */
function lineOf({ from, target = "", outcome, why = "" }: Applied): string {
  if (outcome === "left") return `${safeText(from)}  left: ${safeText(why)}\n`;
  return `${safeText(from)}  ${outcome === "there" ? "already in" : "→"} ${safeText(target)}\n`;
}
