import { groupedBy } from "../../base/lists.js";
import { safeText } from "../../base/safe-text.js";
import { dimmed, type Styled } from "../blocks.js";

/** Returns a term as it is printed. In a term of characters, which begins with `~`, blanks are made visible. */
export function shownTerm(term: string): string {
  return safeText(term.startsWith("~") ? term.replaceAll(" ", "␣") : term);
}

/** Kinds of terms that are not single words, with their meaning. Of kinds with one sign, the first is explained. */
const KINDS: readonly (readonly [looks: RegExp, sign: string, meaning: string])[] = [
  [/^~.* /, "~", "~a␣b: characters, also across words; ␣ is a blank"],
  [/^~/, "~", "~abc: characters within a word; | marks its beginning or end"],
  [/^[^~]* \+\d+ /, "+", "a +2 b: two words, the second two places after the first"],
];

/** Explains the terms that are not single words, in sentences to print below them. */
export function termLegend(terms: readonly string[]): Styled[] {
  const kinds = KINDS.filter(([looks]) => terms.some((term) => looks.test(term)));
  const bySign = groupedBy(kinds, ([, sign]) => sign).values();
  return Array.from(bySign, ([[, , meaning]]) => dimmed(meaning));
}
