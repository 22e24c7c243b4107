import { type Room, WHOLE_PAGE } from "./boxes.js";
import { BLACK, type Colour, WHITE } from "./css/colour.js";
import type { Values } from "./css/properties.js";

/** How text looks at one place, and what elements inside inherit. Sizes are in pixels. */
export interface Look {
  /** Whether text here is seen. */
  readonly isSeen: boolean;
  /** Whether an element around it is hidden with all its content. */
  readonly isGone: boolean;
  /** The `display` of the element; undefined where no style sets it. */
  readonly display: string | undefined;
  readonly isVisible: boolean;
  readonly size: number;
  /** Undefined for `normal`. */
  readonly lineHeight: string | undefined;
  readonly colour: Colour;
  /** The colour of `<body>`, which tables have in quirks mode. */
  readonly pageColour: Colour;
  /** The colour that letters are filled with, if it is another. */
  readonly fill: Colour | undefined;
  /** Whether letters have a shadow or an outline, or are cut out of a picture. */
  readonly isOutlined: boolean;
  readonly indent: string;
  readonly spacing: number;
  readonly background: Colour;
  /** From 0 to 1, of all elements around it. */
  readonly opacity: number;
  readonly room: Room;
  /** Whether the text directly in the element is not shown, as that of `<svg>`. */
  readonly isSilent: boolean;
  /** Whether dots stand for letters, as in a field for passwords. */
  readonly isMasked: boolean;
  readonly values: Values;
  readonly variables: Values;
  /** How elements inside look, by what it depends on: pages repeat it. */
  inside: Map<string, Look> | undefined;
}

/** An element that is open. */
export interface Open {
  readonly look: Look;
  /** How its content looks from here on. */
  inside: Look;
}

export const NOTHING: Values = new Map();

/** Black on white. */
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

/** How an element looks that is gone with all its content. */
export function gone(look: Look): Look {
  return look.isGone ? look : { ...look, isGone: true, isSeen: false, inside: undefined };
}
