import { byName } from "../../base/lists.js";
import { SEEN_OPACITY } from "./colour.js";
import { fraction, pixels } from "./lengths.js";

/** The values that style sheets and attributes give an element, by property. */
export type Values = ReadonlyMap<string, string>;

/** In pixels. Smaller letters and boxes cannot be read. */
export const UNREADABLE = 2;

/** In pixels, to the left or upwards. No page is this wide. Smaller shifts are usually part of the design. */
const BEFORE_THE_PAGE = -900;

/** In pixels, to the right or downwards. A reader can scroll, but not this far. */
const BEHIND_THE_PAGE = 5000;

/** The box of an element, as far as it matters here. */
export interface Box {
  /** Whether it is a part of a line of text, which has no size and cannot be transformed or cut. */
  readonly isInline: boolean;
  /** Whether it is a table or a part of one, which is at least as large as its content. */
  readonly isTable: boolean;
  readonly position: string;
  /** Whether it cuts its content. */
  readonly isCut: boolean;
}

/** Whether a value of a property hides an element with this box. */
type Hides = (value: string, box: Box) => boolean;

/** Whether a shift moves something off the page. */
const isAway = (value: string) => (pixels(value) ?? 0) <= BEFORE_THE_PAGE || (pixels(value) ?? 0) >= BEHIND_THE_PAGE;

/** The declarations that hide an element with all its content. */
const HIDES = byName<Hides>({
  display: (value) => value === "none",
  opacity: (value) => fraction(value) < SEEN_OPACITY,
  filter: (value) => /opacity\(\s*(?:0|0?\.0\d*|\d(?:\.\d*)?%)\s*\)/.test(value),
  "content-visibility": (value, { isInline }) => value === "hidden" && !isInline,
  "width height max-width max-height line-height": (value, { isInline, isTable, isCut }) =>
    isCut && !isInline && !isTable && (pixels(value) ?? UNREADABLE + 1) <= UNREADABLE,
  "left right top bottom": (value, { position }) => position !== "static" && isAway(value),
  // A percentage is normal in layouts with columns.
  "margin-left margin-top": (value) => !value.endsWith("%") && isAway(value),
  "text-indent": isAway,
  "letter-spacing": (value) => (pixels(value) ?? 0) <= -TOUCHING,
  clip: (value, { position }) => isOut(position) && /^rect\((?:\s*[01](?:px)?[\s,]*){4}\)$/.test(value),
  "clip-path": (value, { isInline }) => !isInline && /^(?:inset\((?:[5-9]\d|\d{3})%|circle\(0)/.test(value),
  transform: (value, { isInline }) => !isInline && isTransformedAway(value),
  scale: (value, { isInline }) => !isInline && isTransformedAway(`scale(${value.replaceAll(" ", ",")})`),
  translate: (value, { isInline }) => !isInline && value.split(" ").some(isAway),
});

/** In pixels. Letters that move together by this much lie on each other. */
const TOUCHING = 8;

/** Whether a `position` takes an element out of its line. */
export function isOut(position: string): boolean {
  return position === "absolute" || position === "fixed";
}

/** Whether a transformation makes an element vanish or moves it off the page. */
function isTransformedAway(transform: string): boolean {
  const [, lengths = ""] = /translate(?:x|y|3d)?\(([^()]*)\)/.exec(transform) ?? [];
  return SCALED_AWAY.test(transform) || lengths.split(",").some((length) => isAway(length.trim()));
}

/** Matches a scale of 0 in one direction or both. */
const SCALED_AWAY = /scale(?:x|y|3d)?\((?:[^()]*,)?\s*0(?:\.0\d*)?\s*[,)]/;

/** Whether any declaration of an element hides it. */
export function isHiddenBy(values: Values, box: Box): boolean {
  return [...values].some(([property, value]) => HIDES.get(property)?.(value, box));
}
