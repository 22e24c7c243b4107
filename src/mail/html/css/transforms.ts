import { type Call, callsOf, splitOutside } from "./calls.js";
import { angle, pixels, type Relative, share } from "./values.js";

/** A matrix with four rows of four numbers, row by row. */
type Matrix = readonly number[];

/** The matrix that changes nothing. */
const SAME: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

/**
 * Returns the matrix of a transformation; undefined if the value is invalid.
 *
 * @param property `translate`, `rotate`, `scale` or `transform`
 * @param width the sizes that lengths across the page refer to
 * @param height the sizes that lengths down the page refer to
 */
export function transformed(property: string, value: string, width: Relative, height: Relative): Matrix | undefined {
  if (value === "none") return SAME;
  if (property === "transform") {
    return callsOf(value)?.reduce<Matrix | undefined>((product, call) => {
      const next = matrixOf(call, width, height);
      return product && next && times(product, next);
    }, SAME);
  }
  const parts = splitOutside(value, /\s/);
  if (parts.length > 4) return undefined;
  // `rotate` has an angle, an axis and an angle (`x 45deg`), or three numbers and an angle.
  const rotate = ["", "rotate", `rotate${parts[0]}`][parts.length] ?? "rotate3d";
  const name = { translate: "translate3d", scale: "scale" }[property] ?? rotate;
  return matrixOf({ name, arguments: parts }, width, height);
}

/**
 * Returns the effect of `translate`, `rotate`, `scale` and `transform` together (CSS Transforms 2): how far the element
 * moves, in pixels, and the smallest factor by which its text is scaled, in any direction of the screen (`stretch`).
 */
export function effectOf(matrices: readonly Matrix[]): { stretch: number; x: number; y: number } {
  // The smallest factor is the smaller singular value of the matrix of the plane, [a c] over [b d].
  const [a, c, , x, b, d, , y] = matrices.reduce(times, SAME);
  const squares = a * a + b * b + c * c + d * d;
  const area = a * d - b * c;
  const spread = Math.sqrt(Math.max(0, squares * squares - 4 * area * area));
  return { stretch: Math.sqrt(Math.max(0, (squares - spread) / 2)), x, y };
}

/** Multiplies two matrices. */
function times(one: Matrix, other: Matrix): Matrix {
  return SAME.map((_, at) => {
    // The row of `one` times the column of `other`.
    let sum = 0;
    for (let i = 0; i < 4; i++) sum += one[at - (at % 4) + i] * other[4 * i + (at % 4)];
    return sum;
  });
}

/** Returns the matrix of a function such as `scale(0, 1)`; undefined if it is not valid. */
function matrixOf({ name, arguments: all }: Call, width: Relative, height: Relative): Matrix | undefined {
  if (name === "matrix" || name === "matrix3d") return fromNumbers(all.map(share));
  if (name.startsWith("translate")) {
    const [x, y] = name === "translatey" ? ["0", all[0]] : name === "translatez" ? ["0", "0"] : [all[0], all[1] ?? "0"];
    const moved = [pixels(x ?? "", width), name === "translatex" ? 0 : pixels(y ?? "", height)];
    if (moved[0] === undefined || moved[1] === undefined) return undefined;
    return [1, 0, 0, moved[0], 0, 1, 0, moved[1], 0, 0, 1, 0, 0, 0, 0, 1];
  }
  if (name.startsWith("scale")) {
    const numbers = all.map(share);
    if (numbers.length === 0 || numbers.some((number) => number === undefined)) return undefined;
    const [first = 1, second = first, third = 1] = numbers;
    const onOneAxis = { scalex: [first, 1, 1], scaley: [1, first, 1], scalez: [1, 1, first] }[name];
    const [x, y, z] = onOneAxis ?? [first, second, third];
    // If the space has no depth, nothing is shown.
    return [z === 0 ? 0 : x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1];
  }
  if (name.startsWith("rotate")) return rotation(name, all);
  if (name.startsWith("skew")) {
    const [x, y = 0] = all.map((written) => (written === "0" ? 0 : angle(written)));
    if (x === undefined) return undefined;
    const [across, down] = name === "skewy" ? [0, x] : name === "skewx" ? [x, 0] : [x, y];
    return [1, Math.tan(across), 0, 0, Math.tan(down), 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  }
  return name === "perspective" ? SAME : undefined;
}

/** Makes a matrix of the numbers in `matrix()` or `matrix3d()`, which CSS writes column by column. */
function fromNumbers(numbers: readonly (number | undefined)[]): Matrix | undefined {
  if (!numbers.every((number) => number !== undefined)) return undefined;
  if (numbers.length === 16) return SAME.map((_, at) => numbers[4 * (at % 4) + Math.floor(at / 4)]);
  if (numbers.length !== 6) return undefined;
  const [a, b, c, d, x, y] = numbers;
  return [a, c, 0, x, b, d, 0, y, 0, 0, 1, 0, 0, 0, 0, 1];
}

/** Returns the matrix of a rotation around an axis. The angle is the last argument. */
function rotation(name: string, all: readonly string[]): Matrix | undefined {
  const last = all[all.length - 1] ?? "";
  const turn = last === "0" ? 0 : angle(last);
  const axis =
    name === "rotate3d"
      ? all.slice(0, 3).map(share)
      : { rotate: [0, 0, 1], rotatez: [0, 0, 1], rotatex: [1, 0, 0], rotatey: [0, 1, 0] }[name];
  const [first, second, third] = axis ?? [];
  if (turn === undefined || first === undefined || second === undefined || third === undefined) return undefined;
  const length = Math.hypot(first, second, third);
  if (length === 0) return SAME;
  const [x, y, z] = [first / length, second / length, third / length];
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const rest = 1 - cos;
  return [
    ...[cos + x * x * rest, x * y * rest - z * sin, x * z * rest + y * sin, 0],
    ...[y * x * rest + z * sin, cos + y * y * rest, y * z * rest - x * sin, 0],
    ...[z * x * rest - y * sin, z * y * rest + x * sin, cos + z * z * rest, 0],
    ...[0, 0, 0, 1],
  ];
}
