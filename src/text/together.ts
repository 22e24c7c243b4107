import type { TokenFilter, Tokenizer, TokenSink } from "./tokenizer.js";

/**
 * Terms of several kinds, made of the same tokens in one pass: after each token those of
 * the first kind, then those of the second …
 */
export function together(tokenizer: Tokenizer, kinds: readonly TokenFilter[]): Tokenizer {
  if (kinds.length === 1) return kinds[0](tokenizer);
  const sinks: TokenSink[] = [];
  const made = kinds.map((kind, k) =>
    kind((_, sink) => {
      sinks[k] = sink;
    }),
  );
  return (text, sink) => {
    // Each kind says where its tokens are to go; then they come, to all of them.
    for (const terms of made) terms(text, sink);
    tokenizer(text, (bytes, start, end) => {
      for (let k = 0; k < sinks.length; k++) sinks[k](bytes, start, end);
    });
  };
}
