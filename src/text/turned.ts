/**
 * A text in which words stand in the order that they are shown in, where characters turn
 * them round: between U+202E and U+202C letters are shown from right to left, so that
 * `argaiv` is read as viagra (Unicode Standard Annex #9, section 2.2). What is written from
 * right to left anyway stays, and so does what is turned and never turned back.
 *
 * @param found receives each word that was turned, as it is read
 */
export function turnedBack(text: string, found: (word: string) => void): string {
  if (!text.includes("\u202e")) return text;
  return text.replace(TURNED, (whole, turned: string) => {
    if (!LEFT_TO_RIGHT.test(turned)) return whole;
    // A mark stays behind the letter that it stands on.
    const shown = (turned.match(/\P{M}\p{M}*/gsu) ?? []).reverse().join("");
    for (const word of shown.match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? []) found(word);
    return shown;
  });
}

/** In one line: a line end turns nothing back, but a paragraph does. */
const TURNED = /\u202e([^\u202a-\u202e\u2066-\u2069\r\n]*)\u202c/g;

/** Letters of scripts that are written from left to right, two at least, and nothing but them and what all scripts have. */
const LEFT_TO_RIGHT =
  /^(?=\P{L}*\p{L}\P{L}*\p{L})[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u;
