import type { MessageAnswer } from "../mail-filter.js";
import { answerFrom } from "../message-answer.js";
import { type FilterCommandOptions, requiredModel } from "./filter-options.js";
import { runFilter } from "./filter-run.js";

/**
 * `thresher filter -m MODEL`
 *
 * @param args what follows the command's name
 * @returns the exit code
 */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, answerHere);
}

/** Reads the model and classifies the message in this process. @throws DataError if the model cannot be read. */
export function answerHere(message: Uint8Array, options: FilterCommandOptions): MessageAnswer {
  return answerFrom(requiredModel(options), message);
}
