import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UsageError } from "../../../src/base/errors.js";
import { STEMMER_NAMES, stemmed } from "../../../src/text/words/stemming.js";
import { lines, through, tokensOf, words } from "../tokens.js";

fc.configureGlobal({ seed: 24 });

const require = createRequire(import.meta.url);

/**
 * The stemmer of the package `natural`, as that package's users call it. A stem of nothing
 * stays the token; half a surrogate pair, which some of them leave, has no UTF-8 and becomes U+FFFD.
 */
function natural(name: string): (token: string) => string {
  const isOfAll = name === "lancaster" || name === "porter";
  const file = isOfAll ? `${name}_stemmer` : `porter_stemmer_${name}`;
  const stemmer = require(`natural/lib/natural/stemmers/${file}.js`) as { stem(token: string): string };
  const inOrder = (stem: string) => (name === "it" ? stem.toLowerCase() : stem);
  return (token) => Buffer.from(inOrder(stemmer.stem(token)) || token, "utf8").toString("utf8");
}

const SYLLABLES = [
  ..."aeiouystrnlkß_17éèäöñïйиоу",
  ..."ing ed ly ational ness ción mente amos ement euse heid ingen zione ação heten ение ость ся ами ість".split(" "),
  ...["constructor", "__proto__", "漢", "𝒜"],
];

describe("stemmed", () => {
  it.each(STEMMER_NAMES)("gives what natural's stemmer %s gives, token by token", (name) => {
    const stem = natural(name);
    const tokenizer = through(lines, stemmed(name));
    const token = fc.string({ unit: fc.constantFrom(...SYLLABLES), minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(token, { minLength: 1, maxLength: 12 }), (tokens) => {
        expect(tokensOf(tokenizer, tokens.join("\n"))).toEqual(tokens.map(stem));
      }),
      { numRuns: 150 },
    );
  });

  it("gives the same stems after its memory was full", () => {
    const text = "maximum running maximum presumably multiply running maximum";
    const stems = tokensOf(through(words(), stemmed("lancaster")), text);
    for (let remembered = 1; remembered <= 6; remembered++) {
      expect(tokensOf(through(words(), stemmed("lancaster", remembered)), text), `${remembered}`).toEqual(stems);
    }
  });

  it.each(["", "Porter", "english", "__proto__", "constructor"])("refuses %j and lists the stemmers", (name) => {
    const message = `stem: there is no stemmer ${JSON.stringify(name)}; use ${STEMMER_NAMES.join(", ")}`;
    expect(() => stemmed(name)).toThrow(new UsageError(message));
  });
});
