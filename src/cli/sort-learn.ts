import { resolve } from "node:path";
import type { LabelledDocument } from "../documents/document.js";
import { modifiedTime, readDocument, whyUnreadable } from "../documents/files.js";
import { UsageError } from "../errors.js";
import { type MoveSince, movesSince } from "../filing/moves.js";
import { learn } from "../learning/learn.js";
import { type ChangeOptions, changeExisting, tellLearning, WAIT } from "./learning.js";
import { problemLines } from "./notices.js";
import { shortPath } from "./short-path.js";
import type { SortOptions } from "./sort.js";
import { requireJournals } from "./sort-repair.js";

/** `thresher sort --learn-moves JOURNAL -m MODEL`: learns the messages that somebody has put into the folder of another class since. */
export async function runLearnMoves(path: string, paths: readonly string[], options: SortOptions): Promise<void> {
  const { model, dryRun = false } = options;
  if (paths.length > 0)
    throw new UsageError(`--learn-moves: required a journal alone, got ${JSON.stringify(paths[0])}, too`);
  if (model === undefined) throw new UsageError("--learn-moves: required the model that learns: -m FILE");
  const moves = movesSince(requireJournals(resolve(path), options));
  const changing: ChangeOptions = { ...options, model, dryRun, wait: WAIT };
  const learning = changeExisting(changing, (before) => learn(before, documentsOf(moves)));
  await tellLearning(learning, changing);
}

/** The messages where they are now, under the class of their folder. */
function* documentsOf(moves: readonly MoveSince[]): Generator<LabelledDocument> {
  for (const { path, to } of moves) {
    const id = shortPath(path);
    let bytes: Uint8Array;
    try {
      bytes = readDocument(path).bytes;
    } catch (error) {
      for (const line of problemLines([{ kind: "unreadable", where: id, detail: whyUnreadable(path, error) }])) {
        console.error(line);
      }
      process.exitCode = 1;
      continue;
    }
    yield { id, label: to, bytes, time: modifiedTime(path) };
  }
}
