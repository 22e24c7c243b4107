import { remembering } from "../../../base/remembering.js";
import { cssValues } from "../tree/standards.js";

/** The window that pages are read in, in pixels: one of a usual size. */
export const WINDOW = { width: 1280, height: 720 };

/** In pixels. Smaller letters cannot be read, nor letters of which no more is left. */
export const UNREADABLE = 2;

/** Sizes in pixels that relative lengths refer to. */
export interface Relative {
  /** The size of the font. */
  readonly size: number;
  /** The length that 100 % stands for. */
  readonly whole: number;
  /** Whether numbers without a unit are pixels, as in quirks mode. */
  readonly isQuirky?: boolean;
}

/** A length in pixels; undefined if it is none. */
export function pixels(text: string, relative: Relative): number | undefined {
  return quantity(
    text,
    (unit) => {
      if (unit === "%") return relative.whole / 100;
      if (unit === "") return relative.isQuirky === true ? 1 : 0;
      const em = EMS.get(unit);
      return em === undefined ? PIXELS.get(unit) : em * relative.size;
    },
    relative.isQuirky !== true,
  );
}

/** A number or a percentage of 1. */
export function share(text: string): number | undefined {
  return quantity(text, (unit) => (unit === "%" ? 0.01 : unit === "" ? 1 : undefined));
}

/** An angle in radians. */
export function angle(text: string): number | undefined {
  return quantity(text, (unit) => ANGLES.get(unit));
}

/**
 * A number with a unit, or a calculation.
 *
 * @param worth what one of a unit is; undefined for a unit that does not belong here
 * @param onlyZero whether a number without a unit has to be 0
 */
function quantity(text: string, worth: (unit: string) => number | undefined, onlyZero = false): number | undefined {
  const [, number, unit] = QUANTITY.exec(text) ?? [];
  if (number !== undefined) {
    if (onlyZero && unit === "" && Number(number) !== 0) return undefined;
    const one = worth(unit);
    return one === undefined ? undefined : Number(number) * one;
  }
  if (!CALCULATION.test(text) || text.length > LONGEST_CALCULATION) return undefined;
  let isKnown = true;
  const plain = text.replace(/^-webkit-/, "").replace(QUANTITIES, (_, amount: string, of: string) => {
    const one = of === "" ? 1 : worth(of);
    isKnown &&= one !== undefined;
    return `${Number(amount) * (one ?? 1)}`;
  });
  const result = isKnown ? Number(calculated(plain)) : Number.NaN;
  return Number.isNaN(result) ? undefined : result;
}

/** The result; css-calc throws at some that are not closed. */
const calculated = remembering((text) => {
  try {
    return cssValues().calc(text);
  } catch {
    return "none";
  }
}, 256);

const QUANTITY = /^([-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/;
const QUANTITIES = /(?<![\w.)])((?:(?<![\d)]\s*)[-+])?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)/g;
const CALCULATION = /^(?:-webkit-calc|calc|min|max|clamp|round|mod|rem|abs|sign|sqrt|pow|hypot)\(/;

/** In characters. */
const LONGEST_CALCULATION = 200;

/** Units of length in pixels (CSS Values 4, section 6.2). */
const PIXELS: ReadonlyMap<string, number> = new Map([
  ...Object.entries({
    px: 1,
    pt: 4 / 3,
    pc: 16,
    mm: 96 / 25.4,
    cm: 96 / 2.54,
    q: 96 / 101.6,
    in: 96,
    rem: 16,
    rlh: 18,
  }),
  ...["", "s", "l", "d"].flatMap((kind): [string, number][] => [
    [`${kind}vw`, WINDOW.width / 100],
    [`${kind}vi`, WINDOW.width / 100],
    [`${kind}vh`, WINDOW.height / 100],
    [`${kind}vb`, WINDOW.height / 100],
    [`${kind}vmin`, WINDOW.height / 100],
    [`${kind}vmax`, WINDOW.width / 100],
  ]),
]);

/** Units of length in sizes of the font; all but `em` are approximate. */
const EMS: ReadonlyMap<string, number> = new Map(
  Object.entries({ em: 1, ex: 0.45, ch: 0.5, cap: 0.66, ic: 1, lh: 1.15 }),
);

const ANGLES: ReadonlyMap<string, number> = new Map(
  Object.entries({ deg: Math.PI / 180, grad: Math.PI / 200, rad: 1, turn: 2 * Math.PI }),
);

/** A function in a value, such as `scale(0, 1)`. */
export interface Call {
  readonly name: string;
  /** Its arguments, separated by commas. */
  readonly arguments: readonly string[];
}

/** The functions in a value that has nothing else; undefined if it has. */
export function callsOf(text: string): Call[] | undefined {
  const calls: Call[] = [];
  for (const part of splitOutside(text, /\s/)) {
    const [, name, inner] = /^([a-z0-9-]+)\(([\s\S]*)\)$/.exec(part) ?? [];
    if (name === undefined) return undefined;
    calls.push({ name, arguments: splitOutside(inner, /,/) });
  }
  return calls;
}

/** Splits a text at separators that are not in brackets. Each part is trimmed. */
export function splitOutside(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const character = text[at] ?? "";
    if (character === "(") depth++;
    else if (character === ")") depth--;
    if (at < text.length && (depth > 0 || !separator.test(character))) continue;
    const part = text.slice(from, at).trim();
    if (part !== "") parts.push(part);
    from = at + 1;
  }
  return parts;
}
