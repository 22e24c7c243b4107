import { withoutIgnorable } from "./ignorable.js";
import type { Tokenizer } from "./tokenizer.js";
import { inPairs } from "./unspaced.js";
import { WORD_RULES, type WordOptions } from "./word-options.js";
import { wordScanner } from "./word-scanner.js";

/**
 * Finds words: sequences of letters and digits of any script and `_`, with their marks, in lower case. Scripts without
 * spaces are cut into pairs: see `inPairs`.
 *
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function words(options: WordOptions = {}): Tokenizer {
  return inPairs(uncutWords(options));
}

/**
 * Finds words like `words`, but leaves sequences of scripts without spaces whole, whatever their length. `inPairs` or
 * `inSegments` can cut them.
 *
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function uncutWords(options: WordOptions = {}): Tokenizer {
  const { rules = WORD_RULES } = options;
  const noJoints = "";
  const scan = wordScanner(options, noJoints);
  // From rules 3 on, invisible characters do not split words. Without joints, the sink for wholes is never called.
  return (text, sink) => scan(rules < 3 ? text : withoutIgnorable(text), sink, sink);
}
