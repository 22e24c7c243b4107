import { join } from "node:path";
import type { MessageAnswer } from "../../../delivery/filter/decide.js";
import { askServer } from "../../../delivery/serving/ask-server.js";
import { loadCached } from "../../code-cache.js";
import type { FilterCommandOptions } from "../../filtering/filter-options.js";
import { runFilter, tell } from "../../filtering/filter-run.js";

/** An export of `filter.cjs`, which the build makes of `filter.ts`. */
interface Classifying {
  answerHere(message: Uint8Array, options: FilterCommandOptions): MessageAnswer;
}

/**
 * `thresher filter --server`: asks a server. The code that classifies in this process is in another file. It is loaded
 * only if the server does not answer.
 *
 * @param args the words after the name of the command
 * @returns the exit code
 */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, (message, options) => answerThere(message, options, args));
}

/**
 * Asks the server. If that fails, classifies the message in this process, provided that there is a model.
 *
 * @param args the words after the name of the command
 * @throws the error of the server if there is no model
 */
export async function answerThere(
  message: Uint8Array,
  options: FilterCommandOptions,
  args: readonly string[],
): Promise<MessageAnswer> {
  const { server, serverTimeout, model } = options;
  try {
    if (server !== undefined) return await askServer(server, message, 1000 * serverTimeout);
  } catch (error) {
    if (model === undefined) throw error;
    tell(error, args, "; the model is read instead");
  }
  const { exports, keep } = loadCached<Classifying>(join(import.meta.dirname, "filter.cjs"));
  const answer = exports.answerHere(message, options);
  keep();
  return answer;
}
