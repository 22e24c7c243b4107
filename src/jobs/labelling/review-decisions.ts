import { resolve } from "node:path";
import { DataError } from "../../base/errors.js";
import { commandLine } from "../../base/shell-words.js";
import { isFolder } from "../../delivery/filing/file-system.js";
import { realInto } from "../../delivery/filing/target-folders.js";
import { correctorOf } from "../../delivery/review/corrector.js";
import { DecisionLog } from "../../delivery/review/decision-log.js";
import { loadIdentified } from "../../model/file/model-file.js";
import { requireOneClass } from "../../model/multi-label.js";
import { type Follower, tell } from "../follower.js";
import { isFromAnswers } from "../learning/train-again.js";

/** The options of `reviewDecisions`. */
export interface ReviewOptions extends Follower {
  /** The path of the model that decided. It learns what is corrected. */
  readonly model: string;
  /** Where to look for messages that are not where they were. */
  readonly in?: readonly string[] | undefined;
}

/** The decisions, and the call that corrects one. */
export type Review = ReturnType<typeof reviewDecisions>;

/**
 * Opens decisions to look through and to correct.
 *
 * @param path a history, or a folder that `sort` or `label` has filled
 * @throws DataError if a file or folder cannot be used, or the model did not decide
 */
export function reviewDecisions(path: string, options: ReviewOptions) {
  const identified = loadIdentified(options.model);
  const { model } = identified;
  requireOneClass(model, "review", "classify works with it");
  const log = new DecisionLog(path, (line) => tell(options, line));
  log.requireClasses(model.labels);
  const folders = (options.in ?? []).map((folder) => {
    if (!isFolder(folder)) throw new DataError(`--in ${folder}: there is no such folder`);
    return realInto(resolve(folder), false);
  });
  const { folder } = log;
  if (folder !== undefined) folders.push(folder);
  // A model of `label` does not learn a correction. It is trained again by this command.
  const again = ["thresher", "sort", "--learn-moves", folder ?? "", "-m", options.model];
  const later = folder !== undefined && isFromAnswers(folder, model) ? commandLine(again) : undefined;
  const corrector = correctorOf(log, { model: options.model, labels: model.labels, folders, later });
  return { log, corrector, identified };
}
