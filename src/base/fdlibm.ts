/**
 * The logarithms and exponentials of fdlibm, which Node.js 20 to 26 compute with. Newer browsers round some results
 * otherwise. The builds for browsers take these functions instead, so that a model gives the same scores as in Node.js,
 * to the last bit: see `scripts/bundle-browser.ts`.
 *
 * The methods and constants are those of fdlibm 5.3 (`e_exp.c`, `e_log.c`, `s_expm1.c`, `s_log1p.c`, `s_tanh.c`), with
 * the later changes of FreeBSD and V8. A constant has as many digits as a double keeps.
 *
 * Copyright (C) 1993, 2004 by Sun Microsystems, Inc. All rights reserved. Permission to use, copy, modify, and distribute
 * this software is freely granted, provided that this notice is preserved.
 */

/** ln 2 in two summands. The first has so few digits that its products with an exponent are exact. */
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
/** 1 / ln 2. */
const INVERSE_LN2 = Math.LOG2E;
/** Above this, `exp` is infinite. */
const INFINITE_ABOVE = 709.782712893384;
/** Below this, `exp` is 0. */
const ZERO_BELOW = -745.1332191019411;

/** One number and, in the same memory, its two halves. */
const number = new Float64Array(1);
const halves = new Int32Array(number.buffer);
/** The index of the half with the sign and the exponent: 1 where numbers begin with their lowest byte. */
const HIGH = new Uint8Array(Uint32Array.of(1).buffer)[0];

/** Returns the half of a number with its sign (highest bit), exponent (11 bits) and the first 20 bits of its mantissa. */
function highHalf(x: number): number {
  number[0] = x;
  return halves[HIGH];
}

/** Returns a number with another high half. */
function withHighHalf(x: number, high: number): number {
  number[0] = x;
  halves[HIGH] = high;
  return number[0];
}

/** Returns 2^k for an exponent of a normal number, -1022 to 1023. */
function powerOfTwo(k: number): number {
  return withHighHalf(0, (k + 1023) << 20);
}

/** Computes e^x: x = k ln 2 + r with |r| <= ln 2 / 2, and e^r by a rational function of r². */
export function exp(x: number): number {
  const size = Math.abs(x);
  if (!(size < Number.POSITIVE_INFINITY)) return x === Number.NEGATIVE_INFINITY ? 0 : x;
  if (x > INFINITE_ABOVE) return Number.POSITIVE_INFINITY;
  if (x < ZERO_BELOW) return 0;
  // The comparisons are those of high halves: 1/2 ln 2, 3/2 ln 2, 2^-28.
  const high = highHalf(size);
  let k = 0;
  // r is main - lost, in two numbers because rounding r loses some digits.
  let main = 0;
  let lost = 0;
  let r = x;
  if (high > 0x3fd62e42) {
    if (high < 0x3ff0a2b2) {
      if (x === 1) return Math.E;
      k = x < 0 ? -1 : 1;
    } else {
      k = Math.trunc(INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5));
    }
    main = x - k * LN2_HIGH;
    lost = k * LN2_LOW;
    r = main - lost;
  } else if (high < 0x3e300000) {
    return 1 + x;
  }
  const t = r * r;
  // The rational function: e^r = 1 + r + r c / (2 - c).
  const c =
    r -
    t *
      (0.16666666666666602 +
        t *
          (-0.0027777777777015593 +
            t * (6.613756321437934e-5 + t * (-1.6533902205465252e-6 + t * 4.1381367970572385e-8))));
  if (k === 0) return 1 - ((r * c) / (c - 2) - r);
  const y = 1 - (lost - (r * c) / (2 - c) - main);
  // 2^k may be no normal number, so the result is scaled in two steps.
  if (k === 1024) return y * 2 * 2 ** 1023;
  return k >= -1021 ? y * powerOfTwo(k) : y * powerOfTwo(k + 1000) * 2 ** -1000;
}

/** The coefficients of R in log(1 + f) = 2s + s · R, with s = f / (2 + f) and R = LG1 · s² + LG2 · s⁴ + … */
const LG1 = 0.6666666666666735;
const LG2 = 0.3999999999940942;
const LG3 = 0.2857142874366239;
const LG4 = 0.22222198432149784;
const LG5 = 0.1818357216161805;
const LG6 = 0.15313837699209373;
const LG7 = 0.14798198605116586;

