/** Number of steps between no width and the whole width. */
const WIDTHS = 40;

/** Returns the CSS class for the width of an element, as a share in steps of 1/40. Shares above 0 are visible. */
export function widthClass(share: number): string {
  return `w${share > 0 ? Math.max(1, Math.round(Math.min(1, share) * WIDTHS)) : 0}`;
}

/** Returns the CSS rules of the width classes. The page has no inline styles, so widths need classes. */
export function widthRules(): string {
  return Array.from({ length: WIDTHS + 1 }, (_, w) => `.w${w}{--w:${(w * 100) / WIDTHS}%}`).join("");
}
