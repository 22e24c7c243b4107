import { safeText } from "../base/safe-text.js";
import type { PlannedQuestion } from "./engine/forecast.js";
import type { Items } from "./pile/items.js";
import { marksIn } from "./pile/marks.js";
import { digestOf } from "./pile/read-pile.js";
import { shownDocument } from "./pile/shown-document.js";
import type { Question } from "./state.js";

/** Minimum number of other documents for the question "these look the same: file them all?". */
const FEW_ALIKE = 3;
/** Maximum number of these documents that are shown. */
const EXAMPLES = 5;

/**
 * Prepares a question for views: reads a document of the item again, if it is still there and unchanged.
 *
 * @param classes those of the forecast
 * @param labels the label of each item that has one
 * @returns undefined if no document of the item can be read any more
 */
export function questionAbout(
  { item, isRandom, proposals, alike }: PlannedQuestion,
  items: Items,
  classes: readonly string[],
  labels: ReadonlyMap<number, string>,
): Question | undefined {
  const { pile, settings, x, read, termsOf } = items;
  for (const { id, digest, label } of items.documentsOf(item)) {
    const bytes = label === undefined ? pile.read(id) : undefined;
    if (bytes === undefined || digestOf(bytes) !== digest) continue;
    const shown = shownDocument(bytes, settings);
    const [first] = proposals.map(([c]) => classes[c]);
    const examples = Array.from(labels, ([labelled, name]) => {
      return { row: items.documents[labelled][0], isOfClass: name === first };
    });
    const answer = labels.get(item);
    return {
      item,
      name: safeText(id),
      answer: answer && safeText(answer),
      copies: items.documents[item].length,
      isRandom,
      ...shown,
      marks: first === undefined ? [] : marksIn(shown.text, examples, x, read.vocabulary, termsOf),
      proposals: proposals.map(([c, probability]) => ({ label: safeText(classes[c]), probability })),
      ...(alike.length >= FEW_ALIKE && {
        alike: { count: alike.length, examples: alike.slice(0, EXAMPLES).map((other) => items.lineOf(other)) },
      }),
    };
  }
  return undefined;
}
