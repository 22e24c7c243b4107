import { createRequire } from "node:module";
import { shown } from "../../base/checks.js";
import { UsageError } from "../../base/errors.js";
import { ByteTable } from "../byte-table.js";
import type { TokenStep } from "./tokens.js";

/** The names of the stemmers: `porter` and `lancaster` for English, others by ISO 639-1 code. */
export const STEMMER_NAMES: readonly string[] = "porter lancaster de es fr it nl no pt ru sv uk".split(" ");

/** Maximum number of remembered stems: enough for a large corpus, in some tens of megabytes. */
const REMEMBERED = 1 << 20;

/** In bytes. The limit of all remembered tokens, because senders choose the length of words. */
const REMEMBERED_BYTES = 1 << 25;

/**
 * Replaces each token by its stem. Stems are remembered.
 *
 * @param remembered how many stems to remember, at least 1. When there are more, or 32 MiB of tokens, it forgets all of
 *   them. Default 2^20.
 * @throws UsageError if there is no stemmer of that name.
 */
export function stemmed(name: string, remembered: number = REMEMBERED): TokenStep {
  const stem = stemmer(name);
  const encoder = new TextEncoder();
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  let tokens = new ByteTable();
  let stems = new ByteTable();
  /** For each id in `tokens`, the id of its stem in `stems`. */
  let stemOf: number[] = [];

  return (next) => (bytes, start, end) => {
    if (tokens.size >= remembered || tokens.byteSize > REMEMBERED_BYTES) {
      tokens = new ByteTable();
      stems = new ByteTable();
      stemOf = [];
    }
    const token = tokens.add(bytes, start, end);
    // The id of a new token is the next one.
    if (token === stemOf.length) {
      const stemBytes = encoder.encode(stem(decoder.decode(bytes.subarray(start, end))));
      stemOf.push(stems.add(stemBytes, 0, stemBytes.length));
    }
    stems.emit(stemOf[token], next);
  };
}

/** Returns the stemmer of that name. @throws UsageError if there is none */
function stemmer(name: string): (token: string) => string {
  if (!STEMMER_NAMES.includes(name)) {
    throw new UsageError(`stem: there is no stemmer ${shown(name)}; use ${STEMMER_NAMES.join(", ")}`);
  }
  // The build puts the stemmers into one file: see scripts/bundle-library.ts.
  const stemmers = createRequire(import.meta.url)("#stemmers") as Record<string, { stem(token: string): string }>;
  const stem = (token: string) => stemmers[name].stem(token);
  // The Italian one marks some vowels by capitals, and forgets one of them: `qu` would become `qU`.
  return name === "it" ? (token) => stem(token).toLowerCase() : stem;
}
