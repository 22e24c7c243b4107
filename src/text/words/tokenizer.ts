/** Receives one token as UTF-8: the bytes `[start, end)` of `bytes`. They are valid only until the call returns. */
export type TokenSink = (bytes: Uint8Array, start: number, end: number) => void;

/** Finds the tokens of a UTF-8 text and passes each to the sink, in the order of the text. */
export type Tokenizer = (text: Uint8Array, sink: TokenSink) => void;

/** Changes the tokens of a tokenizer: leaves out stop words, stems, makes n-grams. All filters work in one pass. */
export type TokenFilter = (tokenizer: Tokenizer) => Tokenizer;

/** The filter that changes nothing. */
export const asTheyAre: TokenFilter = (tokenizer) => tokenizer;
