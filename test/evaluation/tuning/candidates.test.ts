import { expect, it } from "vitest";
import { type Candidate, firstCandidates, laterCandidates } from "../../../src/evaluation/tuning/candidates.js";
import type { TrainOptions } from "../../../src/model/options.js";

/** The terms of the candidates in a list, or the preset. */
function termsOf(candidates: readonly Candidate[]): string {
  const terms = candidates.map(({ settings: { ngrams, textNgrams, tokens }, preset }) => {
    return preset ?? `${tokens} ${textNgrams ? `~${textNgrams.join("-")}` : ngrams.join("-")}`;
  });
  return [...new Set(terms)].join(", ");
}

it.each<[string, TrainOptions, documents: number, words: number, terms: string[]]>([
  ["short texts", {}, 10, 100, ["inner 1-1", "inner 1-2", "none ~1-4", "fast", "best"]],
  ["long texts", {}, 10, 5000, ["inner 1-1", "fast", "best"]],
  ["mail", { as: "mail" }, 10, 100, ["inner 1-2", "mail", "mail-best"]],
  ["many short texts", {}, 1e6, 2e6, ["inner 1-1", "inner 1-2", "fast", "best"]],
  ["very many", {}, 1e6, 2e7, ["inner 1-1", "fast", "best"]],
  ["given n-grams of characters", { charNgrams: [2, 3] }, 10, 100, ["inner 1-1"]],
])("candidates of one list have the same terms, which suit %s", (_, given, documents, words, expected) => {
  const lists = [firstCandidates(given), ...laterCandidates(given, documents, words)];
  expect(lists.map(termsOf)).toEqual(expected);
  for (const list of lists) expect(new Set(list.map((one) => JSON.stringify(one.settings))).size).toBe(list.length);
});
