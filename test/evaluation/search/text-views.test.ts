import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dataOfView, type TextView } from "../../../src/evaluation/search/text-views.js";
import { readCorpus } from "../../../src/features/corpus/read-corpus.js";
import { type Settings, settingsFrom } from "../../../src/model/settings.js";
import { entries } from "../../features/dense.js";
import { slowRuns } from "../../helpers/arbitraries.js";

fc.configureGlobal({ seed: 20261122 });

const word = fc.constantFrom("a", "it", "the", "cat", "naïve", "北京", "don't", "x|y", "~z");
const texts = fc.array(fc.array(word, { maxLength: 8 }), { minLength: 1, maxLength: 4 });

function read(documents: readonly (readonly string[])[], settings: Settings) {
  const corpus = documents.map((words, i) => ({ id: `${i}`, label: "ham", bytes: Buffer.from(words.join(" ")) }));
  return readCorpus(corpus, settings);
}

/** Checks that a view of a wide reading is what reading with its settings gives. */
function expectSame(wide: Parameters<typeof settingsFrom>[0], views: readonly TextView[]) {
  fc.assert(
    fc.property(texts, fc.constantFrom(...views), (documents, view) => {
      const seen = dataOfView(read(documents, settingsFrom(wide)), view);
      const { ngrams, tokens, charNgrams, textNgrams } = view;
      const { fields, tokenLength } = wide;
      const own = settingsFrom({ fields, tokenLength, ngrams, tokens, charNgrams, textNgrams } as typeof wide);
      const alone = read(documents, own);
      expect([...seen.vocabulary]).toEqual([...alone.vocabulary]);
      expect(entries(seen.x)).toEqual(entries(alone.x));
      expect(seen.kinds).toEqual(alone.kinds);
    }),
    { numRuns: slowRuns(300) },
  );
}

describe("a view of a corpus", () => {
  it("has the terms and counts of reading with its settings, with characters across words", () => {
    expectSame({ ngrams: [1, 3], textNgrams: [1, 5], tokenLength: [1, 256] }, [
      { ngrams: [1, 1] },
      { ngrams: [1, 2] },
      { ngrams: [2, 3] },
      { ngrams: [1, 1], textNgrams: [2, 4] },
      { ngrams: [1, 1], tokens: "none", textNgrams: [1, 5] },
      { ngrams: [1, 1], tokens: "none", textNgrams: [3, 3] },
    ]);
  });

  it("has them with characters within words, where a short word gives itself", () => {
    expectSame({ ngrams: [1, 2], charNgrams: [3, 5], tokenLength: [1, 256] }, [
      { ngrams: [1, 2] },
      { ngrams: [1, 1], charNgrams: [4, 5] },
      { ngrams: [1, 1], tokens: "none", charNgrams: [4, 4] },
      { ngrams: [1, 1], tokens: "none", charNgrams: [3, 4] },
    ]);
  });
});
