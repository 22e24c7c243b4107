import { createRequire } from "node:module";
import type * as HtmlParser from "htmlparser2";
import { bufferOf } from "../lines.js";

let parser: typeof HtmlParser | undefined;

/**
 * The tokenizer of htmlparser2. It is loaded for the first HTML, because loading it takes as long as
 * loading the rest of this library. The bundle includes the tokenizer alone (`scripts/bundle.ts`).
 */
export function htmlTokenizer(
  options: { readonly decodeEntities: boolean },
  callbacks: HtmlParser.TokenizerCallbacks,
): HtmlParser.Tokenizer {
  parser ??= createRequire(import.meta.url)("htmlparser2") as typeof HtmlParser;
  return new parser.Tokenizer(options, callbacks);
}

/** The texts of the `<style>` elements of a document, without those in comments, scripts or attributes. */
export function styleElements(html: string): string {
  if (!/<style/i.test(html)) return "";
  const texts: string[] = [];
  let within = false;
  const skip = () => {};
  const tokenizer = htmlTokenizer(
    { decodeEntities: false },
    {
      onopentagname(start, end) {
        within = end - start === 5 && html.slice(start, end).toLowerCase() === "style";
      },
      ontext(start, end) {
        if (within) texts.push(html.slice(start, end));
      },
      onclosetag() {
        within = false;
      },
      onattribdata: skip,
      onattribend: skip,
      onattribentity: skip,
      onattribname: skip,
      oncdata: skip,
      oncomment: skip,
      ondeclaration: skip,
      onend: skip,
      onopentagend: skip,
      onprocessinginstruction: skip,
      onselfclosingtag: skip,
      ontextentity: skip,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  return texts.join("\n");
}

export interface Decoded {
  readonly text: string;
  /** Whether NULs were removed. */
  readonly hasNul: boolean;
  /** Whether it is data; then `text` is only its beginning. */
  readonly isBinary: boolean;
}

/** Decodes a document and removes NULs, as browsers do. Of data, keeps the first DATA_READ characters. */
export function decoded(bytes: Uint8Array): Decoded {
  const whole = bufferOf(bytes).toString();
  const hasNul = whole.includes("\0");
  const text = hasNul ? whole.replaceAll("\0", "") : whole;
  const beginning = text.slice(0, DATA_READ);
  const isBinary = (beginning.match(ODD)?.length ?? 0) > beginning.length / ODD_SHARE;
  return { text: isBinary ? beginning : text, hasNul, isBinary };
}

/** In characters: enough to decide, and few enough that the bytes of a picture do not outweigh a message. */
const DATA_READ = 1 << 12;

/** More than one odd character in ten means data; text in a wrong charset has fewer. */
const ODD_SHARE = 10;

/** Control characters, but not white space or the escape of ISO 2022; and U+FFFD, which replaces invalid UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const ODD = /[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]/g;
