/**
 * Returns x to the power y, for x above 0, as e^(y ln x). Versions of V8 round `x ** y` differently, but not `exp` and
 * `log`, so models do not depend on the version of Node.js.
 */
export function power(x: number, y: number): number {
  return Math.exp(y * Math.log(x));
}
