/**
 * Lines of columns with two spaces between them, each as wide as its widest cell.
 *
 * @param align one letter a column, `l` or `r`
 * @param paint what stands for a cell, of the same width: the cell with a colour
 */
export function textTable(
  rows: readonly (readonly string[])[],
  align: string,
  paint: (cell: string, row: number, column: number) => string = (cell) => cell,
): string[] {
  const widths = [...align].map((_, column) => Math.max(0, ...rows.map((row) => width(row[column] ?? ""))));
  return rows.map((row, r) =>
    row
      .map((cell, column) => {
        const room = " ".repeat(widths[column] - width(cell));
        const text = paint(cell, r, column);
        return align[column] === "r" ? room + text : text + room;
      })
      .join("  ")
      .trimEnd(),
  );
}

/** Words with spaces between them, in lines of at most `columns` columns; a longer word has a line of its own. */
export function wrapped(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line !== "" && width(line) + 1 + width(word) > columns) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** How many columns a text takes on a terminal: East Asian wide characters take two, combining marks none. */
export function width(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  let columns = 0;
  for (const character of text.replace(/\p{Mn}|\p{Me}/gu, "")) columns += WIDE.test(character) ? 2 : 1;
  return columns;
}

/** The text, with spaces after it up to `columns` columns of a terminal. */
export function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - width(text)));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{1f900}-\u{1f9ff}\u{20000}-\u{3fffd}]|(?!\p{RI})\p{Emoji_Presentation}/u;
