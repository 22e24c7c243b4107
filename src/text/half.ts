import type { Tokenizer } from "./tokenizer.js";

/**
 * Half of the tokens of every text: the first, the third and so on. What a document says
 * changes from its beginning to its end, a header here and a signature there, so that one
 * half of its length is not like the other; every second token is a sample of all of it.
 * No chance in it: the same text has the same half wherever it is read.
 *
 * Accuracy in five folds, multinomial, alpha 0.01, of what is sorted: the training part of
 * 20 Newsgroups by date, whole and without headers, footers and quotes; the mails of
 * SpamAssassin; the SMS collection. In brackets, how many terms the whole messages have.
 *
 *     all words                        88.0 %  71.0 %  97.0 %  98.5 %  (118,935)
 *     half of them                     84.8 %  63.0 %  97.0 %  97.7 %  (81,847)
 */
export function everySecond(tokenizer: Tokenizer): Tokenizer {
  return (text, sink) => {
    let takes = false;
    tokenizer(text, (bytes, start, end) => {
      takes = !takes;
      if (takes) sink(bytes, start, end);
    });
  };
}
