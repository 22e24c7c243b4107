/** Widths of characters as a share of the font size, about those of common sans-serif fonts. */
const NARROW = /[ijlIft.,:;'|!()[\]{}`/\\ -]/;
const BROAD = /[mwMW@%…—]/;
const CAPITAL = /[A-Z_+=<>~&#$€]/;
// Printed full-width: most of what lies above the alphabets.
const FULL =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/**
 * About how wide a text is, in pixels. Whoever draws has no font at hand, and the fonts of
 * whoever looks are not known; the same text has the same width on every machine.
 */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += characterWidth(character);
  return ems * fontSize;
}

function characterWidth(character: string): number {
  if (NARROW.test(character)) return 0.33;
  if (BROAD.test(character)) return 0.9;
  if (CAPITAL.test(character)) return 0.68;
  return FULL.test(character) ? 1 : 0.57;
}
