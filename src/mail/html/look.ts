import { BLACK, type Colour, WHITE } from "./css/colour.js";
import type { Values } from "./css/properties.js";
import { type Room, WHOLE_PAGE } from "./room.js";

/** How text looks at one place, with the values that elements inside inherit. Sizes are in pixels. */
export interface Look {
  /** Whether text here is visible to a reader. */
  readonly isSeen: boolean;
  /** Whether the element or one around it is hidden with all its content. */
  readonly isGone: boolean;
  /** The `display` of the element; undefined where no style sets it. */
  readonly display: string | undefined;
  /** Whether `visibility` is `visible`. */
  readonly isVisible: boolean;
  /** The size of the font. */
  readonly size: number;
  /** As a style has it; undefined for `normal`. */
  readonly lineHeight: string | undefined;
  readonly colour: Colour;
  /** The colour of `<body>`, which tables have in quirks mode. */
  readonly pageColour: Colour;
  /** The colour that letters are filled with, if it is not `colour`. */
  readonly fill: Colour | undefined;
  /** Whether letters have a shadow or an outline, or are cut out of a picture. */
  readonly isOutlined: boolean;
  /** The `text-indent`, as a style has it. */
  readonly indent: string;
  /** The `letter-spacing`. */
  readonly spacing: number;
  readonly background: Colour;
  /** The product of the opacities of the element and all elements around it, from 0 to 1. */
  readonly opacity: number;
  readonly room: Room;
  /** Whether text directly in the element is not shown, as in `<svg>`. */
  readonly isSilent: boolean;
  /** Whether dots replace the letters, as in a password field. */
  readonly isMasked: boolean;
  /** The values that styles give the element itself. Empty unless the page has a style for it. */
  readonly values: Values;
  /** The custom properties, such as `--colour`, of the element and those around it. */
  readonly variables: Values;
  /** A cache of the looks of elements inside, by everything that they depend on. Pages repeat most of them. */
  inside: Map<string, Look> | undefined;
}

/** An open element. */
export interface Open {
  readonly look: Look;
  /** How the rest of its content looks. */
  inside: Look;
}

/** No values. */
export const NOTHING: Values = new Map();

/** The look of a page before any element: black on white. */
export const PAGE: Look = {
  isSeen: true,
  isGone: false,
  display: undefined,
  isVisible: true,
  size: 16,
  lineHeight: undefined,
  colour: BLACK,
  pageColour: BLACK,
  fill: undefined,
  isOutlined: false,
  indent: "0",
  spacing: 0,
  background: WHITE,
  opacity: 1,
  room: WHOLE_PAGE,
  isSilent: false,
  isMasked: false,
  values: NOTHING,
  variables: NOTHING,
  inside: undefined,
};

/** Returns the look of an element that is hidden with all its content. */
export function gone(look: Look): Look {
  return look.isGone ? look : { ...look, isGone: true, isSeen: false, inside: undefined };
}

/** Whether an element that is seen is a box on a line of text. */
export function isOnLine({ isSeen, display }: Look): boolean {
  return isSeen && display?.startsWith("inline-") === true;
}
