import { largest, smallest } from "../../base/lists.js";
import { grouped } from "../../base/numbers.js";
import { type TableLook, type TerminalStyle, textTable, widestOf } from "../terminal/terminal.js";

/** One line of the sum, in natural log odds. */
export interface Addend {
  readonly name: string;
  /** The text that the name stands for, in a column of its own. */
  readonly text?: string;
  readonly logOdds: number;
  /** Whether the line sums up other lines. It has no bar, because a long bar would make the others too short. */
  readonly isTotal?: boolean;
}

/** The unit of the sum. */
const UNIT = "log odds";

/** Maximum width of the bars, in columns. */
const WIDEST = 40;
/** Minimum width of the bars, in columns. If there is less room, no bars are drawn. */
const NARROWEST = 9;

/**
 * Draws a sum of evidence: a line for each addend, with a bar for each that sums up no others.
 *
 * @param addends the last is the sum
 */
export function sumLines(
  addends: readonly Addend[],
  { columns = Number.POSITIVE_INFINITY, colour }: TerminalStyle,
): readonly string[] {
  const textWidth = widestOf(addends.map(({ text = "" }) => text));
  const figures = addends.map(({ logOdds }) => signed(logOdds));
  const nameWidth = widestOf(addends.map(({ name }) => name)) + (textWidth === 0 ? 0 : textWidth + 2);
  // Two gaps of two columns are between the columns.
  const room = columns - widestOf([UNIT, ...figures]) - 4;
  // Bars take the room beside the names. If names are long, they are shortened so that bars keep up to NARROWEST columns,
  // but not more than a third of the room.
  const barWidth = Math.min(WIDEST, Math.max(room - nameWidth, Math.min(NARROWEST, Math.floor(room / 3))));
  const numbers = addends.map(({ isTotal, logOdds }) => (isTotal ? 0 : logOdds));
  const bars = barWidth < NARROWEST ? [] : signedBars(numbers, barWidth);
  const rows = [
    ["", "", UNIT, ""],
    ...addends.map(({ name, text = "", isTotal }, a) => [name, text, figures[a], (!isTotal && bars[a]) || ""]),
  ].map(([name, text, ...others]) => [name, ...(textWidth > 0 ? [text] : []), ...others]);
  const look: TableLook = (row, column) => {
    if (column < rows[0].length - 1) return row === addends.length ? "bold" : undefined;
    return addends[row - 1]?.logOdds < 0 ? "series 2" : "series 1";
  };
  return textTable(rows, textWidth > 0 ? "llrr" : "lrr", { columns, colour, look });
}

/** Writes log odds with their sign; those that are shown as 0.00 have none. */
function signed(logOdds: number): string {
  const size = Number.isFinite(logOdds) ? grouped(Math.abs(logOdds).toFixed(2)) : "∞";
  return isNothing(logOdds) ? size : `${logOdds < 0 ? "-" : "+"}${size}`;
}

/** Whether the log odds are shown as 0.00. */
export function isNothing(logOdds: number): boolean {
  return Math.abs(logOdds) < 0.005;
}

/** The common axis of all bars, one column wide. */
const AXIS = "│";

/**
 * Draws a bar for each number on one scale: to the right of a common axis for a positive number, to the left for a
 * negative one. Each bar is a string of exactly `columns` columns. An infinite number fills its side.
 *
 * @param columns at least 3
 */
export function signedBars(numbers: readonly number[], columns: number): string[] {
  const places = columns - AXIS.length;
  const [negative, positive] = [-1, 1].map((sign) => numbers.map((n) => sign * n).filter((size) => size > 0));
  const [longestLeft, longestRight] = [negative, positive].map((sizes) => largest(sizes.filter(Number.isFinite), 0));
  const [needsLeft, needsRight] = [negative, positive].map((sizes) => Math.min(1, sizes.length));
  // The sides are in proportion to the longest bars, with at least one column for a bar.
  const longest = longestLeft + longestRight;
  const share = longest === 0 ? 1 / 2 : longestLeft / longest;
  const left = Math.min(places - needsRight, Math.max(needsLeft, Math.round(places * share)));
  const right = places - left;
  const scale = smallest([left / longestLeft, right / longestRight].filter(Number.isFinite));
  // A bar has half columns: whole blocks, and a half one at its end.
  const bar = (number: number, room: number, half: string): [blocks: string, half: string] => {
    const halves = number === Number.POSITIVE_INFINITY ? 2 * room : number > 0 ? Math.round(2 * scale * number) : 0;
    return ["█".repeat(halves >> 1), halves % 2 === 1 ? half : ""];
  };
  return numbers.map((number) => {
    const before = bar(-number, left, "▐").toReversed().join("").padStart(left);
    return before + AXIS + bar(number, right, "▌").join("").padEnd(right);
  });
}
