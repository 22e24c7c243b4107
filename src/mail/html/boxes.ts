import { isClipped, isClippedByPath } from "./clips.js";
import { effectOf, transformed } from "./css/transforms.js";
import { pixels, type Relative } from "./css/values.js";
import { UNREADABLE, WINDOW } from "./css/window.js";
import { flowOf } from "./flow.js";

/** A rectangle of the page, in pixels from the upper left corner of the page. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The place of an element's content, and the area of the page that is shown there. Approximate: there is no layout. */
export interface Room {
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
  /** Whether it cuts its content, has no height of its own, and its lines have no height. */
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

const PAGE: Frame = { left: 0, top: 0, right: BEHIND_THE_PAGE, bottom: BEHIND_THE_PAGE };

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

/** The kind and size of an element's box. */
export interface BoxShape {
  readonly display: string;
  /** The size of the font, in pixels. */
  readonly size: number;
  readonly isQuirky: boolean;
  /** Whether it is `<html>` or `<body>` and the window cuts its content. */
  readonly isRoot: boolean;
}

/** Returns the value of a CSS property; undefined if it is not set. */
type ValueOf = (property: string) => string | undefined;

/**
 * Places an element in the room around it.
 *
 * @param value reads the element's properties
 * @param text the height of its lines in pixels, and its `text-indent`
 * @returns the room for its content, and whether the element and all its content are hidden
 */
export function placed(
  shape: BoxShape,
  value: ValueOf,
  around: Room,
  text: { readonly lineHeight: number; readonly indent: string },
): { room: Room; isHidden: boolean } {
  const { display, size, isQuirky } = shape;
  if (display === "contents") return { room: around, isHidden: false };
  const position = value("position") ?? "static";
  const float = value("float") ?? "none";
  const { isOut, isFloating, isInFlow, isInline, isOnLine } = flowOf(display, position, float, around.isFlexible);
  const across: Relative = { size, whole: around.width, isQuirky };

  const isSized = !isInline && !/^table/.test(display);
  const width = isSized ? sideOf(value, "width", across) : undefined;
  const wholeHeight = around.height ?? (isQuirky ? WINDOW.height : Number.NaN);
  const height = isSized ? sideOf(value, "height", { size, whole: wholeHeight, isQuirky }) : undefined;

  const isFixed = position === "fixed";
  let onLine = isOnLine ? around.indent : 0;
  let { x, y } = isFixed ? WHOLE_PAGE : around;
  if (position === "relative" || isOut) {
    const shift = shiftOf(value, isOut, around, across);
    x += shift.x;
    y += shift.y;
  }
  if (!/^table-(?!caption)/.test(display)) {
    // A float with a margin in per cent is a column. At the right side, a left margin does not move a float.
    const margin =
      float === "right" || (isFloating && value("margin-left")?.endsWith("%"))
        ? 0
        : lengthOf(value, "margin-left", across);
    if (isOnLine) onLine += margin ?? 0;
    else x += margin ?? 0;
    if (!isInline) y += lengthOf(value, "margin-top", across) ?? 0;
  }
  if (!isInline) x += onLine;
  const isShrunk = isOut || isFloating || display.startsWith("inline-");
  const boxWidth = width ?? (isShrunk ? Math.min(around.width, SHRUNK_WIDTH) : around.width);
  let stretch = 1;
  if (!isInline) {
    const effect = transformation(
      value,
      { size, whole: boxWidth, isQuirky: false },
      { size, whole: height ?? LINE, isQuirky: false },
    );
    stretch = effect.stretch;
    x += effect.x;
    y += effect.y;
  }
  const scale = around.scale * stretch * zoomOf(value("zoom"));

  const isPositioned = position !== "static" || value("transform") !== undefined;
  let frame = isFixed
    ? { ...PAGE, right: WINDOW.width, bottom: WINDOW.height }
    : isOut
      ? around.outerFrame
      : around.frame;
  const [cutsX, cutsY] = shape.isRoot || !isSized ? [false, false] : cuts(value("overflow-x"), value("overflow-y"));
  if (cutsX && width !== undefined) {
    frame = cut(frame, "left", "right", x, x + width + (lengthOf(value, "padding-right", across) ?? 0));
  }
  if (cutsY && height !== undefined) {
    frame = cut(frame, "top", "bottom", y, y + height + (lengthOf(value, "padding-bottom", across) ?? 0));
  }
  const outerFrame = isPositioned || isOut ? frame : around.outerFrame;
  const isFlat = cutsY && height === undefined && text.lineHeight <= UNREADABLE;
  const isFlexible = /(?:flex|grid|-box)$/.test(display);
  const indent = isInline ? onLine : (pixels(text.indent, { size, whole: boxWidth, isQuirky }) ?? 0);
  const indentBehind = isInline ? undefined : isInFlow ? onLine : around.indent;
  const place = { x, y, width: boxWidth, height, scale, indent, indentBehind };
  const room = { ...place, frame, outerFrame, isFlexible, isFlat, isOutside: isOutside(frame, x, y, indent) };
  const isHidden =
    (isOut && isClipped(value("clip"))) ||
    isClippedByPath(value("clip-path"), size) ||
    (!isInline && !/^(?:inline-)?table(?!-c[ea])/.test(display) && value("content-visibility") === "hidden");
  return { room, isHidden };
}

/** Returns the length of a property in pixels; undefined if it is not set or no length. */
function lengthOf(value: ValueOf, property: string, relative: Relative): number | undefined {
  const written = value(property);
  return written === undefined ? undefined : pixels(written, relative);
}

/** Returns the width or height of a box within its limits, in pixels; undefined if it depends on the content. */
function sideOf(value: ValueOf, side: "width" | "height", relative: Relative): number | undefined {
  const [plain, most, least] = [side, `max-${side}`, `min-${side}`].map((property) => {
    const length = lengthOf(value, property, relative);
    return length === undefined || Number.isNaN(length) ? undefined : length;
  });
  const length =
    most === undefined ? plain : Math.min(plain ?? (most <= UNREADABLE || side === "width" ? most : Number.NaN), most);
  return length === undefined || Number.isNaN(length) ? undefined : Math.max(length, least ?? 0);
}

/** Returns how far `left`, `right`, `top` and `bottom` move a box, in pixels. */
function shiftOf(value: ValueOf, isOut: boolean, around: Room, across: Relative): { x: number; y: number } {
  const wholeHeight = around.height ?? WINDOW.height;
  const down = { ...across, whole: wholeHeight };
  const [left, right] = [lengthOf(value, "left", across), lengthOf(value, "right", across)];
  const [top, bottom] = [lengthOf(value, "top", down), lengthOf(value, "bottom", down)];
  return {
    // Without a width, take the right edge as the beginning of the text.
    x: left ?? (right === undefined ? 0 : (isOut ? around.width : 0) - right),
    y: top ?? (bottom === undefined ? 0 : (isOut ? wholeHeight : 0) - bottom),
  };
}

/** In pixels. The assumed width of a box that is as wide as its text. */
const SHRUNK_WIDTH = 100;
/** In pixels. The assumed height of a box that is as high as its text. */
const LINE = 18;

/** Returns the effect of all transformations of a box: how much they enlarge it, and how far they move it. */
function transformation(value: ValueOf, width: Relative, height: Relative) {
  const matrices = ["translate", "rotate", "scale", "transform"].flatMap((property) => {
    const written = value(property);
    const matrix = written === undefined ? undefined : transformed(property, written, width, height);
    return matrix === undefined ? [] : [matrix];
  });
  return matrices.length === 0 ? { stretch: 1, x: 0, y: 0 } : effectOf(matrices);
}

/** Returns the factor of `zoom`. Browsers read 0 as 1. */
function zoomOf(text: string | undefined): number {
  return text === undefined ? 1 : Math.abs(Number.parseFloat(text)) * (text.endsWith("%") ? 0.01 : 1) || 1;
}

/** Whether a box cuts its content horizontally and vertically. */
function cuts(x = "visible", y = "visible"): [boolean, boolean] {
  // If the other direction scrolls or is hidden, `visible` means `auto`.
  const isBox = [x, y].some((overflow) => !/^(?:visible|clip)$/.test(overflow));
  return [isBox || x === "clip", isBox || y === "clip"];
}

/** Cuts a rectangle in one direction. */
function cut(frame: Frame, start: "left" | "top", end: "right" | "bottom", from: number, to: number): Frame {
  return { ...frame, [start]: Math.max(frame[start], from), [end]: Math.min(frame[end], to) };
}

/** Returns the same room with another indent of the line. */
export function withIndent(room: Room, indent: number): Room {
  return { ...room, indent, isOutside: isOutside(room.frame, room.x, room.y, indent) };
}

/** Whether text at a place is outside of the area that is shown, or that area is too small to read in. */
function isOutside({ left, top, right, bottom }: Frame, x: number, y: number, indent: number): boolean {
  const [width, height] = [right - left, bottom - top];
  if (width <= UNREADABLE || height <= UNREADABLE || x >= right || y >= bottom) return true;
  return x + indent <= left - Math.min(BEFORE_THE_PAGE, width) || y <= top - Math.min(BEFORE_THE_PAGE, height);
}
