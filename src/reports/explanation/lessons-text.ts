import { plural } from "../../base/numbers.js";
import { safeText } from "../../base/safe-text.js";
import type { UserExplanation } from "../../delivery/users/user-model.js";
import { shownTerm } from "./term-text.js";

/** How many terms are shown. */
const SHOWN = 8;

/** Writes what comes from a user's lessons, in a few lines after the explanation of the model for all. */
export function lessonsText(explained: UserExplanation): string {
  const { user, lessons, weight, nearest, own, hasWords, ranking, terms } = explained;
  const counts = lessons.map((of) => `${safeText(of.label)} ${of.lessons}`).join(", ");
  const total = lessons.reduce((sum, of) => sum + of.lessons, 0);
  const who = `\n${plural(total, "lesson")} of ${safeText(user)} (${counts})`;
  const [best] = ranking;
  const answer = `the answer is ${safeText(best.label)} ${best.probability.toFixed(3)}`;
  if (own === undefined || nearest === undefined) {
    const list = hasWords ? `.\nWith the imported word list, ${answer}.` : "";
    return `${who}: this message is like none of them${list}\n`;
  }
  const said = `the nearest is similar by ${nearest.toFixed(2)}, and they say ${safeText(own.label)} ${own.probability.toFixed(3)}`;
  const both = `With a weight of ${weight.toFixed(2)}${hasWords ? " and the imported word list" : ""}, ${answer}`;
  const strongest = terms.slice(0, SHOWN).filter(({ nats }) => nats !== 0);
  const why = strongest.map(({ term, nats }) => `  ${nats > 0 ? "+" : ""}${nats.toFixed(2)}  ${shownTerm(term)}\n`);
  return `${who}: ${said}.\n${both}.\n${why.join("")}`;
}
