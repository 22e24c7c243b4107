import { DataError } from "../../base/errors.js";
import { type Strength, strengthsOfTerm } from "../../classifiers/explain/strongest.js";
import type { TextModel } from "../../model/text-model.js";
import type { TermInClasses } from "../../reports/explanation/term-text.js";
import { namesOf } from "../output/notices.js";

/**
 * Looks up a term that is named on a command line, as it is or in lower case. Returns its count and strength in some
 * classes.
 *
 * @param by how to measure the strength
 * @param classes the numbers of the classes to show
 * @throws DataError if the model does not have the term; the error names the shortest terms that contain it. UsageError
 *   if the strength is to be weight and the model is not linear.
 */
export function termInClasses(
  { vocabulary, counts, model, labels }: TextModel,
  given: string,
  by: Strength,
  classes: readonly number[],
): TermInClasses {
  const term = [given, given.toLowerCase()].find((name) => vocabulary.numberOf(name) >= 0);
  if (term === undefined) {
    const similar = [...vocabulary].filter((name) => name.includes(given.toLowerCase()));
    similar.sort((a, b) => a.length - b.length);
    const suggestion = similar.length === 0 ? "" : `; terms that contain it: ${namesOf(similar)}`;
    throw new DataError(`the model has no term ${JSON.stringify(given)}${suggestion}`);
  }
  const strengths = strengthsOfTerm(model, counts, by, vocabulary.numberOf(term));
  // A model of presence counts documents with the term, other models count occurrences. The shares are of these.
  const totals = model.binary ? counts.documents : counts.totals;
  return {
    term,
    isPresence: model.binary,
    classes: classes.map((c) => {
      const { count, strength } = strengths[c];
      return { label: labels[c], count, share: totals[c] === 0 ? 0 : count / totals[c], strength };
    }),
  };
}
