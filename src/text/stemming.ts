import { createRequire } from "node:module";
import { UsageError } from "../errors.js";
import { ByteTable } from "./byte-table.js";
import type { Tokenizer } from "./tokenizer.js";

/** The stemmers of the package `natural`, by subpath: its main entry loads database drivers. */
const STEMMERS: Readonly<Record<string, string>> = {
  porter: "porter_stemmer",
  lancaster: "lancaster_stemmer",
  de: "porter_stemmer_de",
  es: "porter_stemmer_es",
  fr: "porter_stemmer_fr",
  it: "porter_stemmer_it",
  nl: "porter_stemmer_nl",
  no: "porter_stemmer_no",
  pt: "porter_stemmer_pt",
  ru: "porter_stemmer_ru",
  sv: "porter_stemmer_sv",
  uk: "porter_stemmer_uk",
};

/** The names that `stemmed` knows: `porter` and `lancaster` for English, others by ISO 639-1 code. */
export const STEMMER_NAMES: readonly string[] = Object.keys(STEMMERS);

/** Room for the words of a large corpus, in some tens of megabytes. */
const REMEMBERED = 1 << 20;

/** Who sends the words chooses how long they are. */
const REMEMBERED_BYTES = 1 << 25;

/**
 * Replaces each token by its stem. Each different token is stemmed once and remembered.
 *
 * @param remembered for how many different tokens, at least 1; then the memory starts anew, as it does after 32 MiB of them. Default 2^20.
 * @throws UsageError if there is no stemmer of that name.
 */
export function stemmed(tokenizer: Tokenizer, name: string, remembered: number = REMEMBERED): Tokenizer {
  const stem = stemmer(name);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let tokens = new ByteTable();
  let stems = new ByteTable();
  let stemOf: number[] = [];

  return (text, sink) =>
    tokenizer(text, (bytes, start, end) => {
      if (tokens.size >= remembered || tokens.byteSize > REMEMBERED_BYTES) {
        tokens = new ByteTable();
        stems = new ByteTable();
        stemOf = [];
      }
      const token = tokens.add(bytes, start, end);
      if (token === stemOf.length) {
        const stemBytes = encoder.encode(stem(decoder.decode(bytes.subarray(start, end))));
        stemOf.push(stems.add(stemBytes, 0, stemBytes.length));
      }
      stems.emit(stemOf[token], sink);
    });
}

function stemmer(name: string): (token: string) => string {
  const file = Object.hasOwn(STEMMERS, name) ? STEMMERS[name] : undefined;
  if (file === undefined) {
    throw new UsageError(`stem: required one of ${STEMMER_NAMES.join(", ")}, got ${JSON.stringify(name)}`);
  }
  const stemmer = createRequire(import.meta.url)(`natural/lib/natural/stemmers/${file}.js`) as {
    stem(token: string): string;
  };
  return (token) => stemmer.stem(token);
}
