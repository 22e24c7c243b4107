/**
 * Whether declarations (by property, in lower case) fade an element out, clip it away, shrink it to
 * nothing or move it off the page; undefined if they do not say.
 */
export function isGone(values: ReadonlyMap<string, string>): boolean | undefined {
  const opacity = Number.parseFloat(values.get("opacity") ?? "");
  if (opacity < SEEN) return true;
  const rules = [isFaded, isClipped, isInNoBox, isTransformedAway, isOffThePage];
  if (values.get("content-visibility") === "hidden" || rules.some((rule) => rule(values))) return true;
  return opacity >= SEEN ? false : undefined;
}

type Values = ReadonlyMap<string, string>;

/** Fainter text is not seen. */
const SEEN = 0.1;

/** `opacity(0)`, and `alpha(opacity=0)` of old programs, on a scale to 100. */
function isFaded(values: Values): boolean {
  const [, inPercent, amount, unit] =
    /(?:^|\s)(?:(alpha\()?opacity[(=])([.\d]+)(%?)/.exec(values.get("filter") ?? "") ?? [];
  return amount !== undefined && Number(amount) < SEEN * (inPercent !== undefined || unit === "%" ? 100 : 1);
}

function isClipped(values: Values): boolean {
  if (/^rect\((?:0(?:px)?|1px)(?:[\s,]+(?:0(?:px)?|1px)){3}\)/.test(values.get("clip") ?? "")) return true;
  // Cutting half of the box from each side leaves nothing.
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

/** Properties that place text, and properties that shift it; `margin` has four shifts. */
const OFFSETS = ["text-indent", "left", "top", "right", "bottom"];
const SHIFTS = ["margin-left", "margin-top"];

function isOffThePage(values: Values): boolean {
  const shifts = [...SHIFTS.map((shift) => values.get(shift) ?? ""), ...(values.get("margin") ?? "").split(/\s+/, 4)];
  return OFFSETS.some((offset) => isAway(values.get(offset) ?? "")) || shifts.some(isShiftedAway);
}

/** Shifts in per cent are relative to the element or the column: normal in layouts of columns. */
function isShiftedAway(length: string): boolean {
  return !length.endsWith("%") && isAway(length);
}

function isAway(length: string): boolean {
  const pixels = pixelsOf(length) ?? 0;
  return pixels <= BEFORE_THE_PAGE || pixels >= BEHIND_THE_PAGE;
}

/** In pixels. No page is as wide; smaller shifts are usually design. */
const BEFORE_THE_PAGE = -900;

/** In pixels. A reader can scroll beyond the end, but nobody scrolls as far. */
const BEHIND_THE_PAGE = 5000;

/** Units in pixels (CSS Values 4, section 6.2), for a font of 16 pixels and a window of 1,000. */
const PIXELS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ "": 1, px: 1, pt: 4 / 3, pc: 16, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 },
    ...{ em: 16, rem: 16, ex: 8, ch: 8, "%": 10, vw: 10, vh: 10 },
  }),
);

/** A length in pixels, approximate where it depends on the context; undefined if it is not a length in a known unit. */
export function pixelsOf(length: string): number | undefined {
  const parts = /^([-+]?(?:\d+(?:\.\d*)?|\.\d+))(%|[a-z]*)$/.exec(length);
  const pixels = PIXELS.get(parts?.[2] ?? "none");
  return parts === null || pixels === undefined ? undefined : Number(parts[1]) * pixels;
}
