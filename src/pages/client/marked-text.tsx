import type { JSX } from "preact";
import type { Question } from "../../labelling/state.js";

/** The shades of blue in the style sheet of the report. */
const SHADES = 10;

/** Shows a text with its marks: the heavier, the stronger the colour. @param marks in order, apart from one another */
export function MarkedText({ text, marks }: Pick<Question, "text" | "marks">): JSX.Element {
  const pieces: (string | JSX.Element)[] = [];
  let from = 0;
  for (const { start, end, weight } of marks) {
    const shade = Math.max(1, Math.ceil(SHADES * weight));
    pieces.push(text.slice(from, start), <mark class={`r${shade}`}>{text.slice(start, end)}</mark>);
    from = end;
  }
  pieces.push(text.slice(from));
  // The direction of each line is that of its first letter.
  return (
    <div class="document-text" dir="auto">
      {pieces}
    </div>
  );
}
