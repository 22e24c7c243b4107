import { createRequire } from "node:module";
import type * as HtmlParser from "htmlparser2";

let parser: typeof HtmlParser | undefined;

/**
 * The tokenizer of htmlparser2, which is loaded when the first HTML is met: it takes as long
 * as all the rest of this library, and most messages have plain text. The bundle has a file
 * of the tokenizer alone in its place (`scripts/bundle.ts`).
 */
export function htmlTokenizer(
  options: { readonly decodeEntities: boolean },
  callbacks: HtmlParser.TokenizerCallbacks,
): HtmlParser.Tokenizer {
  parser ??= createRequire(import.meta.url)("htmlparser2") as typeof HtmlParser;
  return new parser.Tokenizer(options, callbacks);
}
