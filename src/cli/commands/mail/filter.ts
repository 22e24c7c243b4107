import { join } from "node:path";
import { type MessageAnswer, messageClassifier } from "../../../delivery/filter/mail-filter.js";
import { loadToFilter } from "../../../model/file/model-file.js";
import { loadCached } from "../../code-cache.js";
import { type FilterCommandOptions, requiredModel } from "../../filtering/filter-options.js";
import { runFilter } from "../../filtering/filter-run.js";

/**
 * `thresher filter -m MODEL`
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
  return messageClassifier(loadToFilter(requiredModel(options)))(message);
}

/** Asks the server that a configuration file names, with the code of `filter-client.ts`. */
function answerThere(message: Uint8Array, options: FilterCommandOptions, args: readonly string[]) {
  type Client = {
    answerThere(...given: [Uint8Array, FilterCommandOptions, readonly string[]]): Promise<MessageAnswer>;
  };
  const { exports, keep } = loadCached<Client>(join(import.meta.dirname, "filter-client.cjs"));
  process.once("exit", keep);
  return exports.answerThere(message, options, args);
}
