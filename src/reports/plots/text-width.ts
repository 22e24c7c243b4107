// Widths as a share of the font size, about those of the broadest of the common sans-serif fonts: room is
// better left than missing.
const NARROW = /[ijlIft.,:;'|!()[\]{}`/\\ -]/;
const BROAD = /[mwMW@%…—]/;
const CAPITAL = /[A-Z_+=<>~&#$€]/;
const FULL =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

/** Bold type is broader by so much. */
const BOLD = 1.12;

/**
 * About how wide a text is, in pixels. Whoever draws has no font at hand, and the fonts of
 * whoever looks are not known; the same text has the same width on every machine.
 *
 * @param fontSize in pixels
 * @param bold whether it is set in bold type. Default false.
 */
export function textWidth(text: string, fontSize: number, bold = false): number {
  let ems = 0;
  for (const character of text) ems += characterWidth(character);
  return ems * fontSize * (bold ? BOLD : 1);
}

function characterWidth(character: string): number {
  if (NARROW.test(character)) return 0.36;
  if (BROAD.test(character)) return 0.95;
  if (CAPITAL.test(character)) return 0.7;
  return FULL.test(character) ? 1 : 0.61;
}
