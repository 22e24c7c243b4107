import { expect, it } from "vitest";
import { analyzerFor } from "../../src/features/analyzer.js";
import { unknownWords } from "../../src/features/unknown-words.js";
import { Vocabulary } from "../../src/features/vocabulary.js";
import { settingsFrom } from "../../src/model/settings.js";

it("unknownWords counts each word once, and no pairs of words", () => {
  const { read } = analyzerFor(settingsFrom({ ngrams: [1, 2] }));
  const vocabulary = Vocabulary.of(["the", "orbit"]);
  const found = (text: string) => unknownWords(read(text), vocabulary);
  const { share, words } = found("the orbit of the moon the moon");
  expect([share, words()]).toEqual([0.5, ["of", "moon"]]);
  expect(found("").share).toBe(0);
});
