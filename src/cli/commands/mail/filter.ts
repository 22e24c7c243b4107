import type { MessageAnswer } from "../../../delivery/filter/decide.js";
import { requiredModel } from "../../../jobs/configuration/config.js";
import { answerOf } from "../../../jobs/filter-message.js";
import type { FilterCommandOptions } from "../../filtering/filter-options.js";
import { historyCode, runFilter } from "../../filtering/filter-run.js";

/** `thresher filter -m MODEL`. @param args the words after the name of the command @returns the exit code */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, answerHere);
}

/** Reads the model and classifies the message in this process. @throws DataError if the model cannot be read. */
export function answerHere(message: Uint8Array, options: FilterCommandOptions): MessageAnswer {
  const explain = options.history === undefined ? undefined : historyCode().exports.groundsOf;
  const onNotice = (line: string) => void process.stderr.write(`thresher: ${line}\n`);
  const hasUser = (options.models ?? options.user) !== undefined;
  const lessons = hasUser ? historyCode().exports.lessonsOf(options) : undefined;
  return answerOf(requiredModel(options.model), message, { ...options, lessons, onNotice }, explain);
}
