import { relative, resolve } from "node:path";
import { UsageError, whyUnreadable } from "../../../base/errors.js";
import { grouped, plural } from "../../../base/numbers.js";
import { safeText } from "../../../base/safe-text.js";
import type { Journal } from "../../../delivery/filing/journal.js";
import { continued } from "../../../delivery/filing/journal-file.js";
import { type MoveSince, movesSince } from "../../../delivery/filing/moves.js";
import { readSingleFile } from "../../../documents/archives/single-file.js";
import type { LabelledDocument } from "../../../documents/document.js";
import { modifiedTime } from "../../../documents/files/file-status.js";
import { readJournals, shortPath } from "../../../jobs/filing/repairs.js";
import { changeExisting, type UpdatedFile } from "../../../jobs/learning/change-model.js";
import { stateOf } from "../../../jobs/learning/model-state.js";
import { isFromAnswers, trainAgain } from "../../../jobs/learning/train-again.js";
import { problemLines } from "../../../jobs/notices/corpus-lines.js";
import { load } from "../../../model/file/model-file.js";
import { replaceModel } from "../../../model/file/model-update.js";
import { learn } from "../../../model/learning/learn.js";
import { type CommonOptions, DEFAULT_JOBS, type Texts } from "../../options/options.js";
import { following } from "../../output/following.js";
import { printChange } from "../../output/model-text.js";
import { say, tell } from "../../output/notices.js";
import { printDone } from "../../output/output.js";

/** The options that matter for `--learn-moves`. */
type LearnMovesOptions = CommonOptions & Omit<UpdatedFile, "model"> & Texts<"model" | "into">;

/**
 * `thresher sort --learn-moves JOURNAL -m MODEL`: learns the documents that somebody has moved to the folder of another
 * class since they were filed. Each is learned under the class of its folder.
 */
export async function runLearnMoves(path: string, options: LearnMovesOptions): Promise<void> {
  const { model, dryRun = false } = options;
  if (model === undefined) throw new UsageError("--learn-moves needs the model that learns: -m FILE");
  const journals = await readJournals(resolve(path), { ...options, onNotice: (line) => tell(options, line) });
  // All journals are about one folder, so their steps are compared with it together.
  const sessions = journals.flatMap((journal) => journal.sessions);
  const moves = movesSince({ ...journals[0], sessions, steps: journals.flatMap((journal) => journal.steps) });
  const changing = { ...options, ...following(options), model, dryRun };
  const loaded = load(model);
  const into = sessions.at(-1)?.into ?? "";
  if (isFromAnswers(into, loaded)) {
    const again = await trainAgain(into, loaded, new Set(moves.map((move) => move.path)), DEFAULT_JOBS);
    if (!dryRun) replaceModel(model, again.model);
    const learned = `${plural(again.documents, "answer")}, ${grouped(moves.length)} moved since`;
    const asText = () => `${dryRun ? "Would be" : safeText(model)}: trained again on ${learned}.\n`;
    return printDone(options, { asText, asJson: () => ({ model, dryRun, known: again.documents }) });
  }
  const read: MoveSince[] = [];
  const learning = changeExisting(changing, (before) => learn(before, documentsOf(moves, read)));
  const state = stateOf(learning.model, model, dryRun);
  await printChange({ state, documents: learning.documents }, options);
  if (!dryRun) for (const journal of journals) noteMoves(journal, read);
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
  const time = new Date().toISOString();
  for (const { path, step } of ours)
    log.write({ step: "done", number: step.number, time, id: relative(step.into, path) });
  log.end();
}

/** Yields the documents where they are now, each with the class of its folder. Adds those that it could read to `read`. */
function* documentsOf(moves: readonly MoveSince[], read: MoveSince[]): Generator<LabelledDocument> {
  for (const move of moves) {
    const { path, to } = move;
    const id = shortPath(path);
    let bytes: Uint8Array;
    try {
      bytes = readSingleFile(path).bytes;
    } catch (error) {
      problemLines([{ kind: "unreadable", where: id, detail: whyUnreadable(path, error) }]).forEach(say);
      process.exitCode = 1;
      continue;
    }
    read.push(move);
    yield { id, label: to, bytes, time: modifiedTime(path) };
  }
}
