import { join } from "node:path";
import type { MessageAnswer } from "../../delivery/filter/mail-filter.js";
import { askServer } from "../../delivery/serving/ask-server.js";
import { loadCached } from "../code-cache.js";
import type { FilterCommandOptions } from "../filtering/filter-options.js";
import { runFilter, tell } from "../filtering/filter-run.js";

/**
 * `thresher filter --server`: asks the server, and does the work itself where that fails.
 * What it would take for that is in another file, which is not loaded before.
 *
 * @param args what follows the command's name
 * @returns the exit code
 */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, (message, options) => answerThere(message, options, args));
}

/** Asks the server; reads the model itself where that fails. */
export async function answerThere(
  message: Uint8Array,
  options: FilterCommandOptions,
  args: readonly string[],
): Promise<MessageAnswer> {
  const { server, serverTimeout, model } = options;
  try {
    if (server !== undefined) return await askServer(server, message, serverTimeout);
  } catch (error) {
    if (model === undefined) throw error;
    tell(error, args, "; the model is read instead");
  }
  const { exports, keep } = loadCached<typeof import("./filter.js")>(join(import.meta.dirname, "filter.cjs"));
  const answer = exports.answerHere(message, options);
  keep();
  return answer;
}
