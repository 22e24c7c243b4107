import type { MessageAnswer } from "../delivery/filter/decide.js";
import { messageClassifier } from "../delivery/filter/mail-filter.js";
import type { groundsOf } from "../model/grounds.js";
import { type LoadLimits, loadLimited } from "../model/limits.js";
import type { Follower } from "./follower.js";

/**
 * Reads a model, and classifies a message with it.
 *
 * @param explain for an answer with its reasons
 * @throws DataError if the model cannot be read
 */
export function answerOf(
  path: string,
  message: Uint8Array,
  limits: LoadLimits & Pick<Follower, "onNotice">,
  explain?: typeof groundsOf,
): MessageAnswer {
  return messageClassifier(loadLimited(path, limits, limits.onNotice), explain)(message);
}
