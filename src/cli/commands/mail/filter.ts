import type { MessageAnswer } from "../../../delivery/filter/decide.js";
import { messageClassifier } from "../../../delivery/filter/mail-filter.js";
import { loadToFilter } from "../../../model/file/model-file.js";
import { type FilterCommandOptions, requiredModel } from "../../filtering/filter-options.js";
import { historyCode, runFilter } from "../../filtering/filter-run.js";
import { answerThere } from "./filter-client.js";

/**
 * `thresher filter -m MODEL`. A configuration file may name a server.
 *
 * @param args the words after the name of the command
 * @returns the exit code
 */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, (message, options) =>
    options.server === undefined ? answerHere(message, options) : answerThere(message, options, args),
  );
}

/** Reads the model and classifies the message in this process. @throws DataError if the model cannot be read. */
export function answerHere(message: Uint8Array, options: FilterCommandOptions): MessageAnswer {
  const explain = options.history === undefined ? undefined : historyCode().exports.reasonsOf;
  return messageClassifier(loadToFilter(requiredModel(options)), explain)(message);
}
