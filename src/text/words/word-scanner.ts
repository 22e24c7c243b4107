import { BREAK, byteTable, FIRST_LETTER, JOINT, NOT_ASCII, stretchEnd } from "./byte-kinds.js";
import { requireRange } from "./require-range.js";
import { stretchScanner } from "./stretch-scanner.js";
import type { TokenSink } from "./tokenizer.js";
import { MAX_WORD_LENGTH, SCRATCH, type WordOptions } from "./word-options.js";

/**
 * Makes a function that finds the words of a text and the wholes that joints make of them, in one pass over the bytes.
 * ASCII is read with a byte table. A stretch with other bytes goes to a `StretchScanner`, which is slower. Each word is
 * passed on before the whole that it belongs to.
 *
 * @param joints the characters that join words to wholes: `JOINTS`, or none
 * @throws UsageError unless 1 ≤ minLength ≤ maxLength ≤ 1000.
 */
export function wordScanner(
  options: WordOptions,
  joints: string,
): (text: Uint8Array, word: TokenSink, whole: TokenSink) => void {
  const { minLength = 2, maxLength = 256, lowerCase = true } = options;
  requireRange("token length", minLength, maxLength, MAX_WORD_LENGTH);
  const table = byteTable(lowerCase, joints);
  const scratch = new Uint8Array(SCRATCH);
  const otherScripts = stretchScanner(options, joints);

  return (text, word, whole) => {
    const length = text.length;
    // The scratch memory holds the whole so far: its words and the joints between them.
    /** Where the current word begins in the scratch memory; 0 if it begins the whole. */
    let begin = 0;
    /** The number of bytes of the current word. */
    let size = 0;
    /** Where the last word of the whole ends in the scratch memory; 0 if the whole has at most one word. */
    let wholeEnd = 0;
    /** Where the whole begins in the text. Set when its first word ends; not valid while `begin` is 0. */
    let first = 0;
    // The end of the text ends the last word, too.
    for (let i = 0; i <= length; i++) {
      const kind = i < length ? table[text[i]] : BREAK;
      if (kind >= FIRST_LETTER && kind < NOT_ASCII) {
        // The kind of a letter is the byte to write: the letter, in lower case if wanted.
        // A word that is too long for a token wraps.
        scratch[(begin + size) & (SCRATCH - 1)] = kind;
        size++;
      } else if (kind === NOT_ASCII) {
        // Hands over everything from the break before to the end of the stretch. The words before it are already passed on.
        if (begin === 0) first = i - size;
        let start = first;
        while (start > 0 && table[text[start - 1]] !== BREAK) start--;
        const end = stretchEnd(text, i + 1, table);
        otherScripts(text.subarray(start, end), first - start, i - size - start, word, whole);
        begin = size = wholeEnd = 0;
        i = end - 1;
      } else {
        // The byte ends the word. Unless it is a joint, it ends the whole too.
        if (size >= minLength && size <= maxLength) word(scratch, begin, begin + size);
        if (size > 0) {
          if (begin === 0) first = i - size;
          else wholeEnd = begin + size;
        }
        if (kind === JOINT) {
          // A whole that is longer than any token keeps one length, so that it fits the scratch memory.
          begin = begin + size > MAX_WORD_LENGTH ? MAX_WORD_LENGTH + 1 : begin + size;
          if (begin > 0) scratch[begin++] = text[i];
        } else {
          if (wholeEnd >= minLength && wholeEnd <= maxLength) whole(scratch, 0, wholeEnd);
          begin = wholeEnd = 0;
        }
        size = 0;
      }
    }
  };
}
