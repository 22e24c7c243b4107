import type { FilterOptions, MessageAnswer } from "../../delivery/filter/decide.js";
import { History } from "../../delivery/history/history.js";

export { reasonsOf } from "../../classifiers/explain/reasons.js";

/** `thresher filter --history`: adds the decision to the history. @param tell gets a line if that fails */
export function keepDecision(
  path: string,
  message: Uint8Array,
  answer: MessageAnswer,
  options: FilterOptions,
  tell: (line: string) => void,
): void {
  new History(path, "filter", tell).addAnswer(message, answer, options);
}
