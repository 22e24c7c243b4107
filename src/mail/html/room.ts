import { UNREADABLE, WINDOW } from "./css/window.js";

/** A rectangle of the page, in pixels from the upper left corner of the page. */
export interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The place of an element's content, and the area of the page that is shown there. Approximate: there is no layout. */
export interface Room {
  /** The upper left corner and the size, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Undefined if it depends on the content. */
  readonly height: number | undefined;
  /** The factor by which the content is drawn larger or smaller, from transformations and `zoom`. */
  readonly scale: number;
  /** The rectangle of the page that is shown. */
  readonly frame: Frame;
  /** The same for content with an absolute position, which some boxes do not cut. */
  readonly outerFrame: Frame;
  /** Whether the elements inside are boxes in a row or a grid. */
  readonly isFlexible: boolean;
  /** Whether it cuts its content, has no height of its own, and its lines are too low to be read. */
  readonly isFlat: boolean;
  /** How far indent and margins move text on the line to the right, in pixels. */
  readonly indent: number;
  /** The indent after the element; undefined if it depends on the content of the element. */
  readonly indentBehind: number | undefined;
  /** Whether text here is outside of the area that is shown. */
  readonly isOutside: boolean;
}

/** In pixels. A reader can scroll beyond the end of a window, but not this far. */
const BEHIND_THE_PAGE = 5000;

/** In pixels. No page is this wide. Smaller shifts are usually part of the design. */
const BEFORE_THE_PAGE = 900;

/** The whole page, as far as a reader scrolls. */
export const PAGE: Frame = { left: 0, top: 0, right: BEHIND_THE_PAGE, bottom: BEHIND_THE_PAGE };

/** The room of a page, before any element. */
export const WHOLE_PAGE: Room = {
  x: 0,
  y: 0,
  width: WINDOW.width,
  height: undefined,
  scale: 1,
  frame: PAGE,
  outerFrame: PAGE,
  isFlexible: false,
  isFlat: false,
  indent: 0,
  indentBehind: undefined,
  isOutside: false,
};

/** Returns the same room with another indent of the line. */
export function withIndent(room: Room, indent: number): Room {
  return { ...room, indent, isOutside: isOutside(room.frame, room.x, room.y, indent) };
}

/** Whether text at a place is outside of the area that is shown, or that area is too small to read in. */
export function isOutside({ left, top, right, bottom }: Frame, x: number, y: number, indent: number): boolean {
  const [width, height] = [right - left, bottom - top];
  if (width <= UNREADABLE || height <= UNREADABLE || x >= right || y >= bottom) return true;
  return x + indent <= left - Math.min(BEFORE_THE_PAGE, width) || y <= top - Math.min(BEFORE_THE_PAGE, height);
}
