import { resolve } from "node:path";
import { UsageError, whyUnreadable } from "../../../base/errors.js";
import { type MoveSince, movesSince } from "../../../delivery/filing/moves.js";
import { readSingleFile } from "../../../documents/archives/single-file.js";
import type { LabelledDocument } from "../../../documents/document.js";
import { modifiedTime } from "../../../documents/files/file-status.js";
import { learn } from "../../../model/learning/learn.js";
import { type ChangeOptions, changeExisting, WAIT } from "../../input/change-model.js";
import { printLearning } from "../../output/learning-outcome.js";
import { say } from "../../output/notices.js";
import { problemLines } from "../../output/problem-lines.js";
import { type SortOptions, shortPath } from "./sort-inputs.js";
import { readJournals } from "./sort-repair.js";

/**
 * `thresher sort --learn-moves JOURNAL -m MODEL`: learns the documents that somebody has moved to the folder of another
 * class since they were filed. Each is learned under the class of its folder.
 */
export async function runLearnMoves(path: string, options: SortOptions): Promise<void> {
  const { model, dryRun = false } = options;
  if (model === undefined) throw new UsageError("--learn-moves needs the model that learns: -m FILE");
  const moves = movesSince(await readJournals(resolve(path), options));
  const changing: ChangeOptions = { ...options, model, dryRun, wait: WAIT };
  const learning = changeExisting(changing, (before) => learn(before, documentsOf(moves)));
  await printLearning(learning, changing);
}

/** Yields the documents where they are now, each with the class of its folder. */
function* documentsOf(moves: readonly MoveSince[]): Generator<LabelledDocument> {
  for (const { path, to } of moves) {
    const id = shortPath(path);
    let bytes: Uint8Array;
    try {
      bytes = readSingleFile(path).bytes;
    } catch (error) {
      problemLines([{ kind: "unreadable", where: id, detail: whyUnreadable(path, error) }]).forEach(say);
      process.exitCode = 1;
      continue;
    }
    yield { id, label: to, bytes, time: modifiedTime(path) };
  }
}
