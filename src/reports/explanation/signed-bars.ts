import { smallest } from "../../base/lists.js";

const WHOLE = "█";
const AXIS = "│";

/** Half a character. */
const HALF = { left: "▐", right: "▌" };

/**
 * A bar for each number on one scale: right of a common axis if the number is positive, left
 * if it is negative. Each bar is a string of exactly `columns` columns. An infinite number
 * fills its side.
 *
 * @param columns at least 3
 */
export function signedBars(numbers: readonly number[], columns: number): string[] {
  const longest = (sign: 1 | -1) =>
    numbers.reduce((most, number) => (Number.isFinite(number) ? Math.max(most, sign * number) : most), 0);
  const [left, right] = sides(numbers, longest(-1), longest(1), columns - AXIS.length);
  const scale = smallest([left / longest(-1), right / longest(1)].filter(Number.isFinite));
  const halves = (number: number, room: number) =>
    number === Number.POSITIVE_INFINITY ? 2 * room : number > 0 ? Math.round(2 * scale * number) : 0;
  return numbers.map((number) => {
    const before = halves(-number, left);
    const after = halves(number, right);
    return [
      `${before % 2 === 1 ? HALF.left : ""}${WHOLE.repeat(before >> 1)}`.padStart(left),
      `${WHOLE.repeat(after >> 1)}${after % 2 === 1 ? HALF.right : ""}`.padEnd(right),
    ].join(AXIS);
  });
}

/** The columns left and right of the axis: in proportion to the longest bars, and at least one where there is a bar. */
function sides(numbers: readonly number[], least: number, most: number, places: number): [left: number, right: number] {
  const share = least + most === 0 ? 1 / 2 : least / (least + most);
  const needsLeft = numbers.some((number) => number < 0) ? 1 : 0;
  const needsRight = numbers.some((number) => number > 0) ? 1 : 0;
  const left = Math.min(places - needsRight, Math.max(needsLeft, Math.round(places * share)));
  return [left, places - left];
}
