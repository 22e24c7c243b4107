import { pixelsOf } from "./length.js";

/**
 * Whether declarations fade an element out, clip it away, make it as small as nothing or move
 * it off the page, with all that is in it; undefined if they say nothing of that.
 *
 * @param values by property, in lower case
 */
export function isGone(values: ReadonlyMap<string, string>): boolean | undefined {
  const opacity = Number.parseFloat(values.get("opacity") ?? "");
  if (opacity < SEEN) return true;
  const rules = [isFaded, isClipped, isInNoBox, isTransformedAway, isOffThePage];
  if (values.get("content-visibility") === "hidden" || rules.some((rule) => rule(values))) return true;
  return opacity >= SEEN ? false : undefined;
}

type Values = ReadonlyMap<string, string>;

/** Fainter is not seen. */
const SEEN = 0.1;

/** `opacity(0)`, and `alpha(opacity=0)` of old programs, which counts to 100. */
function isFaded(values: Values): boolean {
  const [, inPercent, amount, unit] =
    /(?:^|\s)(?:(alpha\()?opacity[(=])([.\d]+)(%?)/.exec(values.get("filter") ?? "") ?? [];
  return amount !== undefined && Number(amount) < SEEN * (inPercent !== undefined || unit === "%" ? 100 : 1);
}

function isClipped(values: Values): boolean {
  if (/^rect\((?:0(?:px)?|1px)(?:[\s,]+(?:0(?:px)?|1px)){3}\)/.test(values.get("clip") ?? "")) return true;
  // Half of the box from each side leaves nothing.
  return /^(?:inset\((?:[5-9]\d|\d{3})%\)|circle\(0(?:px|%)?[\s)])/.test(values.get("clip-path") ?? "");
}

const BOX = ["width", "height", "max-width", "max-height"];
const OVERFLOWS = ["overflow", "overflow-x", "overflow-y"];

function isInNoBox(values: Values): boolean {
  const isCut = OVERFLOWS.some((overflow) => /^(?:hidden|clip)\b/.test(values.get(overflow) ?? ""));
  return isCut && BOX.some((side) => noLength(values.get(side)));
}

function noLength(value: string | undefined): boolean {
  return value !== undefined && Number.parseFloat(value) <= 1 && /^[\d.]+(?:px|pt)?$/.test(value);
}

/** Scaled to nothing, or moved away. */
function isTransformedAway(values: Values): boolean {
  const transform = values.get("transform") ?? "";
  if (/(?:^|\s)scale(?:x|y|3d)?\(\s*0(?:\.0\d*)?\s*[,)]/.test(transform)) return true;
  const moved = /(?:^|\s)translate(?:x|y|3d)?\(([^()]*)\)/.exec(transform)?.[1] ?? "";
  return moved.split(",", 3).some((length) => isShiftedAway(length.trim()));
}

/** Where text can be placed by one declaration, and by how much it can be shifted; `margin` has four of these. */
const OFFSETS = ["text-indent", "left", "top", "right", "bottom"];
const SHIFTS = ["margin-left", "margin-top"];

function isOffThePage(values: Values): boolean {
  const shifts = [...SHIFTS.map((shift) => values.get(shift) ?? ""), ...(values.get("margin") ?? "").split(/\s+/, 4)];
  return OFFSETS.some((offset) => isAway(values.get(offset) ?? "")) || shifts.some(isShiftedAway);
}

/** A shift in per cent is of the element or of the column, and columns are laid out so. */
function isShiftedAway(length: string): boolean {
  return !length.endsWith("%") && isAway(length);
}

function isAway(length: string): boolean {
  const pixels = pixelsOf(length) ?? 0;
  return pixels <= BEFORE_THE_PAGE || pixels >= BEHIND_THE_PAGE;
}

/** No page is as wide; what is moved by less is usually a design. */
const BEFORE_THE_PAGE = -900;

/** Behind its end a page can be scrolled to: nobody goes as far. */
const BEHIND_THE_PAGE = 5000;
