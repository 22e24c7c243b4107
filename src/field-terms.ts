import { decodeEncodedWords } from "./email/encoded-words.js";
import { headerFields } from "./email/header.js";
import { UsageError } from "./errors.js";
import { ngrams } from "./text/ngrams.js";
import type { Tokenizer } from "./text/tokenizer.js";

/** @throws UsageError if the fields are no array of names that header fields can have. */
export function requireFields(fields: readonly string[]): void {
  if (!Array.isArray(fields)) throw new UsageError(`fields: required an array of names, got ${JSON.stringify(fields)}`);
  const unknown = fields.find((field) => !/^[!-9;-@[-~]+$/.test(field));
  if (unknown === undefined) return;
  throw new UsageError(
    `fields: required names of header fields in lower case, such as subject, got ${JSON.stringify(unknown)}`,
  );
}

/**
 * The words and pairs of neighbouring words of some header fields, marked with the name of
 * the field (`subject:word`, `subject:two words`), after the other terms: a word of a
 * subject is worth more than one of the text.
 *
 * Complement naive Bayes on 20news-bydate's training part (alpha 0.1, tf sqrt, norm l2,
 * `--tokens inner`), accuracy in the first of 5 folds, and learned from the first 60 % by
 * article number, tested on the rest: without .9125 and .876, with subjects .934 and .900.
 * All header fields marked so are worth less than subjects alone.
 *
 * @param tokenizer the other terms
 * @param words of a field's text
 * @param fields names of header fields in lower case; at least one
 * @param isMessage whether a text begins with a header
 */
export function withFieldTerms(
  tokenizer: Tokenizer,
  words: Tokenizer,
  fields: readonly string[],
  isMessage: (text: Uint8Array) => boolean,
): Tokenizer {
  const encoder = new TextEncoder();
  const marks = new Map(fields.map((field) => [field, encoder.encode(`${field}:`)]));
  const terms = ngrams(words, 1, 2);
  let scratch = new Uint8Array(1 << 12);
  return (text, sink) => {
    tokenizer(text, sink);
    if (!isMessage(text)) return;
    for (const { name, value } of headerFields(text)) {
      const mark = marks.get(name);
      if (mark === undefined) continue;
      terms(encoder.encode(decodeEncodedWords(value)), (bytes, start, end) => {
        const size = mark.length + end - start;
        if (size > scratch.length) scratch = new Uint8Array(2 * size);
        scratch.set(mark);
        scratch.set(bytes.subarray(start, end), mark.length);
        sink(scratch, 0, size);
      });
    }
  };
}
