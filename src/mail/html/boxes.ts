import { isClipped, isClippedByPath } from "./clips.js";
import { effectOf, transformed } from "./css/transforms.js";
import { pixels, type Relative, UNREADABLE, WINDOW } from "./css/values.js";

/** A part of the page, in pixels from its upper left corner. */
interface Frame {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Where the content of an element is, and what is shown there. Places are approximate: nothing is laid out. */
export interface Room {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Undefined where the content decides. */
  readonly height: number | undefined;
  /** How much smaller or larger it is drawn: transformations and `zoom`. */
  readonly scale: number;
  /** The part of the page that is shown. */
  readonly frame: Frame;
  /** The same for content that is placed absolutely, which not every box cuts. */
  readonly outerFrame: Frame;
  /** Whether elements inside are boxes in a row or a grid. */
  readonly isFlexible: boolean;
  /** Whether it cuts its content, and its lines have no height. */
  readonly isFlat: boolean;
  /** How far text on the line is moved to the right by indent and margins, in pixels. */
  readonly indent: number;
  /** The same behind the element; undefined where its content decides. */
  readonly indentBehind: number | undefined;
  /** Whether text here is outside of what is shown. */
  readonly isOutside: boolean;
}

/** In pixels. A reader can scroll beyond the end of a window, but nobody scrolls as far. */
const BEHIND_THE_PAGE = 5000;

/** In pixels. No page is as wide; smaller shifts are usually design. */
const BEFORE_THE_PAGE = 900;

const PAGE: Frame = { left: 0, top: 0, right: BEHIND_THE_PAGE, bottom: BEHIND_THE_PAGE };

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

export interface BoxShape {
  readonly display: string;
  /** The size of the font. */
  readonly size: number;
  readonly isQuirky: boolean;
  /** Whether it is `<html>` or `<body>`, for which the window cuts. */
  readonly isRoot: boolean;
}

type ValueOf = (property: string) => string | undefined;

/** Places an element in the room around it. `isHidden`: it is not seen, with all its content. */
export function placed(
  shape: BoxShape,
  value: ValueOf,
  around: Room,
  text: { readonly lineHeight: number; readonly indent: string },
): { room: Room; isHidden: boolean } {
  const { display, size, isQuirky } = shape;
  if (display === "contents") return { room: around, isHidden: false };
  const position = value("position") ?? "static";
  const isOut = position === "absolute" || position === "fixed";
  const float = value("float") ?? "none";
  const isFloating = float !== "none";
  const isInFlow = !isOut && !isFloating && display !== "none" && !/^table-/.test(display);
  const isInline = /^(?:inline|ruby)$/.test(display) && isInFlow && !around.isFlexible;
  const isOnLine = isInFlow && (isInline || around.isFlexible || /inline-/.test(display));
  const across: Relative = { size, whole: around.width, isQuirky };
  const along = (property: string, relative: Relative) => {
    const written = value(property);
    return written === undefined ? undefined : pixels(written, relative);
  };

  const isSized = !isInline && !/^table/.test(display);
  const width = isSized ? sideOf("width", across) : undefined;
  const height = isSized
    ? sideOf("height", { size, whole: around.height ?? (isQuirky ? WINDOW.height : Number.NaN), isQuirky })
    : undefined;
  function sideOf(side: string, relative: Relative): number | undefined {
    const [plain, most, least] = [side, `max-${side}`, `min-${side}`].map((property) => {
      const length = along(property, relative);
      return length === undefined || Number.isNaN(length) ? undefined : length;
    });
    const length =
      most === undefined
        ? plain
        : Math.min(plain ?? (most <= UNREADABLE || side === "width" ? most : Number.NaN), most);
    return length === undefined || Number.isNaN(length) ? undefined : Math.max(length, least ?? 0);
  }

  const isFixed = position === "fixed";
  let onLine = isOnLine ? around.indent : 0;
  let { x, y } = isFixed ? WHOLE_PAGE : around;
  if (position === "relative" || isOut) {
    const [left, right] = [along("left", across), along("right", across)];
    const down = { size, whole: around.height ?? WINDOW.height, isQuirky };
    const [top, bottom] = [along("top", down), along("bottom", down)];
    // Without a width, the right edge is where the text begins.
    x += left ?? (right === undefined ? 0 : (isOut ? around.width : 0) - right);
    y += top ?? (bottom === undefined ? 0 : (isOut ? (around.height ?? WINDOW.height) : 0) - bottom);
  }
  if (!/^table-(?!caption)/.test(display)) {
    // Floats that a percentage moves are columns, and at the right side, no margin at the left moves them.
    const margin =
      float === "right" || (isFloating && value("margin-left")?.endsWith("%")) ? 0 : along("margin-left", across);
    if (isOnLine) onLine += margin ?? 0;
    else x += margin ?? 0;
    if (!isInline) y += along("margin-top", across) ?? 0;
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
    frame = cut(frame, "left", "right", x, x + width + (along("padding-right", across) ?? 0));
  }
  if (cutsY && height !== undefined) {
    frame = cut(frame, "top", "bottom", y, y + height + (along("padding-bottom", across) ?? 0));
  }
  const outerFrame = isPositioned || isOut ? frame : around.outerFrame;
  const isFlat = cutsY && height === undefined && text.lineHeight <= UNREADABLE;
  const isFlexible = /(?:flex|grid|-box)$/.test(display);
  const indent = isInline ? onLine : (pixels(text.indent, { size, whole: boxWidth, isQuirky }) ?? 0);
  const indentBehind = isInline ? undefined : isInFlow ? onLine : around.indent;
  const room = {
    ...{ x, y, width: boxWidth, height, scale, frame, outerFrame, isFlexible, isFlat, indent, indentBehind },
    isOutside: isOutside(frame, x, y, indent),
  };
  const isHidden =
    (isOut && isClipped(value("clip"))) ||
    isClippedByPath(value("clip-path"), size) ||
    (!isInline && !/^(?:inline-)?table(?!-c[ea])/.test(display) && value("content-visibility") === "hidden");
  return { room, isHidden };
}

/** In pixels: a box that is as wide as its text. */
const SHRUNK_WIDTH = 100;
/** In pixels: a box that is as high as its text. */
const LINE = 18;

function transformation(value: ValueOf, width: Relative, height: Relative) {
  const matrices = ["translate", "rotate", "scale", "transform"].flatMap((property) => {
    const written = value(property);
    const matrix = written === undefined ? undefined : transformed(property, written, width, height);
    return matrix === undefined ? [] : [matrix];
  });
  return matrices.length === 0 ? { stretch: 1, x: 0, y: 0 } : effectOf(matrices);
}

/** Browsers take 0 as 1. */
function zoomOf(text: string | undefined): number {
  return text === undefined ? 1 : Math.abs(Number.parseFloat(text)) * (text.endsWith("%") ? 0.01 : 1) || 1;
}

/** Whether a box cuts its content at its sides, and below. */
function cuts(x = "visible", y = "visible"): [boolean, boolean] {
  // Beside one that scrolls or is hidden, `visible` means `auto`.
  const isBox = [x, y].some((overflow) => !/^(?:visible|clip)$/.test(overflow));
  return [isBox || x === "clip", isBox || y === "clip"];
}

function cut(frame: Frame, start: "left" | "top", end: "right" | "bottom", from: number, to: number): Frame {
  return { ...frame, [start]: Math.max(frame[start], from), [end]: Math.min(frame[end], to) };
}

/** The same place on a line that is indented. */
export function withIndent(room: Room, indent: number): Room {
  return { ...room, indent, isOutside: isOutside(room.frame, room.x, room.y, indent) };
}

function isOutside({ left, top, right, bottom }: Frame, x: number, y: number, indent: number): boolean {
  const [width, height] = [right - left, bottom - top];
  if (width <= UNREADABLE || height <= UNREADABLE || x >= right || y >= bottom) return true;
  return x + indent <= left - Math.min(BEFORE_THE_PAGE, width) || y <= top - Math.min(BEFORE_THE_PAGE, height);
}
