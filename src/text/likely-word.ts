/**
 * Whether letters could be a word of a Latin-written language: they have vowels and
 * consonants, none in a row that cannot be spoken, and a beginning that can. Tells a
 * word in disguise from an abbreviation, a number or an identifier with a digit in it.
 *
 * @param letters ASCII letters in lower case
 */
export function isLikelyWord(letters: string): boolean {
  if (!/[aeiouy]/.test(letters) || !/[^aeiouy]/.test(letters)) return false;
  if (/[^aeiouy]{5}|[bcdfgjkmpqtvwxz]{3}|[aeiou]{4}|(.)\1\1|[jqv](?:[^aeiouy]|$)|q[^u]/.test(letters)) return false;
  return !/^[^aeiouy]{2}/.test(letters) || ONSETS.has(letters.slice(0, 2));
}

/** Two consonants that words begin with. */
const ONSETS: ReadonlySet<string> = new Set(
  `bl br ch cl cr cz dr dw fl fr gh gl gn gr kl kn kr ph pl pr ps qu rh sc sch sh sk sl sm sn sp sq st sv sw sz th tr
  ts tw vl vr wh wr zh zl zw`.split(/\s+/),
);
