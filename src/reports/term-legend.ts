import { wrapped } from "./table.js";
import { painted, type TerminalStyle } from "./terminal.js";

/** What terms look like that are no words, and what they are. */
const KINDS: readonly (readonly [looks: RegExp, is: string])[] = [
  [/^~/, "~abc is characters within a word, | its beginning or end"],
  [/ \+\d+ /, "a +2 b is two words, the second so many places after the first"],
];

/** What has to be said of terms that are no words, if any of these are none: lines for below them. */
export function termLegend(
  terms: readonly string[],
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): string[] {
  return KINDS.filter(([looks]) => terms.some((term) => looks.test(term))).flatMap(([, is]) =>
    wrapped(is.split(" "), columns).map((line) => painted(line, "dim", colour)),
  );
}
