/**
 * Reverses text between U+202E and U+202C. This text is displayed from right to left, so people read `argaiv` as
 * viagra (Unicode Standard Annex #9, section 2.2). Only text in Latin, Cyrillic or Greek script changes: other scripts
 * may themselves be written from right to left. Text without the closing U+202C on its line does not change either.
 *
 * @param found receives each word that was reversed, in the form that people read
 */
export function turnedBack(text: string, found: (word: string) => void): string {
  if (!text.includes("\u202e")) return text;
  return text.replace(TURNED, (whole, turned: string) => {
    if (!LEFT_TO_RIGHT.test(turned)) return whole;
    // A mark stays after its letter.
    const shown = (turned.match(/\P{M}\p{M}*/gsu) ?? []).reverse().join("");
    for (const word of shown.match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []) found(word);
    return shown;
  });
}

/** Matches reversed text within one line. */
const TURNED = /\u202e([^\u202a-\u202e\u2066-\u2069\r\n]*)\u202c/g;

/** Matches text with at least two letters, all of them Latin, Cyrillic or Greek. */
const LEFT_TO_RIGHT =
  /^(?=\P{L}*\p{L}\P{L}*\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
