import { callsOf, splitOutside } from "./css/calls.js";
import { pixels } from "./css/values.js";
import { UNREADABLE } from "./css/window.js";

/** Whether the rectangle of `clip`, such as `rect(0, 0, 0, 0)`, hides everything. False if `clip` is not set. */
export function isClipped(clip: string | undefined): boolean {
  const sides = /^rect\(([^()]*)\)$/.exec(clip ?? "")?.[1].split(/[\s,]+/);
  if (sides?.length !== 4) return false;
  const [top, right, bottom, left] = sides.map((side) => pixels(side, { size: 16, whole: 100, isQuirky: true }));
  return (bottom ?? FAR) - (top ?? 0) <= UNREADABLE || (right ?? FAR) - (left ?? 0) <= UNREADABLE;
}

/**
 * Whether the shape of `clip-path` hides everything. The size of the box is not known: 100 pixels are assumed, so that one
 * per cent is one pixel.
 *
 * @param size of the font, in pixels
 */
export function isClippedByPath(path: string | undefined, size: number): boolean {
  const [call] = callsOf(path?.replace(/\s+[a-z]+-box$/, "") ?? "") ?? [];
  if (call === undefined) return false;
  const of = (text: string) => pixels(text, { size, whole: 100 }) ?? 0;
  const [first = "", ...others] = call.arguments;
  const words = splitOutside(first.replace(/\s(?:round|at)\s[\s\S]*$/, "").replace(/^at\s[\s\S]*$/, ""), /\s/);
  switch (call.name) {
    case "inset": {
      const [top = 0, right = top, bottom = top, left = right] = words.map(of);
      return top + bottom >= 100 - UNREADABLE || left + right >= 100 - UNREADABLE;
    }
    case "rect": {
      const [top, right, bottom, left] = words.map((word) => (word === "auto" ? undefined : of(word)));
      return (bottom ?? 100) - (top ?? 0) <= UNREADABLE || (right ?? 100) - (left ?? 0) <= UNREADABLE;
    }
    // After the place of the corner come the width and the height.
    case "xywh":
      return words.slice(2, 4).some((word) => of(word) <= UNREADABLE);
    // The words are radii. Those that end in `side` depend on the size of the box.
    case "circle":
    case "ellipse":
      return words.some((word) => !/side$/.test(word) && of(word) <= UNREADABLE / 2);
    case "polygon":
      return areaOf([first, ...others].map((point) => splitOutside(point, /\s/).map(of))) <= UNREADABLE;
    default:
      return false;
  }
}

/** Computes the area of a polygon with the shoelace formula. */
function areaOf(points: readonly (readonly number[])[]): number {
  const corners = points.filter(({ length }) => length === 2);
  const twice = corners.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % corners.length];
    return sum + x * nextY - nextX * y;
  }, 0);
  return Math.abs(twice) / 2;
}

/** In pixels. The assumed end of a box that has no end. */
const FAR = 5000;
