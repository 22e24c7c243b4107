import { byName } from "../../../base/names.js";
import type { Css } from "./css.js";
import { isSupported } from "./properties.js";
import { pixels } from "./values.js";
import { WINDOW } from "./window.js";

/**
 * Whether the condition of `@media` (Media Queries 5) or `@supports` holds on a usual screen: 1,280 by 720 pixels,
 * light, with a mouse. Neither an unknown condition nor its opposite holds.
 */
export function holds(condition: Css | null): boolean {
  if (condition === null) return true;
  if (condition.type === "AtrulePrelude") return condition.children.every(holds);
  if (condition.type !== "MediaQueryList") return truth(condition) === true;
  return condition.children.length === 0 || condition.children.some((query) => truth(query) === true);
}

/** Whether a condition holds; undefined if it is unknown. */
function truth(node: Css | null | undefined): boolean | undefined {
  switch (node?.type) {
    case "MediaQuery": {
      const isScreen = node.mediaType === null || /^(?:all|screen)$/i.test(node.mediaType);
      const condition = node.condition === null ? true : truth(node.condition);
      const all = isScreen && condition;
      return node.modifier?.toLowerCase() === "not" ? opposite(all) : all;
    }
    case "Condition":
      return combined(node.children);
    case "Feature":
      return feature(node.name.toLowerCase(), node.value as Css | null);
    case "FeatureRange":
      return range(node as unknown as FeatureRange);
    case "SupportsDeclaration": {
      const { declaration } = node;
      if (declaration.type !== "Declaration" || declaration.value.type !== "Raw") return undefined;
      return isSupported(declaration.property.toLowerCase(), declaration.value.value);
    }
    default:
      return undefined;
  }
}

/** Negates a condition. The opposite of an unknown condition is unknown. */
function opposite(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}

/** Evaluates `a and b`, `a or b` or `not a`. */
function combined(nodes: readonly Css[]): boolean | undefined {
  const words = nodes.flatMap((node) => (node.type === "Identifier" ? [node.name.toLowerCase()] : []));
  const values = nodes.filter(({ type }) => type !== "Identifier").map(truth);
  if (words[0] === "not") return opposite(values[0]);
  if (words.includes("or")) return values.includes(true) ? true : values.includes(undefined) ? undefined : false;
  return values.includes(false) ? false : values.includes(undefined) ? undefined : true;
}

/** The features of the screen, as numbers or words. */
const SCREEN = byName<number | string>({
  "width device-width": WINDOW.width,
  "height device-height": WINDOW.height,
  "aspect-ratio": WINDOW.width / WINDOW.height,
  orientation: "landscape",
  "display-mode": "browser",
  "resolution device-pixel-ratio": 1,
  color: 8,
  "color-gamut": "srgb",
  "monochrome grid": 0,
  "hover any-hover": "hover",
  "pointer any-pointer": "fine",
  "prefers-color-scheme": "light",
  "prefers-reduced-motion prefers-contrast": "no-preference",
  "forced-colors inverted-colors scripting": "none",
  update: "fast",
});

/** Evaluates a feature such as `min-width: 600px`, or `hover` without a value. */
function feature(written: string, value: Css | null): boolean | undefined {
  const [, bound, name] = /^(?:-webkit-)?(?:(min|max)-)?(.*)$/.exec(written) ?? [];
  const actual = SCREEN.get(name ?? "");
  if (actual === undefined) return undefined;
  if (value === null) return actual !== 0 && actual !== "none" && actual !== "no-preference";
  if (typeof actual === "string") return value.type === "Identifier" ? value.name.toLowerCase() === actual : undefined;
  const wanted = numberOf(value);
  if (wanted === undefined) return undefined;
  return bound === "min" ? actual >= wanted : bound === "max" ? actual <= wanted : actual === wanted;
}

/** A range in css-tree: `left leftComparison middle`, and perhaps `rightComparison right`. */
interface FeatureRange {
  readonly left: Css;
  readonly leftComparison: string;
  readonly middle: Css;
  readonly rightComparison: string | null;
  readonly right: Css | null;
}

/** Evaluates `width >= 600px` or `400px < width <= 900px`. */
function range({ left, leftComparison, middle, rightComparison, right }: FeatureRange): boolean | undefined {
  const values = [left, middle, right].map((node) =>
    node?.type === "Identifier" ? SCREEN.get(node.name.toLowerCase()) : node === null ? undefined : numberOf(node),
  );
  const isFirst = compared(leftComparison, values[0], values[1]);
  if (rightComparison === null) return isFirst;
  const isSecond = compared(rightComparison, values[1], values[2]);
  return isFirst === undefined || isSecond === undefined ? undefined : isFirst && isSecond;
}

/** Compares two numbers by `<`, `<=`, `>`, `>=` or `=`; undefined unless both are numbers. */
function compared(sign: string, one?: number | string, other?: number | string): boolean | undefined {
  if (typeof one !== "number" || typeof other !== "number") return undefined;
  if (sign.startsWith("<")) return one < other || (sign === "<=" && one === other);
  if (sign.startsWith(">")) return one > other || (sign === ">=" && one === other);
  return one === other;
}

/** Returns a number, ratio, resolution (in dots per pixel) or length (in pixels); undefined for anything else. */
function numberOf(node: Css): number | undefined {
  if (node.type === "Number") return Number(node.value);
  if (node.type === "Ratio") {
    const [left, right] = [node.left, node.right].map((part) => (part === null ? 1 : numberOf(part as Css)));
    return left === undefined || right === undefined ? undefined : left / right;
  }
  if (node.type !== "Dimension") return undefined;
  const dots = { dppx: 1, x: 1, dpi: 1 / 96, dpcm: 2.54 / 96 }[node.unit.toLowerCase()];
  if (dots !== undefined) return Number(node.value) * dots;
  return pixels(`${node.value}${node.unit.toLowerCase()}`, { size: 16, whole: 100 });
}
