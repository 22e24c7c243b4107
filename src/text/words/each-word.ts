import { lazily } from "../../base/lazily.js";
import { CLUSTERED_CLASS, PAIRED_CLASS } from "./unspaced.js";
import { MAX_WORD_LENGTH } from "./word-options.js";

/**
 * Receives the beginning and the end of a word, its length in code points, and whether it is a sequence of a script
 * without spaces. Limits of length do not apply to these sequences.
 */
export type FoundWord = (start: number, end: number, length: number, isUnspaced: boolean) => void;

/** Combining marks, as the contents of a character class. They belong to the letter before. */
const MARK = "\\p{Mn}\\p{Mc}";
const LETTER = "[\\p{L}\\p{N}_]";
/** Letters of scripts that are cut into pairs, of scripts that are cut into clusters, and of scripts with spaces. */
const PAIRED = `[${LETTER}&&[${PAIRED_CLASS}]]`;
const CLUSTERED = `[${LETTER}&&[${CLUSTERED_CLASS}]]`;
const SPACED = `[${LETTER}--[${PAIRED_CLASS}${CLUSTERED_CLASS}]]`;

/** The most code points that one match takes. Without a limit, the expression would overflow its stack. */
const PIECE = 1024;

/** Matches a sequence to be cut into pairs, a sequence to be cut into clusters, or a word or its first piece. */
const SEQUENCE_OR_WORD = lazily(() => {
  const [pairs, clusters] = [PAIRED, CLUSTERED].map(
    (script) => `${script}[${script}${MARK}]{0,${MAX_WORD_LENGTH - 1}}`,
  );
  return new RegExp(`(${pairs}|${clusters})|${SPACED}[${SPACED}${MARK}]{0,${PIECE - 1}}`, "gv");
});
/** Matches the next piece of a word that is longer than one piece. */
const MORE_OF_WORD = lazily(() => new RegExp(`[${SPACED}${MARK}]{1,${PIECE}}`, "vy"));

/**
 * Finds the words of a decoded text, of any length, from an index on. A sequence of a script without spaces that is longer
 * than `MAX_WORD_LENGTH` comes in slices.
 *
 * @param found receives each word, in the order of the text
 */
export function eachWord(text: string, from: number, found: FoundWord): void {
  const sequenceOrWord = SEQUENCE_OR_WORD();
  const more = MORE_OF_WORD();
  sequenceOrWord.lastIndex = from;
  for (let match = sequenceOrWord.exec(text); match !== null; match = sequenceOrWord.exec(text)) {
    const isUnspaced = match[1] !== undefined;
    let length = codePoints(match[0]);
    let end = sequenceOrWord.lastIndex;
    if (!isUnspaced && length === PIECE) {
      more.lastIndex = end;
      for (let rest = more.exec(text); rest !== null; rest = more.exec(text)) {
        length += codePoints(rest[0]);
        end = more.lastIndex;
      }
    }
    found(match.index, end, length, isUnspaced);
    sequenceOrWord.lastIndex = end;
  }
}

/** Counts the code points of a text. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
