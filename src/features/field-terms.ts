import { isText, shown } from "../base/checks.js";
import { UsageError } from "../base/errors.js";
import { fieldTokens } from "../mail/fields/field-texts.js";
import { decodeEncodedWords } from "../mail/header/encoded-words.js";
import { headerFields } from "../mail/header/header.js";
import { ngrams } from "../text/words/ngrams.js";
import type { Tokenizer } from "../text/words/tokens.js";

/** Checks the names of fields. @throws UsageError unless the fields are names that header fields can have. */
export function requireFields(fields: readonly string[]): void {
  if (!Array.isArray(fields)) throw new UsageError(`fields must be an array of names, not ${shown(fields)}`);
  // Printable ASCII characters but the colon, which ends a name, and capital letters.
  const unknown = fields.find((field) => !isText(field) || !/^[!-9;-@[-~]+$/.test(field));
  // An unknown field may itself be undefined.
  if (unknown === undefined && !fields.includes(unknown)) return;
  throw new UsageError(`fields: ${shown(unknown)} is not a name of a header field in lower case, such as subject`);
}

/**
 * Makes a tokenizer that finds the words and pairs of neighbouring words of some header fields after the terms of
 * another tokenizer. They are marked with the name of the field (`subject:word`, `subject:two words`), because a word
 * of a subject tells more than a word of the text. The README of this room has figures.
 *
 * @param tokenizer finds the other terms of a document
 * @param words finds the words of the text of a field
 * @param fields names of header fields in lower case; at least one
 * @param isMessage whether a text begins with a header
 */
export function withFieldTerms(
  tokenizer: Tokenizer,
  words: Tokenizer,
  fields: readonly string[],
  isMessage: (text: Uint8Array) => boolean,
): Tokenizer {
  const pairs = ngrams(1, 2);
  /** Finds these tokens in texts of fields, and marks each with the name of its field. */
  const tokensOf = fieldTokens((text, sink) => words(text, pairs(sink)));
  const encoder = new TextEncoder();
  return (text, sink) => {
    tokenizer(text, sink);
    if (!isMessage(text)) return;
    const chosen = headerFields(text).filter(({ name }) => fields.includes(name));
    const pieces = chosen.map(({ name, value }) => ({ field: name, text: encoder.encode(decodeEncodedWords(value)) }));
    tokensOf(pieces, sink);
  };
}
