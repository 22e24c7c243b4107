import type { FilterOptions, MessageAnswer } from "../../../delivery/filter/decide.js";
import { decidedBy, historyOf } from "../../../delivery/history/history.js";
import type { UserMessage } from "../../../delivery/spamd/spamd-request.js";

/** Answers a message. The request names the user, if it is known. */
type Answering = (request: UserMessage) => MessageAnswer | Promise<MessageAnswer>;

/**
 * Returns a function that wraps an answering function: the wrapped one also adds each answer to a history.
 *
 * @param path of the history. Default: none is kept
 */
export function keepingAnswers(
  path: string | undefined,
  tell: (line: string) => void,
): (answer: Answering, options: FilterOptions) => Answering {
  if (path === undefined) return (answer) => answer;
  const keep = historyOf(path, "serve", tell);
  return (answer, options) => async (request) => {
    const answered = await answer(request);
    keep(request.message, decidedBy(answered, options));
    return answered;
  };
}
