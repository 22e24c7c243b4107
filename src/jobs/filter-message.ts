import type { MessageAnswer } from "../delivery/filter/decide.js";
import { messageClassifier } from "../delivery/filter/mail-filter.js";
import { loadToFilter } from "../model/file/model-file.js";
import type { groundsOf } from "../model/grounds.js";

/**
 * Reads a model, and classifies a message with it.
 *
 * @param explain for an answer with its reasons
 * @throws DataError if the model cannot be read
 */
export function answerOf(path: string, message: Uint8Array, explain?: typeof groundsOf): MessageAnswer {
  return messageClassifier(loadToFilter(path), explain)(message);
}
