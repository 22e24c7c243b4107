import { safeText } from "../base/safe-text.js";
import { packedRows } from "../features/viewed-rows.js";
import type { Settings } from "../model/settings.js";
import type { PlannedQuestion } from "./engine/forecast.js";
import type { Items } from "./pile/items.js";
import { marksIn, termsBy } from "./pile/marks.js";
import { digestOf, type Pile, type ReadPile } from "./pile/read-pile.js";
import { shownDocument } from "./pile/shown-document.js";
import type { Question } from "./state.js";

/** Minimum number of other documents for the question "these look the same: file them all?", and of those shown. */
const FEW_ALIKE = 3;
const EXAMPLES = 5;

/** Prepares a question for views. Returns undefined if its document cannot be read any more. */
export type AskQuestion = (
  plan: PlannedQuestion,
  classes: readonly string[],
  labels: ReadonlyMap<number, string>,
) => Question | undefined;

/** Makes the function that reads a document of an item again, if it is still there and unchanged, and prepares it. */
export function questionsOf(pile: Pile, read: ReadPile, items: Items, settings: Settings): AskQuestion {
  const x = packedRows(read.x);
  const termsOf = termsBy(settings);
  const unchanged = (id: string, digest: string) => {
    const bytes = pile.read(id);
    return bytes !== undefined && digestOf(bytes) === digest ? bytes : undefined;
  };
  return ({ item, isRandom, proposals: planned, alike }, classes, labels) => {
    for (const { id, digest, label } of items.of(item)) {
      const bytes = label === undefined ? unchanged(id, digest) : undefined;
      if (bytes === undefined) continue;
      const shown = shownDocument(bytes, settings);
      const proposals = planned.map(([c, probability]) => ({ label: safeText(classes[c]), probability }));
      const first = planned.at(0);
      const answer = labels.get(item);
      return {
        item,
        name: safeText(id),
        answer: answer && safeText(answer),
        copies: items.documents[item].length,
        isRandom,
        ...shown,
        marks: first
          ? marksIn(shown.text, examplesOf(items, labels, classes[first[0]]), x, read.vocabulary, termsOf)
          : [],
        proposals,
        alike:
          alike.length < FEW_ALIKE
            ? undefined
            : { count: alike.length, examples: alike.slice(0, EXAMPLES).map((other) => items.line(other)) },
      };
    }
    return undefined;
  };
}

/** The rows of labelled items, and whether each has the proposed class. */
function examplesOf(items: Items, labels: ReadonlyMap<number, string>, proposed: string) {
  return Array.from(labels, ([item, label]) => ({ row: items.documents[item][0], isOfClass: label === proposed }));
}