/** Computes the natural logarithm: x = 2^k (1 + f) with 1 + f between √½ and √2, and log(1 + f) by a series. */
export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  let k = 0;
  let scaled = x;
  let high = highHalf(x);
  if (high < 0x00100000) {
    // A number below the normal ones, which has no exponent.
    k = -54;
    scaled = x * 2 ** 54;
    high = highHalf(scaled);
  }
  k += (high >> 20) - 1023;
  high &= 0x000fffff;
  // Carries into the exponent if the mantissa is above √2, so that f is between √½ - 1 and √2 - 1.
  const carried = (high + 0x95f64) & 0x100000;
  k += carried >> 20;
  const f = withHighHalf(scaled, high | (carried ^ 0x3ff00000)) - 1;
  // The mantissa is all zeros or nearly all ones, so that |f| is at most 2^-20: two terms of the series are enough.
  if ((0x000fffff & (2 + high)) < 3) {
    if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + k * LN2_LOW;
    const r = f * f * (0.5 - 0.3333333333333333 * f);
    return k === 0 ? f - r : k * LN2_HIGH - (r - k * LN2_LOW - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const w = z * z;
  const r = z * (LG1 + w * (LG3 + w * (LG5 + w * LG7))) + w * (LG2 + w * (LG4 + w * LG6));
  // For mantissas from 1.38 to 1.42, f²/2 is taken out of the series, which is more precise there. The `|` is below 0 if
  // one of the differences is.
  if (((high - 0x6147a) | (0x6b851 - high)) > 0) {
    const half = 0.5 * f * f;
    return k === 0 ? f - (half - s * (half + r)) : k * LN2_HIGH - (half - (s * (half + r) + k * LN2_LOW) - f);
  }
  return k === 0 ? f - s * (f - r) : k * LN2_HIGH - (s * (f - r) - k * LN2_LOW - f);
}

/** Computes log(1 + x), also precisely for a small x: `log` with a correction for what 1 + x loses. */
export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const high = highHalf(x);
  const size = high & 0x7fffffff;
  let k = 1;
  let f = x;
  /** The first 20 bits of the mantissa. After the scaling, it only matters whether it is 0: then |f| is below 2^-19. */
  let top20 = 1;
  let lost = 0;
  // In high halves: x < √2 - 1.
  if (high < 0x3fda827a) {
    // Below 2^-29 two terms of the series are enough, below 2^-54 one.
    if (size < 0x3e200000) return size < 0x3c900000 ? x : x - x * x * 0.5;
    // Above √½ - 1, 1 + x needs no scaling: f is x itself. (High halves of negative numbers grow with their size.)
    if (high > 0 || high <= (0xbfd2bec4 | 0)) k = 0;
  }
  if (k !== 0) {
    // 1 + x = 2^k (1 + f). `lost` is what rounding 1 + x lost, relative to it.
    let u = x;
    let top = high;
    if (high < 0x43400000) {
      u = 1 + x;
      top = highHalf(u);
      k = (top >> 20) - 1023;
      lost = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    } else {
      k = (top >> 20) - 1023;
    }
    top20 = top & 0x000fffff;
    // Up to √2, u is divided by 2^k; above, by 2^(k + 1).
    if (top20 < 0x6a09e) {
      u = withHighHalf(u, top20 | 0x3ff00000);
    } else {
      k += 1;
      u = withHighHalf(u, top20 | 0x3fe00000);
      // Becomes 0 just below 2, where f is nearly 0.
      top20 = (0x00100000 - top20) >> 2;
    }
    f = u - 1;
  }
  const half = 0.5 * f * f;
  if (top20 === 0) {
    // Two terms of the series are enough.
    if (f === 0) return k === 0 ? 0 : k * LN2_HIGH + (lost + k * LN2_LOW);
    const r = half * (1 - 0.6666666666666666 * f);
    return k === 0 ? f - r : k * LN2_HIGH - (r - (k * LN2_LOW + lost) - f);
  }
  const s = f / (2 + f);
  const z = s * s;
  const r = z * (LG1 + z * (LG2 + z * (LG3 + z * (LG4 + z * (LG5 + z * (LG6 + z * LG7))))));
  return k === 0 ? f - (half - s * (half + r)) : k * LN2_HIGH - (half - (s * (half + r) + (k * LN2_LOW + lost)) - f);
}

/** Computes e^x - 1, for |x| < 44, which is enough for `tanh`: x = k ln 2 + r as in `exp`, and e^r - 1 by a series of r². */
function expm1(x: number): number {
  const high = highHalf(x) & 0x7fffffff;
  let k = 0;
  let r = x;
  let lost = 0;
  if (high > 0x3fd62e42) {
    if (high < 0x3ff0a2b2) k = x < 0 ? -1 : 1;
    else k = Math.trunc(INVERSE_LN2 * x + (x < 0 ? -0.5 : 0.5));
    const main = x - k * LN2_HIGH;
    const low = k * LN2_LOW;
    r = main - low;
    lost = main - r - low;
  } else if (high < 0x3c900000) {
    return x;
  }
  const half = 0.5 * r;
  const square = r * half;
  const r1 =
    1 +
    square *
      (-0.03333333333333313 +
        square *
          (0.0015873015872548146 +
            square * (-7.93650757867488e-5 + square * (4.008217827329362e-6 + square * -2.0109921818362437e-7))));
  // The last steps compute e^x - 1 = 2^k e^r - 1 in an order that depends on k, so that few digits are lost.
  const t = 3 - r1 * half;
  let e = square * ((r1 - t) / (6 - r * t));
  if (k === 0) return r - (r * e - square);
  e = r * (e - lost) - lost - square;
  if (k === -1) return 0.5 * (r - e) - 0.5;
  if (k === 1) return r < -0.25 ? -2 * (e - (r + 0.5)) : 1 + 2 * (r - e);
  if (k <= -2 || k > 56) return (1 - (e - r)) * powerOfTwo(k) - 1;
  if (k < 20) return (1 - powerOfTwo(-k) - (e - r)) * powerOfTwo(k);
  return (r - (e + powerOfTwo(-k)) + 1) * powerOfTwo(k);
}

/** Computes the hyperbolic tangent from e^2|x| - 1 or, for |x| below 1, from e^-2|x| - 1. From |x| = 22 on, it is ±1. */
export function tanh(x: number): number {
  const size = Math.abs(x);
  if (size < 2 ** -28 || Number.isNaN(x)) return x;
  let result = 1;
  if (size < 22) {
    const t = expm1(size >= 1 ? 2 * size : -2 * size);
    result = size >= 1 ? 1 - 2 / (t + 2) : -t / (t + 2);
  }
  return x < 0 ? -result : result;
}
