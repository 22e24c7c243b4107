import { isClipped, isClippedByPath } from "./clips.js";
import { effectOf, transformed } from "./css/transforms.js";
import { pixels, type Relative } from "./css/values.js";
import { UNREADABLE, WINDOW } from "./css/window.js";
import { type Flow, flowOf } from "./flow.js";
import { type Frame, isOutside, PAGE, type Room, WHOLE_PAGE } from "./room.js";

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
  const box = sizedBox(shape, value, around);
  const { width, height, position } = box;
  const { isInline, isOut, isInFlow, isFloating } = box.flow;
  const corner = cornerOf(box, value, around);
  const onLine = corner.indent;
  // Such a box is only as wide as its content.
  const isShrunk = isOut || isFloating || display.startsWith("inline-");
  const boxWidth = width ?? (isShrunk ? Math.min(around.width, SHRUNK_WIDTH) : around.width);
  const whole = { size, whole: boxWidth, isQuirky: false };
  const effect = isInline ? UNCHANGED : transformation(value, whole, { ...whole, whole: height ?? LINE });
  const [x, y] = [corner.x + effect.x, corner.y + effect.y];
  const scale = around.scale * effect.stretch * zoomOf(value("zoom"));

  const [cutsX, cutsY] = shape.isRoot || !box.isSized ? [false, false] : cuts(value("overflow-x"), value("overflow-y"));
  const frame = frameOf(box, value, around, x, y, [cutsX, cutsY]);
  const isPositioned = position !== "static" || value("transform") !== undefined;
  const outerFrame = isPositioned || isOut ? frame : around.outerFrame;
  const isFlat = cutsY && height === undefined && text.lineHeight <= UNREADABLE;
  const isFlexible = /(?:flex|grid|-box)$/.test(display);
  // Text in a line continues its indent. A box begins lines of its own.
  const indent = isInline ? onLine : (pixels(text.indent, { size, whole: boxWidth, isQuirky }) ?? 0);
  const indentBehind = isInline ? undefined : isInFlow ? onLine : around.indent;
  const place = { x, y, width: boxWidth, height, scale, indent, indentBehind };
  const room = { ...place, frame, outerFrame, isFlexible, isFlat, isOutside: isOutside(frame, x, y, indent) };
  return { room, isHidden: isClippedAway(box, value) };
}

/**
 * Returns the part of the page in which a box shows its content: that of the element around, cut by the box itself.
 *
 * @param cuts whether the box cuts its content horizontally and vertically
 */
function frameOf(box: SizedBox, value: ValueOf, around: Room, x: number, y: number, cuts: readonly boolean[]): Frame {
  const { position, flow, width, height, across } = box;
  let frame = position === "fixed" ? WINDOW_FRAME : flow.isOut ? around.outerFrame : around.frame;
  if (cuts[0] && width !== undefined) {
    frame = cut(frame, "left", "right", x, x + width + (lengthOf(value, "padding-right", across) ?? 0));
  }
  if (cuts[1] && height !== undefined) {
    frame = cut(frame, "top", "bottom", y, y + height + (lengthOf(value, "padding-bottom", across) ?? 0));
  }
  return frame;
}

/** The part of the page that is in the window. */
const WINDOW_FRAME = { ...PAGE, right: WINDOW.width, bottom: WINDOW.height };

/** How an element takes part in the layout, and the size of its box. */
interface SizedBox {
  readonly shape: BoxShape;
  readonly flow: Flow;
  readonly position: string;
  readonly float: string;
  /** Lengths across the page refer to it. */
  readonly across: Relative;
  /** Whether the element can have a width and a height of its own. */
  readonly isSized: boolean;
  /** In pixels; undefined if they depend on the content. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Finds out the kind of an element's box and its size. */
function sizedBox(shape: BoxShape, value: ValueOf, around: Room): SizedBox {
  const { display, size, isQuirky } = shape;
  const position = value("position") ?? "static";
  const float = value("float") ?? "none";
  const flow = flowOf(display, position, float, around.isFlexible);
  const across: Relative = { size, whole: around.width, isQuirky };
  const isSized = !flow.isInline && !/^table/.test(display);
  const width = isSized ? sideOf(value, "width", across) : undefined;
  const wholeHeight = around.height ?? (isQuirky ? WINDOW.height : Number.NaN);
  const height = isSized ? sideOf(value, "height", { size, whole: wholeHeight, isQuirky }) : undefined;
  return { shape, flow, position, float, across, isSized, width, height };
}

/** Returns the upper left corner of a box before transformations, and the indent of the line that it stands on. */
function cornerOf(box: SizedBox, value: ValueOf, around: Room): { x: number; y: number; indent: number } {
  const { across, float, position } = box;
  const { isOut, isInline, isOnLine, isFloating } = box.flow;
  let indent = isOnLine ? around.indent : 0;
  let { x, y } = position === "fixed" ? WHOLE_PAGE : around;
  if (position === "relative" || isOut) {
    const shift = shiftOf(value, isOut, around, across);
    x += shift.x;
    y += shift.y;
  }
  // The parts of a table have no margins.
  if (!/^table-(?!caption)/.test(box.shape.display)) {
    // A float with a margin in per cent is a column. At the right side, a left margin does not move a float.
    const isColumn = float === "right" || (isFloating && value("margin-left")?.endsWith("%"));
    const margin = isColumn ? 0 : (lengthOf(value, "margin-left", across) ?? 0);
    if (isOnLine) indent += margin;
    else x += margin;
    if (!isInline) y += lengthOf(value, "margin-top", across) ?? 0;
  }
  return { x: isInline ? x : x + indent, y, indent };
}

/** Whether nothing of an element is shown: it is cut away, or its content is left out. */
function isClippedAway({ shape, flow }: SizedBox, value: ValueOf): boolean {
  // Inline boxes and tables ignore `content-visibility`, but cells and captions do not.
  const isBox = !flow.isInline && !/^(?:inline-)?table(?!-c[ea])/.test(shape.display);
  return (
    (flow.isOut && isClipped(value("clip"))) ||
    isClippedByPath(value("clip-path"), shape.size) ||
    (isBox && value("content-visibility") === "hidden")
  );
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
  // A box with only a maximum is assumed to have this width. As a height, it counts only if it hides all text.
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

/** The effect of no transformation. */
const UNCHANGED = { stretch: 1, x: 0, y: 0 };

/** Returns the effect of all transformations of a box: how much they enlarge it, and how far they move it. */
function transformation(value: ValueOf, width: Relative, height: Relative): typeof UNCHANGED {
  const matrices = ["translate", "rotate", "scale", "transform"].flatMap((property) => {
    const written = value(property);
    const matrix = written === undefined ? undefined : transformed(property, written, width, height);
    return matrix === undefined ? [] : [matrix];
  });
  return matrices.length === 0 ? UNCHANGED : effectOf(matrices);
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
