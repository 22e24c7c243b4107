/**
 * Receives one token: the bytes `[start, end)` of `bytes`, as UTF-8.
 * The bytes are scratch memory: they hold the token only until the call returns.
 */
export type TokenSink = (bytes: Uint8Array, start: number, end: number) => void;

/** Finds the tokens of a UTF-8 text and hands each to the sink, in the order of the text. */
export type Tokenizer = (text: Uint8Array, sink: TokenSink) => void;

/**
 * What is made of tokens before they are terms: stop words left out, stems, n-grams … Terms
 * are handed on while the tokens come: when the tokenizer has returned, none follow.
 */
export type TokenFilter = (tokenizer: Tokenizer) => Tokenizer;

/** The filter that changes nothing. */
export const asTheyAre: TokenFilter = (tokenizer) => tokenizer;
