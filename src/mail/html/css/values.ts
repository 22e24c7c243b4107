import { orElse } from "../../../base/errors.js";
import { remembering } from "../../../base/lazily.js";
import { byName } from "../../../base/names.js";
import { cssValues } from "../tree/standards.js";
import { WINDOW } from "./window.js";

/** The sizes that relative lengths refer to, in pixels. */
export interface Relative {
  /** The font size: one `em`. */
  readonly size: number;
  /** The length of 100 %, in pixels; NaN if it is not known. */
  readonly whole: number;
  /** Whether numbers without a unit are pixels, as in quirks mode. */
  readonly isQuirky?: boolean;
}

/** Returns a length of CSS in pixels; undefined if the text is not a length. */
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

/** Returns a number, or a percentage as a fraction: `50%` is 0.5. Returns undefined for any other text. */
export function share(text: string): number | undefined {
  return quantity(text, (unit) => (unit === "%" ? 0.01 : unit === "" ? 1 : undefined));
}

/** Returns an angle in radians; undefined if the text is not an angle. */
export function angle(text: string): number | undefined {
  return quantity(text, (unit) => ANGLES.get(unit));
}

/**
 * Returns the value of a number with a unit, or of a calculation such as `calc(1em + 2px)`; undefined for other texts.
 *
 * @param sizeOf returns the size of one unit; undefined for a unit that is not allowed
 * @param onlyZero whether 0 is the only number that may lack a unit
 */
function quantity(text: string, sizeOf: (unit: string) => number | undefined, onlyZero = false): number | undefined {
  const [, number, unit] = QUANTITY.exec(text) ?? [];
  if (number === undefined) return calculation(text, sizeOf);
  if (onlyZero && unit === "" && Number(number) !== 0) return undefined;
  const size = sizeOf(unit);
  return size === undefined ? undefined : Number(number) * size;
}

/** Evaluates a calculation, after replacing each quantity by a plain number. */
function calculation(text: string, sizeOf: (unit: string) => number | undefined): number | undefined {
  if (!CALCULATION.test(text) || text.length > MAX_CALCULATION) return undefined;
  let isKnown = true;
  const plain = text.replace(/^-webkit-/, "").replace(QUANTITIES, (_, amount: string, unit: string) => {
    const size = unit === "" ? 1 : sizeOf(unit);
    isKnown &&= size !== undefined;
    return `${Number(amount) * (size ?? 1)}`;
  });
  const result = isKnown ? Number(resultOf(plain)) : Number.NaN;
  return Number.isNaN(result) ? undefined : result;
}

/** Evaluates a calculation without units. If it is not valid, css-calc may throw; the result is then not a number. */
const resultOf = remembering((text) => orElse(() => cssValues().calc(text), "none"), 256);

/** A number with its unit. */
const QUANTITY = /^([-+]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)$/;
/** The numbers in a calculation with their units. A sign after a number or a bracket is an operator. */
const QUANTITIES = /(?<![\w.)])((?:(?<![\d)]\s*)[-+])?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)/g;
/** The functions of calculations (CSS Values 4, section 10). */
const CALCULATION = /^(?:-webkit-calc|calc|min|max|clamp|round|mod|rem|abs|sign|sqrt|pow|hypot)\(/;

/** In characters. */
const MAX_CALCULATION = 200;

/** The size of each unit of length in pixels (CSS Values 4, section 6.2). `rem` and `rlh` assume the usual fonts. */
const PIXELS = byName({
  px: 1,
  pt: 4 / 3,
  "pc rem": 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  q: 96 / 101.6,
  in: 96,
  rlh: 18,
  "vw vi vmax svw svi svmax lvw lvi lvmax dvw dvi dvmax": WINDOW.width / 100,
  "vh vb vmin svh svb svmin lvh lvb lvmin dvh dvb dvmin": WINDOW.height / 100,
});

/** The size of each unit of length in font sizes. All values except that of `em` are approximate. */
const EMS = byName({ em: 1, ex: 0.45, ch: 0.5, cap: 0.66, ic: 1, lh: 1.15 });

/** The size of each unit of angles in radians. */
const ANGLES = byName({ deg: Math.PI / 180, grad: Math.PI / 200, rad: 1, turn: 2 * Math.PI });
