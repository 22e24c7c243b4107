import { width } from "../terminal/terminal.js";

/** A piece of a text, from `start` to before `end`. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** Breaks a text into lines of at most `columns` columns: at line ends, at blanks, and within words that are longer. */
export function wrappedRanges(text: string, columns: number): TextRange[] {
  const lines: TextRange[] = [];
  let at = 0;
  for (const line of text.split("\n")) {
    const end = at + line.length;
    do {
      const fits = at + fitting(text.slice(at, end), columns);
      const blank = text.lastIndexOf(" ", fits);
      const stop = fits < end && blank > at ? blank : fits;
      lines.push({ start: at, end: stop });
      at = text[stop] === " " && stop < end ? stop + 1 : stop;
    } while (at < end);
    at = end + 1;
  }
  return lines;
}

/** Returns how many units of a line fit, at least one character. */
function fitting(line: string, columns: number): number {
  let units = 0;
  let left = columns;
  // A line has a unit for each column at most, or combining marks.
  for (const character of line.slice(0, 4 * columns)) {
    left -= width(character);
    if (left < 0 && units > 0) return units;
    units += character.length;
  }
  return units;
}
