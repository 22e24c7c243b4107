import { shown } from "../../base/checks.js";
import { DataError, UsageError } from "../../base/errors.js";
import type { Tokenizer } from "./tokens.js";

/**
 * A tokenizer or feature extractor of the calling program. Returns the tokens of a text in order. Any string can be a
 * token. Empty strings are ignored.
 */
export type OwnTokenizer = (text: string) => Iterable<string>;

const DECODER = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();

/**
 * Makes a tokenizer from a function on strings.
 *
 * @throws UsageError when a text is read and the function gives anything but strings. Errors of the function itself
 *   pass as they are.
 */
export function tokenizerFrom(own: OwnTokenizer): Tokenizer {
  return (text, sink) => {
    const tokens: unknown = own(DECODER.decode(text));
    if (typeof tokens === "string" || !isIterable(tokens)) {
      throw new UsageError(
        `tokenizer: it must return an array or another iterable of strings, not ${tokens instanceof Promise ? "a promise" : shown(tokens)}`,
      );
    }
    for (const token of tokens) {
      if (typeof token !== "string") throw new UsageError(`tokenizer: it returned a token that is a ${typeof token}`);
      const bytes = ENCODER.encode(token);
      if (bytes.length > 0) sink(bytes, 0, bytes.length);
    }
  };
}

function isIterable(tokens: unknown): tokens is Iterable<unknown> {
  return typeof tokens === "object" && tokens !== null && Symbol.iterator in tokens;
}

/** Replaces the function when it is missing, because a model file cannot hold it. Throws a DataError when used. */
export const missingTokenizer: Tokenizer = () => {
  throw new DataError(
    "this model was trained with a tokenizer of its own and works only with it: use the library and give the function, as in classify(model, text, { tokenizer })",
  );
};
