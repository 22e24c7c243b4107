import { width } from "./table.js";

/** The terminal that a text is for. */
export interface TerminalStyle {
  /** How wide it is. Default: as wide as the text. */
  readonly columns?: number | undefined;
  /** Whether it shows colours. Default false. */
  readonly colour?: boolean | undefined;
}

/** Select Graphic Rendition (ECMA-48, 8.3.117); the colours are the terminal's own, which suit light and dark. */
const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  middling: [33, 39],
  poor: [31, 39],
  "series 1": [36, 39],
  "series 2": [33, 39],
  "series 3": [35, 39],
  "series 4": [32, 39],
  "series 5": [34, 39],
  "series 6": [31, 39],
} as const;

/** How a piece of text can look. */
export type Look = keyof typeof CODES;

/** The text with a look, if there are colours; an empty one stays empty. */
export function painted(text: string, look: Look | undefined, colour: boolean | undefined): string {
  if (!colour || look === undefined || text === "") return text;
  const [on, off] = CODES[look];
  return `\u001b[${on}m${text}\u001b[${off}m`;
}

/** A share of at least .8 is good, one below .6 poor: by eye, as traffic lights go. */
export function lookOfShare(share: number): Look {
  return share >= 0.8 ? "good" : share >= 0.6 ? "middling" : "poor";
}

const ELLIPSIS = "…";

/** The text if it fits, else its beginning and its end around an ellipsis: names differ at either. */
export function shortened(text: string, columns: number): string {
  if (width(text) <= columns) return text;
  const room = Math.max(0, columns - width(ELLIPSIS));
  const characters = [...new Intl.Segmenter("en").segment(text)].map(({ segment }) => segment);
  const end = fitting(characters.toReversed(), Math.floor(room / 2)).toReversed();
  const start = fitting(characters, room - width(end.join("")));
  return [...start, ELLIPSIS, ...end].join("");
}

/** As many characters from the start as have room. */
function fitting(characters: readonly string[], columns: number): string[] {
  let left = columns;
  const end = characters.findIndex((character) => {
    left -= width(character);
    return left < 0;
  });
  return end === -1 ? [...characters] : characters.slice(0, end);
}
