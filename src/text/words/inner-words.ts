import { withoutIgnorable } from "./ignorable.js";
import { asTheyAre, type TokenFilter, type Tokenizer, type TokenSink } from "./tokenizer.js";
import { inPairs } from "./unspaced.js";
import { JOINTS, WORD_RULES, type WordOptions } from "./word-options.js";
import { wordScanner } from "./word-scanner.js";

/**
 * Finds words and, after them, the wholes that inner punctuation joins: `jo@mail.example` gives `jo`, `mail`,
 * `example` and `jo@mail.example`. A whole is a match of `W(?:[.@'-]+W)+`, with `W` for `[\p{L}\p{N}_]+`, in the
 * lower-cased text. Words of scripts without spaces are not part of wholes. The limits of length apply to words and
 * wholes separately: `a.b` may be a token even if `a` is too short.
 *
 * @param ofWords filters the words; by default, scripts without spaces are cut into pairs
 * @param ofWholes filters the wholes
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function innerWords(
  options: WordOptions = {},
  ofWords: TokenFilter = inPairs,
  ofWholes: TokenFilter = asTheyAre,
): Tokenizer {
  const normalized = jointSpelling(options);
  const scan = wordScanner(options, JOINTS);
  // Words and wholes come from one scan, but each has its own filter. The filter of wholes gets no tokens itself: it only
  // prepares the sink that the scan passes the wholes to.
  let wholeSink: TokenSink = () => undefined;
  const wholes = ofWholes((_, sink) => {
    wholeSink = sink;
  });
  const tokens = ofWords((text, sink) => scan(normalized(text), sink, wholeSink));
  return (text, sink) => {
    wholes(text, sink);
    tokens(text, sink);
  };
}

/** Makes a function that removes invisible characters and unifies joints before tokens are found; not with rules 2. */
export function jointSpelling({ rules = WORD_RULES }: WordOptions): (text: Uint8Array) => Uint8Array {
  return rules < 3 ? (text) => text : (text) => withoutIgnorable(text, true);
}
