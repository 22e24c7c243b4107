import { relative, resolve } from "node:path";
import { whyUnreadable } from "../../base/errors.js";
import type { Journal } from "../../delivery/filing/journal.js";
import { continued } from "../../delivery/filing/journal-file.js";
import { type MoveSince, movesSince } from "../../delivery/filing/moves.js";
import { readSingleFile } from "../../documents/archives/single-file.js";
import type { LabelledDocument } from "../../documents/document.js";
import { modifiedTime } from "../../documents/files/open-file.js";
import type { Problem } from "../../documents/problem.js";
import { load } from "../../model/file/model-file.js";
import { replaceModel } from "../../model/file/model-update.js";
import { learn } from "../../model/learning/learn.js";
import { changeExisting, stateOf, type UpdatedFile } from "../learning/change-model.js";
import { isFromAnswers, trainAgain } from "../learning/train-again.js";
import { readJournals, shortPath } from "./repairs.js";

/** The options of `learnMoves`. */
export interface LearnMovesOptions extends UpdatedFile {
  /** The folder that a journal is about, if the journal lies elsewhere. */
  readonly into?: string | undefined;
  readonly jobs: number;
}

/**
 * Learns the documents that somebody has moved to the folder of another class since they were filed. Each is learned
 * under the class of its folder. A model of `label` is trained again.
 *
 * @param path a journal, or a folder for all its journals
 * @returns what has changed, or the number of answers that `label` was trained on again
 */
export async function learnMoves(path: string, options: LearnMovesOptions) {
  const { model, dryRun = false } = options;
  const journals = await readJournals(resolve(path), options);
  // All journals are about one folder, so their steps are compared with it together.
  const sessions = journals.flatMap((journal) => journal.sessions);
  const moves = movesSince({ ...journals[0], sessions, steps: journals.flatMap((journal) => journal.steps) });
  const loaded = load(model);
  const into = sessions.at(-1)?.into;
  if (into !== undefined && isFromAnswers(into, loaded)) {
    const again = await trainAgain(into, loaded, new Set(moves.map((move) => move.path)), options.jobs);
    if (!dryRun) replaceModel(model, again.model);
    return { answers: again.documents, moved: moves.length };
  }
  const read: MoveSince[] = [];
  const problems: Problem[] = [];
  const { model: changed, documents } = changeExisting(options, (before) =>
    learn(before, documentsOf(moves, read, problems)),
  );
  if (!dryRun) for (const journal of journals) noteMoves(journal, read);
  return { state: stateOf(changed, model, dryRun), documents, problems };
}

/**
 * Writes into a journal where documents are that the model has learned. If one is moved again, also back to its first
 * folder, it is learned again. Journals of stopped sessions are left out: the next sort repairs them.
 */
function noteMoves(journal: Journal, moves: readonly MoveSince[]): void {
  const own = new Set(journal.steps);
  const ours = moves.filter(({ path, step }) => own.has(step) && step.id !== relative(step.into, path));
  const log = ours.length === 0 || !journal.isFinished ? undefined : continued(journal);
  if (log === undefined) return;
  for (const { path, step } of ours) log.note(step.number, "done", { id: relative(step.into, path) });
  log.end();
}

/** Yields the documents where they are now, each with the class of its folder. Adds those that it could read to `read`. */
function* documentsOf(
  moves: readonly MoveSince[],
  read: MoveSince[],
  problems: Problem[],
): Generator<LabelledDocument> {
  for (const move of moves) {
    const { path, to } = move;
    const id = shortPath(path);
    let bytes: Uint8Array;
    try {
      bytes = readSingleFile(path).bytes;
    } catch (error) {
      problems.push({ kind: "unreadable", where: id, detail: whyUnreadable(path, error) });
      continue;
    }
    read.push(move);
    yield { id, label: to, bytes, time: modifiedTime(path) };
  }
}
