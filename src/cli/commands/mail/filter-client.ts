import { join } from "node:path";
import { loadCached } from "../../code-cache.js";
import { type AnswerHere, runFilter } from "../../filtering/filter-run.js";

/**
 * `thresher filter --server`. The code that classifies in this process is in another file, `filter.cjs`, which the build
 * makes of `filter.ts`. It is loaded only if the server does not answer.
 *
 * @param args the words after the name of the command
 * @returns the exit code
 */
export function filter(args: readonly string[]): Promise<number> {
  return runFilter(args, (message, options) => {
    const { exports, keep } = loadCached<{ answerHere: AnswerHere }>(join(import.meta.dirname, "filter.cjs"));
    const answer = exports.answerHere(message, options);
    keep();
    return answer;
  });
}
